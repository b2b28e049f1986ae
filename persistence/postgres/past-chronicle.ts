/** The chronicle as it was at a moment; none of a database on which no version with a chronicle has run. */
import type { Counters } from '../../engine/ports.ts';
import type {
  ChronicleRows,
  EntriesAsked,
  Entry,
  Subject,
  SubjectId,
  Summary,
  Top,
} from '../../gateways/chronicle/chronicle-rows.ts';
import { codeOf } from './database-errors.ts';

export class PastChronicleRows implements ChronicleRows {
  readonly #rows: ChronicleRows;
  readonly #at: Pick<Counters, 'seq' | 'tick'>;

  constructor(rows: ChronicleRows, at: Pick<Counters, 'seq' | 'tick'>) {
    this.#rows = rows;
    this.#at = at;
  }

  reach(): Promise<number> {
    return orElse(0, this.#rows.reach());
  }

  write(): Promise<void> {
    return Promise.resolve();
  }

  read(asked: EntriesAsked): Promise<readonly Entry[]> {
    return orElse([], this.#rows.read({ ...asked, before: Math.min(asked.before, this.#at.seq + 1) }));
  }

  async following(after: number, limit: number): Promise<readonly Entry[]> {
    const entries = await orElse([], this.#rows.following(after, limit));
    return entries.filter(({ seq }) => seq <= this.#at.seq);
  }

  /** None that knows what came since. */
  async summary(name: string): Promise<Summary | undefined> {
    const summary = await orElse(undefined, this.#rows.summary(name));
    return summary !== undefined && summary.seq <= this.#at.seq ? summary : undefined;
  }

  keepSummary(): Promise<void> {
    return Promise.resolve();
  }

  async subjects(ids: readonly SubjectId[]): Promise<readonly Subject[]> {
    const subjects = await orElse([], this.#rows.subjects(ids));
    return subjects.map((one) => (one.until !== null && one.until > this.#at.tick ? { ...one, until: null } : one));
  }

  living(firstWords: readonly string[], tick: number): Promise<readonly Subject[]> {
    return orElse([], this.#rows.living(firstWords, Math.min(tick, this.#at.tick)));
  }

  oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined> {
    return orElse(undefined, this.#rows.oldest(kind, Math.min(tick, this.#at.tick)));
  }

  longest(kind: 'resident' | 'place', before: number): Promise<Subject | undefined> {
    return orElse(undefined, this.#rows.longest(kind, Math.min(before, this.#at.tick + 1)));
  }

  /** None that counts what came since. */
  async tops(day: number, limit: number): Promise<readonly Top[]> {
    const tops = await orElse([], this.#rows.tops(day, limit));
    return tops.filter(({ seq }) => seq <= this.#at.seq);
  }

  countedDays(): Promise<readonly number[]> {
    return Promise.resolve([]);
  }

  dropTallies(): Promise<void> {
    return Promise.resolve();
  }
}

const noSuchTable = '42P01';

async function orElse<Value>(none: Value, reading: Promise<Value>): Promise<Value> {
  return reading.catch((cause: unknown) => {
    if (codeOf(cause) === noSuchTable) return none;
    throw cause;
  });
}
