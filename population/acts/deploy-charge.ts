/**
 * The amount that a deploy took from its owner. The answer shows the new balance and not the price of the connection, so the amount
 * follows from the balance before.
 */
import { read } from '../../client/answers.ts';
import { milli } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Credits } from '../../gateways/answers/credits.ts';
import type { BuiltPod } from '../../gateways/answers/pods.ts';
import type { Resident } from '../resident.ts';
import { feeNear } from './prices.ts';

/** A balance, and what else may have changed it since: ticks, payments, shares in what pods earn. Millicredits. */
export interface BalanceReading {
  readonly balance: number;
  readonly ticks: number;
  readonly net: number;
  readonly earned: number;
}

export async function readBalance(who: Resident): Promise<BalanceReading | null> {
  const { listener, payments, expectedState } = who.context;
  const outcome = await who.get('credits', '/v1/credits');
  if (outcome.type !== 'done') return null;
  const balance = milli(read<AnswerOf<typeof Credits>>(outcome.body).balance);
  return { balance, ticks: listener.ticks, net: payments.net(who.id), earned: expectedState.sharesEarned(who.id) };
}

/**
 * Notes a charge. Beside `known`, which is cost and funding, it includes a fee, which must be one of those that exist. `fee`: the fee,
 * where the resident knows it.
 */
export function chargeDeploy(
  who: Resident,
  fee: number | null,
  before: BalanceReading | null,
  answer: unknown,
  known: number,
): void {
  const left = milli(read<AnswerOf<typeof BuiltPod>>(answer).balance);
  if (before === null || Number.isNaN(left)) {
    who.unpriced++;
    return;
  }
  const { listener, payments, expectedState } = who.context;
  const upkeep = (listener.ticks - before.ticks) * (expectedState.upkeepOf(who.id)?.burn ?? 0);
  const income = payments.net(who.id) - before.net + expectedState.sharesEarned(who.id) - before.earned;
  const taken = fee ?? feeNear(before.balance - left - known - upkeep + income);
  if (taken === null) who.unpriced++;
  else who.noteCharge(known + taken);
}
