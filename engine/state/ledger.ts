/**
 * The book of credits: what an account is and how postings and burns change it (L1 to L4). Pure arithmetic on immutable
 * accounts, in whole millicredits; the draft holds the pages, the turn writes them.
 *
 * Upkeep is never a loop. An account pays `burn` each tick and shows `balance - burn x (tick - since)`. The treasury
 * receives what all others pay: its burn is the negative sum of theirs, so both sides agree at every tick (L3).
 *
 * Rejected: a balance in each resident's context. Two places for one number, and a posting would need two turns.
 */
import { assert } from '../assert.ts';
import type { AccountId } from '../ids.ts';

export interface Account {
  /** Millicredits at tick `since`. */
  readonly balance: number;
  /** Millicredits a tick; the treasury's is negative: its income. */
  readonly burn: number;
  /** A burn that does not run: the owner could not pay and has been warned (L4). */
  readonly suspended: number;
  /** Millicredits of upkeep that dry ticks left unpaid; while there are any, no burn runs (L4). */
  readonly owed: number;
  readonly since: number;
  /** Millicredits received and spent in all, upkeep included, at tick `since`. */
  readonly earned: number;
  readonly spent: number;
  /** The turn that made this page. */
  readonly turn: number;
}

/** A movement of credits, in millicredits (L1). */
export interface Posting {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: number;
  readonly reason: string;
  /** True when the payee had paid the amount in: it has neither spent nor earned it. */
  readonly isRefund?: true;
}

/** The same as a turn has made it. */
export interface BookedPosting extends Posting {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tick: number;
  /** What both accounts show after it. */
  readonly payerBalance: number;
  readonly payeeBalance: number;
}

/** No balance beyond this, on either side of zero: doubles are exact to here. */
export const creditsMax = Number.MAX_SAFE_INTEGER;

export const emptyAccount: Account = {
  balance: 0,
  burn: 0,
  suspended: 0,
  owed: 0,
  since: 0,
  earned: 0,
  spent: 0,
  turn: 0,
};

/** Millicredits that the account shows at `tick`. */
export function balanceAt(account: Account, tick: number): number {
  return account.balance - account.burn * (tick - account.since);
}

/** Millicredits spent in all at `tick`, accrued upkeep included. */
export function shownSpent(account: Account, tick: number): number {
  return account.spent + Math.max(0, account.burn) * (tick - account.since);
}

/** Millicredits received in all at `tick`; the treasury's accrued income included. */
export function shownEarned(account: Account, tick: number): number {
  return account.earned + Math.max(0, -account.burn) * (tick - account.since);
}

/** What is paid each tick, running or suspended. */
export function burnOf(account: Account): number {
  return account.burn + account.suspended;
}

/** Whole ticks that the shown balance lasts; `Infinity` without a burn. A suspended burn counts, and what is owed comes first. */
export function runway(account: Account, tick: number): number {
  const perTick = burnOf(account);
  if (perTick <= 0) return Number.POSITIVE_INFINITY;
  return Math.floor(Math.max(0, balanceAt(account, tick) - account.owed) / perTick);
}

/** The first tick at which the account shows 0 or less; `Infinity` without a running burn. */
export function dryTick(account: Account): number {
  if (account.burn <= 0) return Number.POSITIVE_INFINITY;
  return account.since + Math.ceil(account.balance / account.burn);
}

/** The first tick at which the runway is at most `ticks`; `Infinity` without a running burn. */
export function lowTick(account: Account, ticks: number): number {
  if (account.burn <= 0) return Number.POSITIVE_INFINITY;
  // floor((balance - burn x d) / burn) <= ticks  <=>  floor(balance / burn) - d <= ticks
  return account.since + Math.max(0, Math.floor(account.balance / account.burn) - ticks);
}

/** The same account with what has accrued until `tick` written into its balance. */
export function settled(account: Account, tick: number, turn: number): Account {
  if (account.since === tick && account.turn === turn) return account;
  return {
    balance: balanceAt(account, tick),
    burn: account.burn,
    suspended: account.suspended,
    owed: account.owed,
    since: tick,
    earned: shownEarned(account, tick),
    spent: shownSpent(account, tick),
    turn,
  };
}

/** `account` after paying `amount`; the caller has settled it. */
export function debited(account: Account, amount: number): Account {
  return { ...account, balance: account.balance - amount, spent: account.spent + amount };
}

/** `account` after getting back `amount` that it had paid: as if it had not. The caller has settled it. */
export function refunded(account: Account, amount: number): Account {
  return { ...account, balance: account.balance + amount, spent: account.spent - amount };
}

/** `account` after receiving `amount`; the caller has settled it. */
export function credited(account: Account, amount: number): Account {
  assert(account.balance + amount <= creditsMax, '[L1] a balance beyond 2^53 - 1 millicredits');
  return { ...account, balance: account.balance + amount, earned: account.earned + amount };
}

/** `account` paying `delta` more each tick; while the burn waits the change waits with it (L3). The caller has settled it. */
export function reburned(account: Account, delta: number): Account {
  if (account.suspended > 0 || account.owed > 0) return { ...account, suspended: account.suspended + delta };
  return { ...account, burn: account.burn + delta };
}

/** `account` without its debt, which it has just paid. The caller has settled it. */
export function cleared(account: Account): Account {
  return { ...account, owed: 0 };
}

/** `account` run dry at `tick`: it pays what is left of the tick before, owes the rest, and its burn waits (L3, L4). Also what it paid. */
export function driedOut(
  account: Account,
  tick: number,
  turn: number,
): { readonly account: Account; readonly paid: number } {
  const before = settled(account, tick - 1, turn);
  const paid = before.balance;
  assert(paid >= 0 && paid <= account.burn, '[L3] a dry account pays at most one burn');
  assert(account.owed === 0, '[L4] no burn runs while something is owed');
  return {
    account: {
      ...before,
      balance: 0,
      burn: 0,
      suspended: account.burn,
      owed: account.burn - paid,
      since: tick,
      spent: before.spent + paid,
    },
    paid,
  };
}

/** Sums over accounts, in millicredits; `overdrawn`: those below zero that may not be, and those whose burn is. */
export interface Totals {
  readonly credits: number;
  readonly burn: number;
  readonly overdrawn: readonly AccountId[];
}

/** What `accounts` show at `tick`, in all. */
export function totalsOf(accounts: ReadonlyMap<AccountId, Account>, tick: number): Totals {
  let credits = 0;
  let burn = 0;
  const overdrawn: AccountId[] = [];
  for (const [id, account] of accounts) {
    credits += balanceAt(account, tick);
    burn += account.burn;
    if (id !== 'treasury' && (balanceAt(account, tick) < 0 || burnOf(account) < 0)) overdrawn.push(id);
  }
  return { credits, burn, overdrawn };
}
