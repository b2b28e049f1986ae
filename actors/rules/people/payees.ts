/** Who lives, and who receives credits of a resident who may have died meanwhile (L8). */

import { type Effect, each, type Refusal } from '../../../engine/effect.ts';
import { type AccountId, type ActorId, nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { refusal } from '../../refusals.ts';
import { type ActorReader, type ImageOf, imageOf } from '../../registry.ts';
import { residentActor } from '../place/names.ts';

/** True for a resident who lives. */
export function isAlive(facts: ActorReader, resident: string): boolean {
  const image = imageOf(facts, residentActor(resident));
  return image !== undefined && !isDead(image);
}

/** Steps from heir to heir that one turn follows, at most. */
const estatesMax = 64;

/**
 * The resident while it lives, then who took its estate; if that resident has died since, who took its estate in turn; null when nobody
 * did. An heir lived when it took an estate and died later, so there is no cycle.
 */
export function successorOf(facts: ActorReader, resident: string): string | null {
  let one: string | null = resident;
  for (let n = 0; n <= estatesMax && one !== null; n++) {
    const image: ImageOf<'resident'> | undefined = imageOf(facts, residentActor(one));
    if (image === undefined) return null;
    if (!isDead(image)) return one;
    one = image.context.estateTo;
  }
  return null;
}

/** The account that receives what belongs to the resident: its own, its successor's, or the treasury (L8). */
export function payeeOf(facts: ActorReader, resident: string): AccountId {
  const successor = successorOf(facts, resident);
  return successor === null ? 'treasury' : residentActor(successor);
}

/** Notifies the receiver of credits, wherever it is (PA4). Nothing is published for an amount of 0 or for the treasury. */
export function tellCreditsReceived(to: AccountId, data: DataOf<'credits.received'>): Effect {
  if (to === 'treasury' || to === 'escrow' || data.amount === 0) return each([]);
  return tell(creditsReceived(to, data), { actors: [to] });
}

/** Notifies the receiver, also by letter or notification: it may be away (LG4, VI1). */
export function tellCreditsReceivedForLater(to: ActorId, data: DataOf<'credits.received'>): Effect {
  return data.amount === 0 ? each([]) : tell(creditsReceived(to, data), { actors: [to], letters: [to] });
}

const creditsReceived = (to: ActorId, data: DataOf<'credits.received'>) =>
  ({ type: 'credits.received', location: null, actor: null, subject: nameOf(to), data }) as const;

/** For what credits were held. */
type HeldFor = { readonly place: string } | { readonly service: string };

/**
 * Notifies who gets back credits that were held for the payer. An heir learns the amount, but not where the dead had been, where it wanted
 * to go or whom it called.
 */
export function tellRefund(to: AccountId, payer: string, heldFor: HeldFor, millicredits: number): Effect {
  const refund = { reason: 'refund', from: null, amount: millicredits / 1000 } as const;
  return tellCreditsReceived(to, to === residentActor(payer) ? { ...refund, ...heldFor } : refund);
}

/** A named resident who does not live: it never did, or is dead. */
export interface NotAlive {
  readonly id: string;
  readonly death: { readonly died_at: string; readonly cause: ResidentContext['cause'] } | null;
}

/** Undefined for one who lives. */
export function whyNotAlive(facts: ActorReader, id: string): NotAlive | undefined {
  const image = imageOf(facts, residentActor(id));
  if (image === undefined) return { id, death: null };
  if (!isDead(image)) return undefined;
  return { id, death: { died_at: isoTime(image.context.diedAt ?? 0), cause: image.context.cause } };
}

export const refuseNotAlive = ({ id, death }: NotAlive): Refusal =>
  death === null
    ? refusal('not_found', { kind: 'resident', id })
    : refusal('resident_dead', { resident: id, ...death });
