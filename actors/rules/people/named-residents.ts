/**
 * Residents named in lists: who may enter, who shares, who works here. Each must have lived here at some time. The dead remain in such
 * lists; a name that was never anybody's is a mistake of the request.
 */

import type { Refusal } from '../../../engine/effect.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { refusal } from '../../refusals.ts';
import { type ActorReader, imageOf } from '../../registry.ts';
import { residentActor } from '../place/names.ts';
import type { Pricing } from '../place/pricing.ts';

/** A resident, and where in the request it is named. */
export interface Naming {
  readonly path: string;
  readonly id: string;
}

export interface Wrong extends Naming {
  /** True when it lived here once. A resident who is to come in must live. */
  readonly isDead: boolean;
}

/** Mistakes that one answer lists, at most. */
const toldMax = 20;

/** The residents in the list at this path of the request. */
export const namedAt = (path: string, ids: readonly string[] = []): readonly Naming[] =>
  ids.map((id, n) => ({ path: `${path}.${n}`, id }));

/** The residents who share in a pod's earnings. */
export const sharersAt = (path: string, pricing: Pricing | null): readonly Naming[] =>
  Object.keys(pricing?.split ?? {}).map((id) => ({ path: `${path}.${id}`, id }));

/** Names in the lists that cannot be there: nobody has ever lived here under the name, or the resident is dead where it must live. */
export function wronglyNamed(city: ActorReader, named: readonly Naming[], mustLive: boolean): readonly Wrong[] {
  return named.flatMap<Wrong>((naming) => {
    const image = imageOf(city, residentActor(naming.id));
    if (image === undefined) return [{ ...naming, isDead: false }];
    return mustLive && isDead(image) ? [{ ...naming, isDead: true }] : [];
  });
}

export const refuseNames = (wrong: readonly Wrong[]): Refusal =>
  refusal('invalid_request', {
    issues: wrong.slice(0, toldMax).map(({ path, id, isDead }) => ({
      path,
      message: isDead ? `${id} has died` : `${id} is the id of no resident`,
    })),
  });
