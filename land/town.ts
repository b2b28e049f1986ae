/**
 * Who has which lot. Whoever comes takes a free one and keeps it until it goes: nothing that stands moves while others come and go. It
 * looks for one near the square first, among lots that follow from its own name. Who has which lot follows from the order in which all have
 * come and gone, and from nothing else: whoever is told the same history has the same town.
 *
 * Rejected: lots by number of birth. A town of twelve would wander through the land as its people die and are born. Lots by who is there
 * now: one that was taken when somebody came and is free today would be given to it at the next start.
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
const noneUsed: ReadonlySet<number> = new Set();

export class Town {
  readonly #land: Land;
  readonly #lots = new Map<string, Lot>();
  readonly #taken = new Set<number>();
  /** Lots of those who are there, but of whom history has not told. */
  #guests: ReadonlyMap<string, Lot> = new Map();
  /** What `#within` found. */
  readonly #searched = new Map<string, readonly Lot[]>();

  constructor(land: Land) {
    this.#land = land;
  }

  /** It takes a lot, whatever guests have. Undefined when it has none: the land is full. */
  come({ key, use }: Settler): Lot | undefined {
    const had = this.#lots.get(key);
    if (had !== undefined) return had;
    const lot = this.#search(key, use, noneUsed);
    if (lot === undefined) return undefined;
    this.#lots.set(key, lot);
    this.#taken.add(lot.id);
    return lot;
  }

  /** Who has which lot, in the order in which they came. */
  get lots(): readonly (readonly [string, number])[] {
    return [...this.#lots].map(([key, { id }]) => [key, id] as const);
  }

  /** Has this lot again, as it had it before. False where it cannot: there is no such lot, or another has it. */
  resume(key: string, id: number): boolean {
    const lot = this.#land.lot(id);
    if (lot === undefined || this.#taken.has(id) || this.#lots.has(key)) return false;
    this.#lots.set(key, lot);
    this.#taken.add(id);
    return true;
  }

  go(key: string): void {
    const lot = this.#lots.get(key);
    if (lot === undefined) return;
    this.#lots.delete(key);
    this.#taken.delete(lot.id);
  }

  /**
   * Exactly these are guests now, in the order in which they came. A guest has the lot that it would take if it came now, and keeps that
   * until it comes, goes, or somebody else takes the lot.
   */
  host(guests: readonly Settler[]): void {
    const kept = new Map<string, Lot>();
    const used = new Set<number>();
    const fresh = guests.filter(({ key }) => {
      const lot = this.#guests.get(key);
      if (this.#lots.has(key)) return false;
      if (lot === undefined || this.#taken.has(lot.id)) return true;
      kept.set(key, lot);
      used.add(lot.id);
      return false;
    });
    for (const { key, use } of fresh) {
      const lot = this.#search(key, use, used);
      if (lot === undefined) continue;
      kept.set(key, lot);
      used.add(lot.id);
    }
    this.#guests = kept;
  }

  lotOf(key: string): Lot | undefined {
    return this.#lots.get(key) ?? this.#guests.get(key);
  }

  /** `used`: lots that others have besides those that are taken. */
  #search(key: string, use: Use, used: ReadonlySet<number>): Lot | undefined {
    const { lastWard } = this.#land;
    const isFree = (id: number) => !this.#taken.has(id) && !used.has(id);
    for (let first = 1, count = wardsAtFirst; first <= lastWard; first += count, count = Math.ceil(count * 1.5)) {
      const lots = this.#within(first, Math.min(lastWard, first + count - 1), use);
      for (let attempt = 0; attempt < triesMax; attempt++) {
        const lot = lots[hashOf(`${attempt} ${key}`) % lots.length];
        if (lot !== undefined && isFree(lot.id)) return lot;
      }
    }
    const all = this.#within(1, lastWard, undefined);
    // Of a land that is full nobody looks through every lot.
    return this.#taken.size + used.size < all.length ? all.find(({ id }) => isFree(id)) : undefined;
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
