/**
 * How simulated residents live: what one perceives of the city -> what it does in this tick. Pure. Amounts are credits, an hour is
 * 12 ticks. Nobody is cleverer than this: what such residents can live on, others can.
 */

/** What a resident knows when it decides. */
export interface Perceived {
  /** Ticks since its birth, and until its natural end. */
  readonly age: number;
  readonly left: number;
  readonly balance: number;
  /** What each tick takes. */
  readonly burn: number;
  /** Ticks since it claimed a job; `Infinity` when it never has. */
  readonly sinceClaim: number;
  /** The best paid job that is open where it stands and not its own. */
  readonly openJob: string | null;
  /** Jobs that it has claimed and not submitted, and jobs of its own that wait for its answer. */
  readonly claimed: readonly string[];
  readonly toAccept: readonly string[];
  /** Jobs of its own that have not ended. */
  readonly posted: number;
  /** The cheapest service of another. */
  readonly shop: Shop | null;
  readonly own: (Shop & { readonly pool: number; readonly soldThisHour: number }) | null;
  readonly soulsWait: boolean;
  /** What a tiny pod with a way from the Commons costs now, with what its pool begins with. */
  readonly buildingCost: number;
}

export interface Shop {
  readonly pod: string;
  readonly price: number;
}

export type Act =
  | { readonly type: 'claim' | 'submit' | 'accept'; readonly job: string }
  | { readonly type: 'hire'; readonly reward: number }
  | { readonly type: 'adopt' | 'speak' }
  | { readonly type: 'build'; readonly price: number }
  | { readonly type: 'buy'; readonly shop: Shop }
  | { readonly type: 'fund'; readonly pod: string; readonly amount: number }
  | { readonly type: 'price'; readonly pod: string; readonly price: number };

type Policy = (seen: Perceived) => readonly Act[];

const hour = 12;
/** Whoever spends on others or on comfort keeps so many ticks for itself. */
const reserveTicks = 18;
const donation = 25;
const firstPrice = 1;

const spare = ({ balance, burn }: Perceived): number => balance - reserveTicks * burn;
const isFullHour = ({ age }: Perceived): boolean => age % hour === 0;

/** A job an hour, when one is to be had. */
const work: Policy = ({ claimed, openJob, sinceClaim }) => [
  ...claimed.map((job) => ({ type: 'submit', job }) as const),
  ...(openJob === null || sinceClaim < hour ? [] : [{ type: 'claim', job: openJob } as const]),
];

/** The same, when its own means last less than two hours. */
const workWhenShort: Policy = (seen) =>
  seen.balance < 2 * hour * seen.burn || seen.claimed.length > 0 ? work(seen) : [];

/** A word an hour, and a service when a tenth of what is to spare pays for it. */
const enjoy: Policy = (seen) => {
  if (!isFullHour(seen) || spare(seen) <= 0) return [];
  const { shop } = seen;
  const buys = shop !== null && shop.price <= spare(seen) / 10;
  return [{ type: 'speak' }, ...(buys ? [{ type: 'buy', shop } as const] : [])];
};

/** As soon as enough is left for its own reserve, or for its last ticks. */
const adopt: Policy = ({ balance, burn, left, soulsWait }) =>
  soulsWait && balance - donation >= burn * Math.min(left, reserveTicks) ? [{ type: 'adopt' }] : [];

/** Out of what its own life will not need. */
const adoptLate: Policy = ({ balance, burn, left, soulsWait }) =>
  soulsWait && balance - donation >= burn * left ? [{ type: 'adopt' }] : [];

/** A shop as soon as it can pay one; its price follows what is sold; its pool is kept above an hour's upkeep. */
const build: Policy = (seen) => {
  const { own, left } = seen;
  if (own === null)
    return left > 2 * hour && spare(seen) >= seen.buildingCost ? [{ type: 'build', price: firstPrice }] : [];
  const acts: Act[] = [];
  if (own.pool < hour / 2 && spare(seen) >= hour / 2) acts.push({ type: 'fund', pod: own.pod, amount: hour / 2 });
  if (isFullHour(seen)) {
    const factor = own.soldThisHour >= 6 ? 1.15 : own.soldThisHour < 3 ? 0.9 : 1;
    const price = Math.min(5, Math.max(0.2, Math.round(own.price * factor * 100) / 100));
    if (price !== own.price) acts.push({ type: 'price', pod: own.pod, price });
  }
  return acts;
};

/** It answers work at once, and has a little done each hour while it can pay for it. */
const hire: Policy = (seen) => [
  ...seen.toAccept.map((job) => ({ type: 'accept', job }) as const),
  ...(isFullHour(seen) && seen.own !== null && seen.posted === 0 && spare(seen) >= 10
    ? [{ type: 'hire', reward: 2 } as const]
    : []),
];

const all =
  (...policies: readonly Policy[]): Policy =>
  (seen) =>
    policies.flatMap((policy) => policy(seen));

export const policies = {
  worker: all(work, enjoy),
  builder: all(workWhenShort, hire, build, enjoy),
  mentor: all(work, adopt),
  mixed: all(work, hire, build, enjoy, adoptLate),
  idler: () => [],
} as const satisfies Readonly<Record<string, Policy>>;

export type PolicyName = keyof typeof policies;

export const policyNames = ['worker', 'builder', 'mentor', 'mixed', 'idler'] as const satisfies readonly PolicyName[];

/** Who is born, in this order over and over: of 12, four work, two build, three mentor, two do some of all, one does nothing. */
export const births: readonly PolicyName[] = [
  ...(['worker', 'mentor', 'builder', 'worker', 'mixed', 'idler'] as const),
  ...(['worker', 'mentor', 'builder', 'worker', 'mentor', 'mixed'] as const),
];

/** The policy of the resident of this name. */
export function policyOf(name: string): PolicyName {
  return policyNames.find((policy) => policy === name) ?? 'idler';
}
