/** The books of a city in memory: its bookkeeper between the city and its journal, and what gateways read of it. */
import type { Test } from 'tap';
import { Bookkeeper } from '../../engine/commit/bookkeeper.ts';
import { type MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { silentLog } from '../world.ts';

const clock = { sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 100)) };

/** A store, and the bookkeeper of the city on it. */
export function booksOn(t: Test, store: MemoryStore) {
  const persistence = memoryPersistence(store);
  let keeper: Bookkeeper | undefined;
  t.teardown(() => keeper?.close());
  return {
    persistence,
    journalOf: (journal: (typeof persistence)['journal']) => {
      keeper = new Bookkeeper({ journal, rows: persistence.postings, clock, log: silentLog });
      keeper.start();
      return keeper;
    },
    postings: {
      lines: (...asked: Parameters<Bookkeeper['lines']>) => keeper?.lines(...asked) ?? Promise.resolve('late' as const),
    },
  };
}
