/**
 * What the built-in policies are made of: to adopt, build, hire, work, buy, each a policy by itself. An hour is 12 ticks. Nobody is
 * cleverer than this: what such residents can live on, others can.
 */
import type { Act } from './act.ts';
import type { ExitSeen, Perception, Self } from './perception.ts';
import { looking, type Policy } from './policy.ts';

const hour = 12;
/** Whoever spends on others or on comfort keeps so many ticks for itself. */
const reserveTicks = 18;
/** What the city usually asks of a mentor. */
const donation = 25;
const firstPrice = 1;
/** What a shop usually costs: a tiny pod, a way to it where there are many already, and what its pool begins with. */
const usualBuildingCost = 20 + 30 + 8;
/** One visit in so many leads where it has never been, when it knows somewhere to buy. */
const exploresOneIn = 4;

/** What it may give, and does not need for so many ticks. */
const beyond = (ticks: number, { balance, burn, endowment }: Self): number =>
  balance - Math.max(ticks * burn, endowment);
const spare = (self: Self): number => beyond(reserveTicks, self);
const isFullHour = ({ age }: Self): boolean => age % hour === 0;

/** It answers to what it heard last of the job or the pod. */
const because = ({ lastEventOf }: Perception, about: string) => {
  const cause = lastEventOf.get(about);
  return cause === undefined ? {} : { cause };
};

const mayClaim = ({ sinceClaim }: Self): boolean => sinceClaim >= hour;
const isShort = ({ balance, burn }: Self): boolean => balance < 2 * hour * burn;

/** A job an hour, when one is to be had: the best paid. */
export const work = looking(
  (self) => (mayClaim(self) ? ['board', 'own jobs'] : ['own jobs']),
  (seen) => {
    const { claimed, jobs } = seen;
    const best = jobs.toSorted((a, b) => b.reward - a.reward)[0];
    return [
      ...claimed.map((job) => ({ type: 'submit', job, ...because(seen, job) }) as const),
      ...(best === undefined || !mayClaim(seen)
        ? []
        : [{ type: 'claim', job: best.id, ...because(seen, best.id) } as const]),
    ];
  },
);

/** The same, when its own means last less than two hours. */
export const workWhenShort = looking(
  (self) => (isShort(self) ? work.looks(self) : ['own jobs']),
  (seen, dice) => (isShort(seen) || seen.claimed.length > 0 ? work(seen, dice) : []),
);

const mayEnjoy = (self: Self): boolean => isFullHour(self) && spare(self) > 0;

/** A word an hour, and a service when a tenth of what is to spare pays for it: the cheapest that it knows, or one that it does not. */
export const enjoy = looking(
  (self) => (mayEnjoy(self) ? ['exits'] : []),
  (seen, dice) => {
    if (!mayEnjoy(seen)) return [];
    const priceMax = spare(seen) / 10;
    const open = seen.exits.filter(({ owner, toll }) => owner !== seen.id && toll === 0);
    const unknown = dice.pick(open.filter(({ price }) => price === undefined));
    const known = cheapest(open);
    const explores = known === undefined || known.price > priceMax || dice.integerBelow(exploresOneIn) === 0;
    const exit = explores ? (unknown?.exit ?? known?.exit) : known.exit;
    return [{ type: 'speak' }, ...(exit === undefined ? [] : [{ type: 'buy', exit, priceMax } as const])];
  },
);

function cheapest(exits: readonly ExitSeen[]): { readonly exit: string; readonly price: number } | undefined {
  const offers = exits.flatMap(({ exit, price }) => (typeof price === 'number' ? [{ exit, price }] : []));
  return offers.sort((a, b) => a.price - b.price)[0];
}

/** Adopts who waits as soon as that leaves it enough for so many ticks. */
function adopting(ticks: (self: Self) => number): Policy {
  const mayAdopt = (self: Self) => beyond(ticks(self), self) >= donation;
  return looking(
    (self) => (mayAdopt(self) ? ['souls'] : []),
    (seen) => (seen.soulsWait && mayAdopt(seen) ? [{ type: 'adopt' }] : []),
  );
}

/** For its own reserve, or for its last ticks. */
export const adopt = adopting(({ left }) => Math.min(left, reserveTicks));

/** For the rest of its life. */
export const adoptLate = adopting(({ left }) => left);

/** A shop as soon as it can pay for one; its price follows what is sold; its pool is kept above half an hour's upkeep. */
export const build = looking(
  () => [],
  (seen) => {
    const { shop, left, buildingCost } = seen;
    if (shop === null) {
      return left > 2 * hour && spare(seen) >= (buildingCost ?? usualBuildingCost)
        ? [{ type: 'build', price: firstPrice }]
        : [];
    }
    const acts: Act[] = [];
    if (shop.pool < hour / 2 && spare(seen) >= hour / 2)
      acts.push({ type: 'fund', pod: shop.pod, amount: hour / 2, ...because(seen, shop.pod) });
    if (isFullHour(seen)) {
      const factor = shop.soldThisHour >= 6 ? 1.15 : shop.soldThisHour < 3 ? 0.9 : 1;
      const price = Math.min(5, Math.max(0.2, Math.round(shop.price * factor * 100) / 100));
      if (price !== shop.price) acts.push({ type: 'price', pod: shop.pod, price });
    }
    return acts;
  },
);

/** It answers work at once, and has a little done each hour while it has a shop and can pay for it. */
export const hire = looking(
  () => ['own jobs'],
  (seen) => [
    ...seen.toAccept.map((job) => ({ type: 'accept', job, ...because(seen, job) }) as const),
    ...(isFullHour(seen) && seen.shop !== null && seen.posted === 0 && spare(seen) >= 10
      ? [{ type: 'hire', reward: 2 } as const]
      : []),
  ],
);
