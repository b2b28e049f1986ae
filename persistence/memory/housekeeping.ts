/** What is not kept for ever, in memory. */
import { type Batch, keyKeptMs } from '../../engine/ports.ts';
import type { Housekeeping, Pruned } from '../interface.ts';
import { MemoryBases } from './bases.ts';
import { dropEvents, type MemoryStore } from './memory-database.ts';
import { dropPostings } from './posting-rows.ts';

export class MemoryHousekeeping implements Housekeeping {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  pruneKeys(now: number): Promise<number> {
    const { keys } = this.#store;
    const before = keys.size;
    for (const [name, row] of keys) if (row.at < now - keyKeptMs) keys.delete(name);
    return Promise.resolve(before - keys.size);
  }

  pruneSessions(now: number): Promise<number> {
    const { sessions } = this.#store;
    const before = sessions.size;
    for (const [hash, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(hash);
    return Promise.resolve(before - sessions.size);
  }

  /** Batches in memory have no date of their own: the time of their first command stands for it. */
  async prune(before: number | Date): Promise<Pruned> {
    const store = this.#store;
    if (before instanceof Date)
      for (const [tick, { at }] of store.tickRows) if (at < before.getTime()) store.tickRows.delete(tick);
    const base = store.checkpoint?.batch ?? 0;
    const gone = store.batches.filter((kept) => kept.batch <= base && isBefore(kept, before)).length;
    const { batch: last, counters } = store.batches[gone - 1] ?? {};
    if (counters !== undefined) dropPostings(store, counters.turn);
    const kept = last === undefined ? undefined : await new MemoryBases(store).make(last);
    if (kept !== undefined) store.bases = store.bases.filter(({ batch }) => batch >= kept.batch);
    const seq = Math.max(store.oldestSeq, (store.batches[gone - 1]?.counters.seq ?? 0) + 1);
    store.batches = store.batches.slice(gone);
    const events = dropEvents(store, seq);
    return { oldest: store.oldestSeq, events, batches: gone };
  }

  oldestWithin(bytes: number): Promise<number | undefined> {
    const { batches, postings } = this.#store;
    const lines = [...postings.values()].flat();
    let left = bytes;
    for (const [at, batch] of [...batches.entries()].toReversed()) {
      const since = batches[at - 1]?.counters.turn ?? 0;
      const posted = lines.filter(({ turn }) => turn > since && turn <= batch.counters.turn);
      left -= JSON.stringify(batch).length + JSON.stringify(posted).length;
      if (left < 0) return Promise.resolve(batch.counters.seq + 1);
    }
    return Promise.resolve(undefined);
  }
}

function isBefore(batch: Batch, before: number | Date): boolean {
  if (typeof before === 'number') return batch.counters.seq < before;
  return (batch.commands[0]?.at ?? Number.POSITIVE_INFINITY) < before.getTime();
}
