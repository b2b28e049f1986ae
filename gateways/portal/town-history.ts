/**
 * The town as the chronicle tells it: who came when, who ended when, in the order in which that happened, from the first tick on. Who has
 * which lot follows from that alone, so that nothing moves at a restart of the city, and the past shows what stood then where it stood.
 * A place that ended leaves a ruin on its lot for some days; the dead are remembered in the grove.
 */
import { JournalUnavailable } from '../../engine/ports.ts';
import { Land } from '../../land/land.ts';
import { Town } from '../../land/town.ts';
import type { ChronicleRows, Subject } from '../chronicle/chronicle-rows.ts';
import { told } from '../chronicle/noteworthy.ts';

/** Entries that are read at once. */
const readMax = 1_000;
/** A lot is free again after ten days of the city, or when so many other places have ended. */
const ruinTicks = 240;
const ruinsMax = 24;
/** Graves in the grove: the next one takes the place of the oldest. */
const gravesMax = 60;

interface Standing {
  readonly name: string;
  readonly since: number;
}

export interface Ruin {
  readonly key: string;
  readonly name: string;
  readonly until: number;
}

export interface Grave {
  readonly id: string;
  readonly name: string;
  /** Its spot in the grove. */
  readonly grave: number;
}

export class TownHistory {
  readonly land: Land;
  readonly town: Town;
  readonly #rows: Pick<ChronicleRows, 'following'>;
  readonly #standing = new Map<string, Standing>();
  #ruins: readonly Ruin[] = [];
  readonly #graves: Grave[] = [];
  #deaths = 0;
  /** The entry that was read last. */
  #read = 0;
  #reading: Promise<void> | undefined;

  constructor(seed: string, rows: Pick<ChronicleRows, 'following'>) {
    this.land = new Land(seed);
    this.town = new Town(this.land);
    this.#rows = rows;
  }

  /** Reads on to the end; as far as it has come while the database is away. */
  async readOn(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Since when it stands; undefined where the chronicle does not tell. */
  sinceOf(key: string): number | undefined {
    return this.#standing.get(key)?.since;
  }

  ruinsAt(tick: number): readonly Ruin[] {
    return this.#ruins.filter(({ until }) => until + ruinTicks > tick);
  }

  /** The last who died, the newest last. */
  get graves(): readonly Grave[] {
    return this.#graves;
  }

  async #readAll(): Promise<void> {
    try {
      for (;;) {
        const entries = await this.#rows.following(this.#read, readMax);
        for (const { seq, tick, body } of entries) {
          const learned = told(body)?.learned;
          if (learned !== undefined) this.#learn(learned, tick);
          this.#read = seq;
        }
        if (entries.length < readMax) return;
      }
    } catch (cause) {
      if (!(cause instanceof JournalUnavailable)) throw cause;
    }
  }

  #learn({ id, name, since, until }: Subject, tick: number): void {
    this.#clear(tick);
    if (since !== null) {
      this.#standing.set(id, { name: name ?? id, since });
      this.town.come({ key: id, use: id.startsWith('place:') ? 'place' : 'home' });
    }
    if (until === null) return;
    const known = this.#standing.get(id);
    this.#standing.delete(id);
    if (!id.startsWith('place:')) {
      this.town.go(id);
      this.#bury(id.slice(id.indexOf(':') + 1), name ?? known?.name ?? id);
    } else if (known !== undefined) this.#ruins = [...this.#ruins, { key: id, name: known.name, until }];
  }

  #bury(id: string, name: string): void {
    this.#graves.push({ id, name, grave: this.#deaths % gravesMax });
    this.#deaths += 1;
    if (this.#graves.length > gravesMax) this.#graves.shift();
  }

  /** Lots of ruins that are gone by now can be taken again. */
  #clear(tick: number): void {
    const left = this.ruinsAt(tick).slice(-ruinsMax);
    for (const { key } of this.#ruins) if (!left.some((ruin) => ruin.key === key)) this.town.go(key);
    this.#ruins = left;
  }
}
