/**
 * What a turn did to accounts. Upkeep runs by itself (L3): of the ticks since the turn that changed an account before, no turn has taken
 * it, so it is told from the account as that turn left it.
 *
 * WY4  What the turn before left, the upkeep of the ticks since, what the turn posted and what its own tick took are what an account has
 *      after a turn, to the millicredit.
 */
import type { AccountId } from '../ids.ts';
import { type Account, balanceAt } from '../state/ledger.ts';
import type { Draft } from '../turn/draft.ts';

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

/** The accounts that a draft changes, in the order in which it came to them. To be asked before the draft is sealed. */
export function tracedAccounts({ state, accounts, postings, tick }: Draft): readonly TracedAccount[] {
  const posted = postedTo(postings);
  return [...accounts].map(([account, page]) => {
    const since = accruedUntil(state.account(account), state.counters.tick);
    const before = since.balance + since.upkeep;
    const [after, by] = [balanceAt(page, tick), posted.get(account) ?? 0];
    return { account, since, before, after, posted: by, upkeep: after - before - by };
  });
}

/** Millicredits that all others pay to the treasury at the tick of a draft; 0 where it moves no clock. */
export function upkeepOf({ state, accounts, postings, tick }: Draft): number {
  if (tick === state.counters.tick) return 0;
  const [was, is] = [state.account('treasury'), accounts.get('treasury') ?? state.account('treasury')];
  return balanceAt(is, tick) - balanceAt(was, state.counters.tick) - (postedTo(postings).get('treasury') ?? 0);
}

function postedTo(postings: Draft['postings']): ReadonlyMap<AccountId, number> {
  const posted = new Map<AccountId, number>();
  const add = (id: AccountId, amount: number) => posted.set(id, (posted.get(id) ?? 0) + amount);
  for (const { from, to, amount } of postings) {
    add(from, -amount);
    add(to, amount);
  }
  return posted;
}
