/** How an account came to what it has at a turn: from turn to turn that changed it, back to its first one (WY4). */
import { NotInThePast } from '../commit/moments.ts';
import type { AccountId } from '../ids.ts';
import { type Accrued, accruedUntil, type TracedAccount } from './traced-accounts.ts';
import { OtherVersion, type TracedTurns } from './traced-turns.ts';
import type { TracedPosting, TurnTrace } from './turn-trace.ts';

/** A turn that changed the account. */
export interface AccountTurn extends Pick<TurnTrace, 'turn' | 'at' | 'tick' | 'command' | 'askedIn'> {
  readonly account: TracedAccount;
  /** Those that it paid or got. */
  readonly postings: readonly TracedPosting[];
}

export interface AccountHistory {
  readonly account: AccountId;
  /** The turn after which it is looked at, and the tick that had begun by then. */
  readonly turn: number;
  readonly tick: number;
  /** Millicredits. */
  readonly balance: number;
  /** Since the newest of the turns. */
  readonly since: Accrued;
  /** The newest first. */
  readonly turns: readonly AccountTurn[];
  readonly end: AccountEnd;
}

/** How the turns end. `opened`: with the first one that changed the account, or there is none. */
export type AccountEnd =
  | { readonly type: 'opened' }
  | { readonly type: 'unknown'; readonly note: string }
  /** There is more, from this turn on. */
  | { readonly type: 'longer'; readonly turn: number };

/** Throws as `TracedTurns` does where the state after `turn` cannot be opened. */
export async function accountHistory(
  turns: TracedTurns,
  account: AccountId,
  turn: number,
  turnsMax: number,
): Promise<AccountHistory> {
  const state = await turns.stateAfter(turn);
  const { tick } = state.counters;
  const since = accruedUntil(state.account(account), tick);
  const asked = { account, turn, tick, balance: since.balance + since.upkeep, since };
  const found: AccountTurn[] = [];
  let next = since.turn;
  while (next > 0) {
    if (found.length === turnsMax) return { ...asked, turns: found, end: { type: 'longer', turn: next } };
    const one = await accountTurn(turns, account, next);
    if (typeof one === 'string') return { ...asked, turns: found, end: { type: 'unknown', note: one } };
    found.push(one);
    next = one.account.since.turn;
  }
  return { ...asked, turns: found, end: { type: 'opened' } };
}

/** A sentence where the turn cannot be run again. */
async function accountTurn(turns: TracedTurns, id: AccountId, number: number): Promise<AccountTurn | string> {
  try {
    const { turn, at, tick, command, askedIn, accounts, messages } = await turns.turn(number);
    const account = accounts.find((one) => one.account === id);
    if (account === undefined) return `Turn ${turn} is said to have changed ${id}, and has not.`;
    const all = messages.flatMap(({ postings }) => postings);
    const postings = all.filter(({ from, to }) => from === id || to === id);
    return { turn, at, tick, command, askedIn, account, postings };
  } catch (cause) {
    if (cause instanceof OtherVersion || cause instanceof NotInThePast) return cause.message;
    throw cause;
  }
}
