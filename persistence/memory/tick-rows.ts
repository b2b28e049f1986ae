/** Rows of ticks for the operator, in memory. Passes the same contract as Postgres. */
import type { TickRow, TickRows } from '../../gateways/overview/tick-rows.ts';
import { MemoryStore } from './memory-database.ts';

/** Rows on `store`, which outlives them as a database does. */
export class MemoryTickRows implements TickRows {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore = new MemoryStore()) {
    this.#store = store;
  }

  write(row: TickRow): Promise<void> {
    const { tickRows } = this.#store;
    if (!tickRows.has(row.tick)) tickRows.set(row.tick, row);
    return Promise.resolve();
  }

  read(before: number, limit: number): Promise<readonly TickRow[]> {
    const rows = [...this.#store.tickRows.values()].filter(({ tick }) => tick < before);
    return Promise.resolve(rows.sort((a, b) => b.tick - a.tick).slice(0, limit));
  }
}
