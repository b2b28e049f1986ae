/**
 * What all accounts hold, by group, and how unevenly: a walk over the whole book, in slices between which the city goes on. Accounts
 * that change meanwhile are counted as they are when the walk meets them; nothing but the operator's overview is made of it.
 */
import type { AccountId } from '../ids.ts';
import type { Clock } from '../ports.ts';
import { type Account, balanceAt } from './ledger.ts';

/** Accounts of one group. */
export interface CensusGroup {
  readonly count: number;
  /** Millicredits. */
  readonly balance: number;
  /** Gini coefficient of what they hold: 0 when all hold the same, near 1 when one holds all; null when they hold nothing. */
  readonly gini: number | null;
}

export interface Book {
  readonly accounts: ReadonlyMap<AccountId, Account>;
  readonly counters: { readonly tick: number };
}

const accountsAtOnce = 500;
/** Balances that differ by less than 1/256 of a doubling count as the same: the coefficient is exact to some 0.001. */
const bucketsPerDoubling = 256;

/** Balances of about the same size. */
interface Bucket {
  count: number;
  balance: number;
}

/** Counts every account under the group that `groupOf` names; those of no group are left out. */
export async function takeCensus(
  { accounts, counters }: Book,
  clock: Pick<Clock, 'yield'>,
  groupOf: (id: AccountId) => string | undefined,
): Promise<Readonly<Record<string, CensusGroup>>> {
  const groups = new Map<string, Map<number, Bucket>>();
  let seen = 0;
  for (const [id, account] of accounts) {
    seen += 1;
    if (seen % accountsAtOnce === 0) await clock.yield();
    const group = groupOf(id);
    if (group === undefined) continue;
    const buckets = groups.get(group) ?? new Map<number, Bucket>();
    groups.set(group, buckets);
    count(buckets, balanceAt(account, counters.tick));
  }
  return Object.fromEntries([...groups].map(([name, buckets]) => [name, summedUp(buckets)]));
}

function count(buckets: Map<number, Bucket>, balance: number): void {
  const size = Math.floor(bucketsPerDoubling * Math.log2(1 + Math.max(0, balance)));
  const bucket = buckets.get(size);
  if (bucket === undefined) buckets.set(size, { count: 1, balance });
  else {
    bucket.count += 1;
    bucket.balance += balance;
  }
}

function summedUp(buckets: ReadonlyMap<number, Bucket>): CensusGroup {
  const rising = [...buckets].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
  const total = { count: 0, balance: 0 };
  for (const bucket of rising) {
    total.count += bucket.count;
    total.balance += bucket.balance;
  }
  return { gini: giniOf(rising, total), ...total };
}

/** One minus twice the area under the Lorenz curve, by trapezoids. */
function giniOf(rising: readonly Bucket[], total: Bucket): number | null {
  if (total.balance <= 0) return null;
  let area = 0;
  let held = 0;
  for (const { count, balance } of rising) {
    area += (count / total.count) * ((2 * held + balance) / total.balance);
    held += balance;
  }
  return Math.max(0, 1 - area);
}
