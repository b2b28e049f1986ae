/**
 * Residents named in lists: who may enter, who shares, who works here. Each must have lived here at some time: the dead
 * stay where they were named, and a name that was never anybody's is a mistake of whoever wrote it.
 */

import type { Image } from '../../engine/actor-kind.ts';
import { type Effect, type Message, refusal } from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Deploy } from '../building/deploy.ts';
import type { Access } from '../place/access.ts';
import { residentActor } from '../place/names.ts';
import type { OpenWorkshop } from '../place/workshop.ts';
import type { Pricing } from '../pod/input.ts';

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

type Part<T> = Message & Partial<Omit<T, 'type'>>;

/** Everyone named in lists, by what is asked for. */
const namings: Readonly<Record<string, (event: Message) => readonly Naming[]>> = {
  invite: ({ residents }: Part<{ residents: readonly string[] }>) => listed('residents', residents),
  revoke: ({ residents }: Part<{ residents: readonly string[] }>) => listed('residents', residents),
  set_access: ({ access }: Part<{ access: Access }>) => listed('allowed', access?.allowed),
  set_pricing: ({ pricing }: Part<{ pricing: Pricing }>) => splitOf('revenue_split', pricing ?? null),
  request_connection: ({ access }: Part<{ access: Access }>) => listed('access.allowed', access?.allowed),
  update_connection: ({ access }: Part<{ access: Access | null }>) => listed('access.allowed', access?.allowed),
  open_workshop: ({ collaborators, admitted, contributors }: Part<OpenWorkshop>) => [
    ...listed('access', collaborators),
    ...listed('connections.0.access.allowed', admitted),
    ...listed('funding.contributors', contributors),
  ],
  deploy: ({ links = [], pricing, contributors }: Part<Deploy>) => [
    ...links.flatMap(({ access }, n) => listed(`connections.${n}.access.allowed`, access.allowed)),
    ...splitOf('pricing.revenue_split', pricing ?? null),
    ...listed('funding.contributors', contributors),
  ],
};

interface Looks {
  image(id: ActorId): Image | undefined;
}

/** Those named who cannot be: nobody has ever lived here under the name, or who is invited is dead. */
export function wronglyNamed(looks: Looks, event: Message): readonly Wrong[] {
  return (namings[event.type]?.(event) ?? []).flatMap<Wrong>((naming) => {
    const image = looks.image(residentActor(naming.id));
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
