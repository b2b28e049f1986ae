/** What a pod earns, by tolls and by its service, and who shares in it. */
import { type Effect, each, post } from '../../../engine/effect.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { PodContext } from '../../kinds/pod/messages.ts';
import { tellCreditsReceived } from '../people/payees.ts';
import { podActor, residentActor } from '../place/names.ts';

/** `fraction` of `amount`, rounded down. Computed in whole millionths, because 0.57 of 100 is 57 and not 56.99. */
const shareOf = (amount: number, fraction: number): number =>
  Number((BigInt(amount) * BigInt(Math.round(fraction * 1e6))) / 1_000_000n);

/** Pays the pool, and out of it the living who share: each part rounded down, the rest remains in the pool (L1, TO4). */
export function earn(
  { id, pricing }: PodContext,
  from: AccountId,
  amount: number,
  reason: 'toll' | 'service',
  living: readonly string[],
): Effect {
  const pool = podActor(id);
  const shares = living.map((resident) => {
    const payee = residentActor(resident);
    const share = shareOf(amount, pricing.split[resident] ?? 0);
    const received = { reason: 'share', from: id, amount: share / 1000 } as const;
    return each([post(pool, payee, share, 'share'), tellCreditsReceived(payee, received)]);
  });
  return each([post(from, pool, amount, reason), ...shares]);
}
