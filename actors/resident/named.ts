/**
 * Residents named in lists: who may enter, who shares, who works here. Each must have lived here at some time: the dead
 * stay where they were named, and a name that was never anybody's is a mistake of whoever wrote it.
 */

import { type Effect, refusal } from '../../engine/effect.ts';
import { residentActor } from '../place/names.ts';
import type { Pricing } from '../place/pricing.ts';
import { type Finds, imageOf } from '../registry.ts';
import type { PlaceCommand } from './messages.ts';

/** A resident, and where in the request it is named. */
export interface Naming {
  readonly path: string;
  readonly id: string;
}

interface Wrong extends Naming {
  /** Whether it lived here once: who is to come in must live. */
  readonly isDead: boolean;
}

/** Of a longer list of mistakes, this many are told. */
const toldMax = 20;

const listed = (path: string, ids: readonly string[] = []): readonly Naming[] =>
  ids.map((id, n) => ({ path: `${path}.${n}`, id }));

const splitOf = (path: string, pricing: Pricing | null): readonly Naming[] =>
  Object.keys(pricing?.split ?? {}).map((id) => ({ path: `${path}.${id}`, id }));

/** Everyone named in lists, by what is asked for. */
function namedIn(event: PlaceCommand): readonly Naming[] {
  switch (event.type) {
    case 'invite':
    case 'revoke':
      return listed('residents', event.residents);
    case 'set_access':
      return listed('allowed', event.access.allowed);
    case 'set_pricing':
      return splitOf('revenue_split', event.pricing);
    case 'request_connection':
    case 'update_connection':
      return listed('access.allowed', event.access?.allowed);
    case 'open_workshop':
      return [
        ...listed('access', event.collaborators),
        ...listed('connections.0.access.allowed', event.admitted),
        ...listed('funding.contributors', event.contributors),
      ];
    case 'deploy':
      return [
        ...event.links.flatMap(({ access }, n) => listed(`connections.${n}.access.allowed`, access.allowed)),
        ...splitOf('pricing.revenue_split', event.pricing),
        ...listed('funding.contributors', event.contributors),
      ];
    default:
      return [];
  }
}

/** Those named who cannot be: nobody has ever lived here under the name, or who is invited is dead. */
export function wronglyNamed(city: Finds, event: PlaceCommand): readonly Wrong[] {
  return namedIn(event).flatMap<Wrong>((naming) => {
    const image = imageOf(city, residentActor(naming.id));
    if (image === undefined) return [{ ...naming, isDead: false }];
    return event.type === 'invite' && image.state === 'dead' ? [{ ...naming, isDead: true }] : [];
  });
}

export const refuseNames = (wrong: readonly Wrong[]): Effect =>
  refusal('invalid_request', {
    issues: wrong.slice(0, toldMax).map(({ path, id, isDead }) => ({
      path,
      message: isDead ? `${id} has died` : `${id} is the id of no resident`,
    })),
  });
