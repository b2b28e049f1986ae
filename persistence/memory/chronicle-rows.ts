/** Rows of the chronicle, in memory. Passes the same contract as Postgres. */
import type {
  ChronicleRows,
  EntriesAsked,
  Entry,
  Subject,
  SubjectId,
  Summary,
} from '../../gateways/chronicle/chronicle-rows.ts';
import { MemoryStore } from './memory-database.ts';

/** Rows on `store`, which outlives them as a database does. */
export class MemoryChronicleRows implements ChronicleRows {
  readonly #kept: MemoryStore['chronicle'];

  constructor(store: MemoryStore = new MemoryStore()) {
    this.#kept = store.chronicle;
  }

  reach(): Promise<number> {
    return Promise.resolve(this.#kept.reach);
  }

  write(entries: readonly Entry[], subjects: readonly Subject[], reach: number): Promise<void> {
    const kept = this.#kept;
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

  oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined> {
    const standing = [...this.#kept.subjects.values()].filter(
      ({ id, since, until }) =>
        id.startsWith(`${kind}:`) && since !== null && since <= tick && (until === null || until > tick),
    );
    const byAge = (a: Subject, b: Subject) => (a.since ?? 0) - (b.since ?? 0) || (a.id < b.id ? -1 : 1);
    return Promise.resolve(standing.sort(byAge)[0]);
  }
}
