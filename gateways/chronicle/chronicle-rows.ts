/** What the chronicle is told of, as rows: written behind the feed, outside the journal. `persistence/` implements it. */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** `resident:vera-7` or `place:tea-house-3`. */
export type SubjectId = `resident:${string}` | `place:${string}`;

export interface Entry {
  /** That of the event. */
  readonly seq: number;
  readonly tick: number;
  /** Empty: nobody is told of it, and only `following` gives it. */
  readonly about: readonly SubjectId[];
  /** The event, as JSON text. */
  readonly body: string;
}

/** A resident or a place; null: not known, or not over. */
export interface Subject {
  readonly id: SubjectId;
  readonly name: string | null;
  /** When it was born or opened. */
  readonly since: number | null;
  /** When it died or was closed. */
  readonly until: number | null;
}

/** What was worked out of all entries up to a seq. */
export interface Summary {
  /** What it is for. */
  readonly name: string;
  readonly seq: number;
  /** JSON text. */
  readonly body: string;
}

/** What is counted of a day: calls of a service, words at a place, credits that were given, and put into the funds of a place. */
export type Counted = 'served' | 'spoke' | 'gave' | 'funded';

/** So often that was, since the last statement. */
export interface Tally {
  readonly day: number;
  readonly what: Counted;
  /** Where it was, or whose: the id of a place; empty where strangers do not see that. */
  readonly subject: string;
  /** By whom: the id of a resident; empty where strangers do not see that. */
  readonly other: string;
  readonly count: number;
  /** Credits. */
  readonly amount: number;
  /** That of the newest of the events. */
  readonly seq: number;
}

/** One of those of which a day counts most. */
export interface Top extends Omit<Tally, 'other' | 'day'> {
  /** How many did it. */
  readonly others: number;
  /** Who did it oftenest, and how often. */
  readonly other: string;
  readonly otherCount: number;
}

export interface EntriesAsked {
  /** Entries before this seq. */
  readonly before: number;
  readonly limit: number;
  /** Only what names it. */
  readonly about?: SubjectId;
  /** Only entries of these ticks, both included. */
  readonly ticks?: { readonly first: number; readonly last: number };
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface ChronicleRows {
  /** The seq up to which events have been read; 0 before the first. */
  reach(): Promise<number>;
  /**
   * Entries that are there already stay; of a subject, what is not null replaces what was known. One row for each subject, and for each
   * thing that is counted: tallies are added to what was counted before, unless events up to `reach` had been read.
   */
  write(
    entries: readonly Entry[],
    subjects: readonly Subject[],
    reach: number,
    tallies?: readonly Tally[],
  ): Promise<void>;
  /** Of each thing that is counted, those of which the day has most, the first first. */
  tops(day: number, limit: number): Promise<readonly Top[]>;
  /** Days before this one of which something is still counted. */
  countedDays(before: number): Promise<readonly number[]>;
  /** Drops what was counted of the day. */
  dropTallies(day: number): Promise<void>;
  /** Of those that are told, the newest first. */
  read(asked: EntriesAsked): Promise<readonly Entry[]>;
  /** Entries after this seq, also those of which nobody is told, the oldest first. */
  following(after: number, limit: number): Promise<readonly Entry[]>;
  /** Undefined where none was kept. */
  summary(name: string): Promise<Summary | undefined>;
  /** In place of the one before, unless that reaches further. */
  keepSummary(summary: Summary): Promise<void>;
  subjects(ids: readonly SubjectId[]): Promise<readonly Subject[]>;
  /** Residents who live at a tick and whose names begin with one of these words, some hundreds at most. */
  living(firstWords: readonly string[], tick: number): Promise<readonly Subject[]>;
  /** Of those that live or stand at a tick, the one that has for longest. */
  oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined>;
  /** Of those that have ended before a tick, the one that lived or stood for longest, the first of them. */
  longest(kind: 'resident' | 'place', before: number): Promise<Subject | undefined>;
}

/** Rows while the database is not open yet: requests for them are answered `busy`. */
export class OpeningChronicleRows implements ChronicleRows {
  readonly #rows = new Later<ChronicleRows>('the database', (why) => new JournalUnavailable(why));

  /** Passes calls on to the real tables from now on. */
  open(rows: ChronicleRows): void {
    this.#rows.set(rows);
  }

  async reach(): Promise<number> {
    return this.#rows.value.reach();
  }

  async write(...told: Parameters<ChronicleRows['write']>): Promise<void> {
    return this.#rows.value.write(...told);
  }

  async read(asked: EntriesAsked): Promise<readonly Entry[]> {
    return this.#rows.value.read(asked);
  }

  async following(after: number, limit: number): Promise<readonly Entry[]> {
    return this.#rows.value.following(after, limit);
  }

  async summary(name: string): Promise<Summary | undefined> {
    return this.#rows.value.summary(name);
  }

  async keepSummary(summary: Summary): Promise<void> {
    return this.#rows.value.keepSummary(summary);
  }

  async subjects(ids: readonly SubjectId[]): Promise<readonly Subject[]> {
    return this.#rows.value.subjects(ids);
  }

  async living(firstWords: readonly string[], tick: number): Promise<readonly Subject[]> {
    return this.#rows.value.living(firstWords, tick);
  }

  async oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined> {
    return this.#rows.value.oldest(kind, tick);
  }

  async longest(kind: 'resident' | 'place', before: number): Promise<Subject | undefined> {
    return this.#rows.value.longest(kind, before);
  }

  async tops(day: number, limit: number): Promise<readonly Top[]> {
    return this.#rows.value.tops(day, limit);
  }

  async countedDays(before: number): Promise<readonly number[]> {
    return this.#rows.value.countedDays(before);
  }

  async dropTallies(day: number): Promise<void> {
    return this.#rows.value.dropTallies(day);
  }
}
