/**
 * A double auction, as code of a pod and as the plain function that this code is made of; and traders of zero intelligence (D. K. Gode and
 * S. Sunder, Allocative efficiency of markets with zero-intelligence traders, J. Polit. Econ. 101, 1993). Each has one unit to buy or to
 * sell, and asks and offers at random: constrained, never at a loss, or unconstrained, at any price. Prices are whole numbers, and never
 * leave the auction: credits are paid for calls alone.
 */

import { looking, type Policy } from '../../population/policies/policy.ts';
import type { Dice } from '../../population/seeded-random.ts';

export interface Quote {
  readonly side: 'buy' | 'sell';
  readonly price: number;
}

interface Standing {
  readonly by: string;
  readonly price: number;
}

export interface Trade {
  readonly buyer: string;
  readonly seller: string;
  readonly price: number;
}

/** The best quotes that stand, and who has traded. */
export interface Book {
  readonly bid: Standing | null;
  readonly ask: Standing | null;
  readonly trades: readonly Trade[];
}

export const emptyBook: Book = { bid: null, ask: null, trades: [] };

/** A quote that meets the best of the other side is a trade at its price, which clears the book; a better one takes its side's place. */
export function quoted({ bid, ask, trades }: Book, { side, price }: Quote, by: string): Book {
  if (trades.some(({ buyer, seller }) => buyer === by || seller === by)) return { bid, ask, trades };
  const isBuyer = side === 'buy';
  const [own, other] = isBuyer ? [bid, ask] : [ask, bid];
  if (other !== null && (isBuyer ? price >= other.price : price <= other.price)) {
    const [buyer, seller] = isBuyer ? [by, other.by] : [other.by, by];
    return { bid: null, ask: null, trades: [...trades, { buyer, seller, price: other.price }] };
  }
  const isBetter = own === null || (isBuyer ? price > own.price : price < own.price);
  const best = isBetter ? { by, price } : own;
  return { bid: isBuyer ? best : bid, ask: isBuyer ? ask : best, trades };
}

/** The same function, around a store. */
const code = `const quoted = ${quoted};
export function handle(quote, caller) {
  const book = quoted(store.get('book') ?? ${JSON.stringify(emptyBook)}, quote, caller);
  store.set('book', book);
  return book;
}
`;

/** The tick in which traders begin: the pod stands. */
export const opensTick = 3;
const priceMax = 200;
/** Credits that keep the pod alive. */
const poolMin = 20;

export interface Trader {
  readonly side: Quote['side'];
  /** What the unit is worth to a buyer, or costs a seller. */
  readonly worth: number;
}

/** The number of the first: founders are counted, and the auctioneer is one of them. */
export const firstTrader = 3;

/** By the number in its name: buyers and sellers in turn, each worth or costing a step less or more than the one before. */
export function traderOf(id: string): Trader {
  const n = Number(id.split('-').at(-1)) - firstTrader;
  const step = 24 * Math.floor(n / 2);
  return n % 2 === 0 ? { side: 'buy', worth: 180 - step } : { side: 'sell', worth: 20 + step };
}

/** Uniform from 1 to the highest price, or to where a constrained trader would lose. */
export function quoteOf({ side, worth }: Trader, isConstrained: boolean, dice: Dice): Quote {
  if (!isConstrained) return { side, price: 1 + dice.integerBelow(priceMax) };
  return {
    side,
    price: side === 'buy' ? 1 + dice.integerBelow(worth) : worth + dice.integerBelow(priceMax - worth + 1),
  };
}

export const market: Policy = looking(
  () => [],
  ({ shop }) => {
    if (shop === null) return [{ type: 'build', price: 0, code }];
    return shop.pool < poolMin ? [{ type: 'fund', pod: shop.pod, amount: 2 * poolMin }] : [];
  },
);

/** `heard` is told of each book that a trader was answered. */
export const trader = (isConstrained: boolean, heard: (book: Book) => void): Policy =>
  looking(
    () => ['exits'],
    ({ id, tick, exits: [way] }, dice) => {
      if (way === undefined || tick < opensTick) return [];
      if (isBook(way.answer)) heard(way.answer);
      const input = { ...quoteOf(traderOf(id), isConstrained, dice) };
      return [{ type: 'buy', exit: way.exit, priceMax: 1, input }];
    },
  );

const isBook = (answer: unknown): answer is Book => typeof answer === 'object' && answer !== null && 'trades' in answer;

/** What the trades have won, of what the best could have: those of the highest worth with those of the lowest costs. */
export function efficiencyOf(trades: readonly Trade[], ids: readonly string[]): number {
  const worths = (side: Quote['side']) =>
    ids
      .map(traderOf)
      .filter((each) => each.side === side)
      .map(({ worth }) => worth);
  const costs = worths('sell').sort((a, b) => a - b);
  const best = worths('buy')
    .sort((a, b) => b - a)
    .reduce((sum, worth, n) => sum + Math.max(0, worth - (costs[n] ?? Number.POSITIVE_INFINITY)), 0);
  return trades.reduce((sum, { buyer, seller }) => sum + traderOf(buyer).worth - traderOf(seller).worth, 0) / best;
}
