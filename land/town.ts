/**
 * Who has which lot. Whoever comes takes a free one, in the order of birth, and keeps it until it is gone: nothing that stands moves while
 * others come and go. It looks for one near the square first, in the order that follows from its own name, so that a town that is settled
 * anew has nearly everybody where they were.
 *
 * Rejected: lots by number of birth. A town of twelve would wander through the land as its people die and are born.
 */
import type { Land } from './land.ts';
import type { Lot } from './lots.ts';
import { hashOf } from './random.ts';

/** What wants a lot: homes lie on quiet streets, places on busy ones. */
export type Use = 'home' | 'place';

export interface Settler {
  /** Of its own among homes and places: `resident:` or `place:` and the id. */
  readonly key: string;
  readonly use: Use;
}

/** The wards in which one looks for a lot at once; each time half as many more. */
const wardsAtFirst = 4;
/** Lots that one tries among those. */
const triesMax = 4;

export class Town {
  readonly #land: Land;
  readonly #lots = new Map<string, Lot>();
  readonly #taken = new Set<number>();
  /** What `#within` found. */
  readonly #searched = new Map<string, readonly Lot[]>();

  constructor(land: Land) {
    this.#land = land;
  }

  /** These are there now, in the order in which they came: others have left, and new ones get lots. */
  settle(settlers: readonly Settler[]): void {
    const there = new Set(settlers.map(({ key }) => key));
    for (const [key, { id }] of this.#lots)
      if (!there.has(key)) {
        this.#lots.delete(key);
        this.#taken.delete(id);
      }
    for (const settler of settlers) if (!this.#lots.has(settler.key)) this.#take(settler);
  }

  /** Undefined when it has none: the land is full. */
  lotOf(key: string): Lot | undefined {
    return this.#lots.get(key);
  }

  #take({ key, use }: Settler): void {
    const lot = this.#search(key, use);
    if (lot === undefined) return;
    this.#lots.set(key, lot);
    this.#taken.add(lot.id);
  }

  #search(key: string, use: Use): Lot | undefined {
    const { lastWard } = this.#land;
    for (let first = 1, count = wardsAtFirst; first <= lastWard; first += count, count = Math.ceil(count * 1.5)) {
      const lots = this.#within(first, Math.min(lastWard, first + count - 1), use);
      for (let attempt = 0; attempt < triesMax; attempt++) {
        const lot = lots[hashOf(`${attempt} ${key}`) % lots.length];
        if (lot !== undefined && !this.#taken.has(lot.id)) return lot;
      }
    }
    return this.#within(1, lastWard, undefined).find(({ id }) => !this.#taken.has(id));
  }

  /** The lots of these wards for this use, taken or not: which one is tried must not depend on who is there. */
  #within(first: number, last: number, use: Use | undefined): readonly Lot[] {
    const name = `${first} ${last} ${use}`;
    const known = this.#searched.get(name);
    if (known !== undefined) return known;
    const lots: Lot[] = [];
    this.#searched.set(name, lots);
    for (let ward = first; ward <= last; ward++)
      for (const lot of this.#land.ward(ward).lots)
        if (use === undefined || lot.isBusy === (use === 'place')) lots.push(lot);
    return lots;
  }
}
