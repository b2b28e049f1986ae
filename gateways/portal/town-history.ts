/**
 * The town as the chronicle tells it: who came when, who ended when, in the order in which that happened, from the first tick on. Who has
 * which lot follows from that alone, so that nothing moves at a restart of the city, and the past shows what stood then where it stood.
 * A place that ended leaves a ruin on its lot for some days; the dead are remembered in the grove.
 *
 * What has been read is summed up now and then (`town-summary.ts`), so that a start reads only what came since. Of a chronicle that has
 * never been summed up it reads a slice at a time, while the town is shown as far as it is known. It remembers who has a lot, and nobody
 * else: a land has so many.
 */
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { JournalUnavailable } from '../../engine/ports.ts';
import { Land } from '../../land/land.ts';
import { Town } from '../../land/town.ts';
import type { ChronicleRows, Entry, Subject } from '../chronicle/chronicle-rows.ts';
import { told } from '../chronicle/noteworthy.ts';
import { summaryName, summaryOf, type TownSummary } from './town-summary.ts';

/** Entries that are read at once: some milliseconds of work, between which everything else goes on. */
const readMax = 500;
/** So long a look at the town waits for what is being read: longer than a start takes that has something to go on from. */
const waitMs = 2_000;
/** Lots that are looked up at once: each may be in a ward that is not cut up yet. */
const resumedAtOnce = 8;
/** After so many entries it is summed up again. */
const summedMax = 20_000;
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
  /** Null where the chronicle does not tell: of who died before events told of faces. */
  readonly face: string | null;
}

/** What a town reads and keeps. */
export type TownRows = Pick<ChronicleRows, 'following' | 'summary' | 'keepSummary'>;

export class TownHistory {
  readonly land: Land;
  readonly town: Town;
  readonly #rows: TownRows;
  /** Places that have a lot. */
  readonly #standing = new Map<string, Standing>();
  #ruins: readonly Ruin[] = [];
  #graves: readonly Grave[] = [];
  #deaths = 0;
  /** The entry that was read last; undefined before it is known from where to read. */
  #read: number | undefined;
  /** Entries that were read since it was summed up. */
  #unsummed = 0;
  #reading: Promise<void> | undefined;

  constructor(seed: string, rows: TownRows) {
    this.land = new Land(seed);
    this.town = new Town(this.land);
    this.#rows = rows;
  }

  /** Resolves when all has been read, or after a moment: it goes on reading then. As far as it has come while the database is away. */
  async readOn(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    const late = new AbortController();
    try {
      await Promise.race([this.#reading, sleep(waitMs, undefined, { signal: late.signal })]);
    } finally {
      late.abort();
    }
  }

  /** Since when it stands; undefined where the chronicle does not tell, and of who has no lot. */
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
      this.#read ??= await this.#resumed();
      for (;;) {
        const entries = await this.#rows.following(this.#read, readMax);
        this.#learnAll(entries);
        if (this.#unsummed >= summedMax) await this.#sumUp();
        if (entries.length < readMax) return;
        await breathe();
      }
    } catch (cause) {
      if (!(cause instanceof JournalUnavailable)) throw cause;
    }
  }

  /** Takes up the last summary; the entry up to which it reaches, 0 where there is none. */
  async #resumed(): Promise<number> {
    const kept = await this.#rows.summary(summaryName(this.land.seed));
    const summary = kept === undefined ? undefined : summaryOf(kept.body);
    if (kept === undefined || summary === undefined) return 0;
    for (const [at, [, lot]] of summary.lots.entries()) {
      if (at % resumedAtOnce === 0) await breathe();
      // Of another land than this version makes: it is read again.
      if (this.land.lot(lot) === undefined) return 0;
    }
    for (const [key, lot] of summary.lots) this.town.resume(key, lot);
    for (const { key, name, since } of summary.standing) this.#standing.set(key, { name, since });
    [this.#ruins, this.#graves, this.#deaths] = [summary.ruins, summary.graves, summary.deaths];
    return kept.seq;
  }

  async #sumUp(): Promise<void> {
    if (this.#read === undefined) return;
    const summary: TownSummary = {
      lots: this.town.lots,
      standing: [...this.#standing].map(([key, { name, since }]) => ({ key, name, since })),
      ...{ ruins: this.#ruins, graves: this.#graves, deaths: this.#deaths },
    };
    const kept = { name: summaryName(this.land.seed), seq: this.#read, body: JSON.stringify(summary) };
    await this.#rows.keepSummary(kept);
    this.#unsummed = 0;
  }

  #learnAll(entries: readonly Entry[]): void {
    for (const { seq, tick, about, body } of entries) {
      const { learned, face } = told({ body }) ?? {};
      if (learned !== undefined && about.length > 0) this.#learn(learned, tick, face);
      else if (learned !== undefined) this.#forget(learned.id);
      this.#read = seq;
    }
    this.#unsummed += entries.length;
  }

  #learn({ id, name, since, until }: Subject, tick: number, face: string | undefined): void {
    this.#clear(tick);
    const isPlace = id.startsWith('place:');
    if (since !== null) {
      const lot = this.town.come({ key: id, use: isPlace ? 'place' : 'home' });
      if (isPlace && lot !== undefined) this.#standing.set(id, { name: name ?? id, since });
    }
    if (until === null) return;
    if (isPlace) {
      const known = this.#standing.get(id);
      this.#standing.delete(id);
      if (known !== undefined) this.#ruins = [...this.#ruins, { key: id, name: known.name, until }];
      return;
    }
    this.town.go(id);
    this.#bury({ id: id.slice(id.indexOf(':') + 1), name: name ?? id, face: face ?? null });
  }

  /** It ended where no stranger could see it: it leaves no ruin, and its lot can be taken again. */
  #forget(id: string): void {
    this.#standing.delete(id);
    this.town.go(id);
  }

  #bury(dead: Omit<Grave, 'grave'>): void {
    this.#graves = [...this.#graves, { ...dead, grave: this.#deaths % gravesMax }].slice(-gravesMax);
    this.#deaths += 1;
  }

  /** Lots of ruins that are gone by now can be taken again. */
  #clear(tick: number): void {
    const left = this.ruinsAt(tick).slice(-ruinsMax);
    for (const { key } of this.#ruins) if (!left.some((ruin) => ruin.key === key)) this.town.go(key);
    this.#ruins = left;
  }
}
