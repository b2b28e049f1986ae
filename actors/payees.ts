/** Who lives, who does not, and to whom credits go that belong to somebody who may have died meanwhile (L8). */
import { type Effect, refusal } from '../engine/effect.ts';
import type { AccountId } from '../engine/ids.ts';
import type { Facts } from '../engine/kind.ts';
import { isoTime } from '../engine/seal.ts';
import { residentActor } from './places.ts';

/** True for a resident who lives. */
export function isAlive(facts: Pick<Facts, 'image'>, resident: string): boolean {
  const image = facts.image(residentActor(resident));
  return image !== undefined && image.state !== 'dead';
}

/** The resident, after its death its heir, else the treasury. */
export function payeeOf(facts: Pick<Facts, 'image'>, resident: string): AccountId {
  const image = facts.image(residentActor(resident));
  if (image === undefined) return 'treasury';
  if (image.state !== 'dead') return image.id;
  const { heir } = image.context as { heir?: string | null };
  return heir !== undefined && heir !== null && isAlive(facts, heir) ? residentActor(heir) : 'treasury';
}

/** Somebody who was named and does not live: nobody of that name, or one of the dead. */
export interface Stranger {
  readonly id: string;
  readonly death: { readonly died_at: string; readonly cause: unknown } | null;
}

/** Nothing for one who lives. */
export function strangerOf(facts: Pick<Facts, 'image'>, id: string): Stranger | undefined {
  const image = facts.image(residentActor(id));
  if (image === undefined) return { id, death: null };
  if (image.state !== 'dead') return undefined;
  return { id, death: { died_at: isoTime(Number(image.context['diedAt'])), cause: image.context['cause'] } };
}

export const refuseStranger = ({ id, death }: Stranger): Effect =>
  death === null
    ? refusal('not_found', { kind: 'resident', id })
    : refusal('resident_dead', { resident: id, ...death });
