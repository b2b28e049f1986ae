/**
 * The final checks of residents, when none acts any more: letters are listed exactly once, balances follow from acknowledged acts, every
 * acknowledged move was heard of. They read the city like any client.
 */

import { nextCursorOf, read, readItems, readPart, says } from '../../client/answers.ts';
import { listOf, milli, numberOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Credits } from '../../gateways/answers/credits.ts';
import type { Letter } from '../../gateways/answers/letters.ts';
import type { OwnPassport } from '../../gateways/answers/passport.ts';
import type { Resident } from '../resident.ts';
import type { Findings } from './findings.ts';

export interface OpeningBalance {
  /** Millicredits before the first act, and the burn of a tick. */
  readonly balance: number;
  readonly burn: number;
  /** Upkeep that dry ticks left unpaid. */
  readonly owed: number;
}

/** Reads balance and burn; null when the city refuses or does not answer. */
export async function readCredits(who: Resident): Promise<OpeningBalance | null> {
  const outcome = await who.get('credits', '/v1/credits');
  if (outcome.type !== 'done') return null;
  const body = read<AnswerOf<typeof Credits>>(outcome.body);
  return { balance: milli(body.balance), burn: milli(body.burn_per_tick), owed: milli(body.owed) || 0 };
}

/**
 * Compares the balance with the acknowledged acts. Upkeep is whole burns, as many as ticks were heard of; one more or less may fall
 * between the readings and the events around them, and so at each change of the burn. False when it could not be judged.
 */
export async function auditBalance(
  who: Resident,
  opening: OpeningBalance | null,
  findings: Findings,
): Promise<boolean> {
  if (opening === null || who.unpriced > 0) return false;
  const { listener, payments, expectedState } = who.context;
  const now = await readCredits(who);
  if (now === null) {
    findings.add('unreachable', () => `the balance of ${who.id} could not be read`);
    return false;
  }
  const { income: rewards } = expectedState.jobs.gainsOf(who.id);
  const income = payments.net(who.id) + expectedState.sharesEarned(who.id) + rewards;
  const taken = opening.balance + income - who.charged - now.balance + now.owed;
  const upkeep = expectedState.upkeepOf(who.id);
  // Strangers may have paid at a pod in which it shares: then it has more than its events say.
  const isRich =
    expectedState.strangers.size > 0 &&
    expectedState.sharesEarned(who.id) > 0 &&
    taken < (upkeep?.expected(listener.ticks) ?? 0);
  if (upkeep?.fits(taken, listener.ticks) !== true && !isRich) {
    const sum = `${opening.balance / 1000} + payments, shares and rewards ${income / 1000} - charges ${who.charged / 1000}`;
    const rest = `${listener.ticks} ticks heard, ${(upkeep?.expected(listener.ticks) ?? 0) / 1000} for upkeep, but holds ${now.balance / 1000}`;
    findings.add('balance', () => `${who.id}: ${sum} - ${rest}`);
  }
  return true;
}

/** Every acknowledged letter to `who` stands in its list exactly once, and none that was refused. Returns how many were listed. */
export async function auditLetters(who: Resident, findings: Findings): Promise<number> {
  const { channels } = who.context;
  const inbox = channels.heardBy(who.id).filter((channel) => channel.voice === 'letter');
  if (inbox.every((channel) => channel.size === 0)) return 0;
  const listed = await readLetters(who);
  if (listed === null) {
    findings.add('unreachable', () => `the letters of ${who.id} could not be read`);
    return 0;
  }
  let count = 0;
  for (const channel of inbox) {
    const seen = new Map<number, number>();
    for (const letter of listed) {
      const read = letter.from === channel.speaker ? channels.read(letter.body) : null;
      if (read?.voice !== 'letter') continue;
      seen.set(read.number, (seen.get(read.number) ?? 0) + 1);
      const id = channel.ids.get(read.number);
      if (id !== undefined && id !== letter.id)
        findings.add('lost_letter', () => `${channel.name(read.number)} was answered as ${id}, listed as ${letter.id}`);
      if (channel.refused(read.number))
        findings.add('refused_but_happened', () => `${channel.name(read.number)} was refused and is listed`);
    }
    for (let number = 1; number <= channel.size; number++) {
      const times = seen.get(number) ?? 0;
      count += times;
      const wrong = channel.acknowledged(number) ? times !== 1 : times > 1;
      if (wrong) findings.add('lost_letter', () => `${channel.name(number)} is listed ${times} times`);
    }
  }
  return count;
}

/**
 * What others see of `who` once they may: the jobs that it has done, its vouches, and the residents that it has adopted. `living`: says
 * of a child whether it lived all the time that it heard everything.
 */
export async function auditReputation(
  who: Resident,
  findings: Findings,
  living: (child: string) => boolean,
): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await who.get('me', '/v1/me');
  if (outcome.type !== 'done') return;
  const me = read<AnswerOf<typeof OwnPassport>>(outcome.body);
  const { mentees } = readPart(me.lineage);
  expectedState.births.checkMentees(who.id, listOf(mentees), living);
  const { vouches, jobs_completed: jobs } = readPart(me.reputation);
  const { done, vouches: known, vouchesUnknown } = expectedState.jobs.gainsOf(who.id);
  const most = expectedState.strangers.size > 0 ? Number.POSITIVE_INFINITY : known + vouchesUnknown;
  const isCounted = numberOf(vouches) >= known && numberOf(vouches) <= most && says(jobs, done);
  if (isCounted) return;
  const expected = `${known} to ${most} vouches and ${done} jobs`;
  findings.add('miscounted', () => `${who.id} has ${vouches} vouches and ${jobs} jobs, not ${expected}`);
}

interface ListedLetter {
  readonly id: string;
  readonly from: string;
  readonly body: string;
}

async function readLetters(who: Resident): Promise<ListedLetter[] | null> {
  const letters: ListedLetter[] = [];
  for (let cursor = ''; ; ) {
    const outcome = await who.get(
      'letters',
      `/v1/me/messages?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (outcome.type !== 'done') return null;
    for (const letter of readItems<AnswerOf<typeof Letter>>(outcome.body))
      letters.push({ id: textOf(letter.id), from: textOf(letter.from), body: textOf(letter.body) });
    const next = nextCursorOf(outcome.body);
    if (next === undefined || next === cursor) return letters;
    cursor = next;
  }
}

/** Every acknowledged move was heard of by the mover, and no other moves but those without a known outcome. */
export function auditMoves(who: Resident, findings: Findings): void {
  const heard = who.context.listener.arrivals;
  if (heard < who.moves) findings.add('lost_move', () => `${who.id} moved ${who.moves} times and heard of ${heard}`);
  if (heard > who.moves + who.movesUnknown)
    findings.add('unasked', () => `${who.id} moved ${who.moves} times and heard of ${heard}`);
}
