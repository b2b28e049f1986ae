/**
 * What a turn did to accounts. Upkeep runs by itself (L3): of the ticks since the turn that changed an account before, no turn has taken
 * it, so it is told from the account as that turn left it.
 *
 * WY4  What the turn before left, the upkeep of the ticks since, what the turn posted and what its own tick took are what an account has
 *      after a turn, to the millicredit.
 */
import type { AccountId } from '../ids.ts';
import { type Account, type BookedPosting, balanceAt } from '../state/ledger.ts';

/** How an account came from the turn that changed it last to where it is looked at. `balance + upkeep` is what it then has. */
export interface Accrued {
  /** 0: no turn had changed it. */
  readonly turn: number;
  /** Millicredits that the turn left. */
  readonly balance: number;
  readonly ticks: number;
  /** Millicredits of each tick, below 0 for who pays; of the treasury what it gets. */
  readonly perTick: number;
  /** `ticks x perTick`. */
  readonly upkeep: number;
}

/** An account that a turn changed, in millicredits. `since.balance + since.upkeep = before`, and `before + posted + upkeep = after`. */
export interface TracedAccount {
  readonly account: AccountId;
  /** What was before the turn. */
  readonly since: Accrued;
  readonly before: number;
  readonly after: number;
  readonly posted: number;
  /** What the tick of the turn took, or gave to the treasury; 0 in a turn that moves no clock. */
  readonly upkeep: number;
}

/** Of the account as a turn left it, looked at when `tick` has begun. */
export function accruedUntil(page: Account, tick: number): Accrued {
  const { turn, balance } = page;
  // No page has waited for the first tick, and a burn of 0 is none.
  const [ticks, perTick] = turn === 0 ? [0, 0] : [tick - page.since, 0 - page.burn];
  return { turn, balance, ticks, perTick, upkeep: balanceAt(page, tick) - balance };
}

/** The pages of an account before a turn and after it. */
export interface ChangedAccount {
  readonly account: AccountId;
  readonly was: Account;
  readonly is: Account;
}

export interface AccountsOfTurn {
  readonly postings: readonly BookedPosting[];
  readonly tick: number;
  /** The tick before the turn. */
  readonly tickBefore: number;
  /** Of a turn that moves the clock: the account of the treasury. */
  readonly treasury: ChangedAccount | null;
}

export function tracedAccount({ account, was, is }: ChangedAccount, of: AccountsOfTurn): TracedAccount {
  const since = accruedUntil(was, of.tickBefore);
  const before = since.balance + since.upkeep;
  const [after, posted] = [balanceAt(is, of.tick), postedTo(account, of)];
  return { account, since, before, after, posted, upkeep: after - before - posted };
}

/** Millicredits that all others pay to the treasury at the tick of a turn; 0 where it moves no clock. */
export function upkeepOf(of: AccountsOfTurn): number {
  return of.treasury === null ? 0 : tracedAccount(of.treasury, of).upkeep;
}

const postedTo = (id: AccountId, { postings }: AccountsOfTurn): number =>
  postings.reduce((sum, { from, to, amount }) => sum + (to === id ? amount : 0) - (from === id ? amount : 0), 0);
