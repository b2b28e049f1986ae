/** Rows of the chronicle, in memory. Passes the same contract as Postgres. */
import type {
  ChronicleRows,
  EntriesAsked,
  Entry,
  Subject,
  SubjectId,
  Summary,
  Tally,
  Top,
} from '../../gateways/chronicle/chronicle-rows.ts';
import { MemoryStore } from './memory-database.ts';

/** Residents whose names begin alike that are found at once. */
const livingMax = 400;

/** Rows on `store`, which outlives them as a database does. */
export class MemoryChronicleRows implements ChronicleRows {
  readonly #kept: MemoryStore['chronicle'];

  constructor(store: MemoryStore = new MemoryStore()) {
    this.#kept = store.chronicle;
  }

  reach(): Promise<number> {
    return Promise.resolve(this.#kept.reach);
  }

  write(
    entries: readonly Entry[],
    subjects: readonly Subject[],
    reach: number,
    tallies: readonly Tally[] = [],
  ): Promise<void> {
    const kept = this.#kept;
    if (reach > kept.reach) for (const tally of tallies) this.#count(tally);
    for (const entry of entries) if (!kept.entries.has(entry.seq)) kept.entries.set(entry.seq, entry);
    for (const { id, name, since, until } of subjects) {
      const known = kept.subjects.get(id);
      kept.subjects.set(id, {
        id,
        name: name ?? known?.name ?? null,
        since: since ?? known?.since ?? null,
        until: until ?? known?.until ?? null,
      });
    }
    kept.reach = Math.max(kept.reach, reach);
    return Promise.resolve();
  }

  read({ before, limit, about, ticks }: EntriesAsked): Promise<readonly Entry[]> {
    const isAsked = (entry: Entry) =>
      entry.seq < before &&
      entry.about.length > 0 &&
      (about === undefined || entry.about.includes(about)) &&
      (ticks === undefined || (entry.tick >= ticks.first && entry.tick <= ticks.last));
    const asked = [...this.#kept.entries.values()].filter(isAsked).sort((a, b) => b.seq - a.seq);
    return Promise.resolve(asked.slice(0, limit));
  }

  following(after: number, limit: number): Promise<readonly Entry[]> {
    const entries = [...this.#kept.entries.values()].filter(({ seq }) => seq > after);
    return Promise.resolve(entries.sort((a, b) => a.seq - b.seq).slice(0, limit));
  }

  summary(name: string): Promise<Summary | undefined> {
    return Promise.resolve(this.#kept.summaries.get(name));
  }

  keepSummary(summary: Summary): Promise<void> {
    const { summaries } = this.#kept;
    if ((summaries.get(summary.name)?.seq ?? -1) < summary.seq) summaries.set(summary.name, summary);
    return Promise.resolve();
  }

  subjects(ids: readonly SubjectId[]): Promise<readonly Subject[]> {
    return Promise.resolve(ids.flatMap((id) => this.#kept.subjects.get(id) ?? []));
  }

  living(firstWords: readonly string[], tick: number): Promise<readonly Subject[]> {
    const words = new Set(firstWords);
    const living = [...this.#kept.subjects.values()].filter(
      ({ id, name, since, until }) =>
        id.startsWith('resident:') &&
        words.has(name?.split(' ')[0] ?? '') &&
        since !== null &&
        since <= tick &&
        (until === null || until > tick),
    );
    return Promise.resolve(living.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, livingMax));
  }

  oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined> {
    const standing = [...this.#kept.subjects.values()].filter(
      ({ id, since, until }) =>
        id.startsWith(`${kind}:`) && since !== null && since <= tick && (until === null || until > tick),
    );
    const byAge = (a: Subject, b: Subject) => (a.since ?? 0) - (b.since ?? 0) || (a.id < b.id ? -1 : 1);
    return Promise.resolve(standing.sort(byAge)[0]);
  }

  longest(kind: 'resident' | 'place', before: number): Promise<Subject | undefined> {
    const span = ({ since, until }: Subject) => (until ?? 0) - (since ?? 0);
    const ended = [...this.#kept.subjects.values()].filter(
      ({ id, since, until }) => id.startsWith(`${kind}:`) && since !== null && until !== null && until < before,
    );
    const byAge = (a: Subject, b: Subject) =>
      span(b) - span(a) || (a.until ?? 0) - (b.until ?? 0) || (a.id < b.id ? -1 : 1);
    return Promise.resolve(ended.sort(byAge)[0]);
  }

  tops(day: number, limit: number): Promise<readonly Top[]> {
    const bySubject = new Map<string, Tally[]>();
    for (const tally of this.#kept.tallies.values()) {
      if (tally.day !== day) continue;
      const key = `${tally.what} ${tally.subject}`;
      bySubject.set(key, [...(bySubject.get(key) ?? []), tally]);
    }
    const byCount = (a: Top, b: Top) => b.count - a.count || b.amount - a.amount || (a.subject < b.subject ? -1 : 1);
    const all = [...bySubject.values()].flatMap(topOf).sort(byCount);
    const whats = [...new Set(all.map(({ what }) => what))].sort();
    return Promise.resolve(whats.flatMap((one) => all.filter(({ what }) => what === one).slice(0, limit)));
  }

  countedDays(before: number): Promise<readonly number[]> {
    const days = new Set([...this.#kept.tallies.values()].map(({ day }) => day).filter((day) => day < before));
    return Promise.resolve([...days].sort((a, b) => a - b));
  }

  dropTallies(day: number): Promise<void> {
    for (const [key, tally] of this.#kept.tallies) if (tally.day === day) this.#kept.tallies.delete(key);
    return Promise.resolve();
  }

  #count(tally: Tally): void {
    const { tallies } = this.#kept;
    const key = [tally.day, tally.what, tally.subject, tally.other].join(' ');
    const known = tallies.get(key);
    if (known === undefined) tallies.set(key, tally);
    else tallies.set(key, added(known, tally));
  }
}

const added = (known: Tally, tally: Tally): Tally => ({
  ...known,
  count: known.count + tally.count,
  amount: known.amount + tally.amount,
  seq: Math.max(known.seq, tally.seq),
});

/** All of what is counted at one subject. */
function topOf(tallies: readonly Tally[]): readonly Top[] {
  const [best] = [...tallies].sort((a, b) => b.count - a.count || (a.other < b.other ? -1 : 1));
  if (best === undefined) return [];
  const { what, subject, other, count: otherCount } = best;
  const { count, amount, seq } = tallies.reduce(added);
  return [{ what, subject, count, amount, seq, others: tallies.length, other, otherCount }];
}
