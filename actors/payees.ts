/** To whom credits go that belong to somebody who may have died meanwhile (L8). */
import type { AccountId } from '../engine/ids.ts';
import type { Facts } from '../engine/kind.ts';
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
