/** Bases in memory, and the history that they belong to. */
import {
  type Base,
  type BatchHead,
  countersAfter,
  type History,
  leavesNothing,
  type PastRow,
} from '../../engine/ports.ts';
import type { Bases } from '../interface.ts';
import { firstAbove } from '../postgres/audience.ts';
import type { MemoryStore } from './memory-database.ts';

export class MemoryBases implements Bases {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  newest(): Promise<Base | undefined> {
    return Promise.resolve(this.#store.bases.at(-1));
  }

  make(batch = this.#store.batches.at(-1)?.batch ?? 0): Promise<Base | undefined> {
    const { bases, batches } = this.#store;
    const before = bases.findLast((base) => base.batch <= batch);
    if (before?.batch === batch) return Promise.resolve(before);
    const rows = batches.filter((row) => row.batch > (before?.batch ?? 0) && row.batch <= batch);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first?.batch !== (before?.batch ?? 0) + 1 || last?.batch !== batch) return Promise.resolve(undefined);
    const actors = new Map((before?.actors ?? []).map((image) => [image.id, image]));
    const accounts = new Map(before?.accounts);
    for (const row of rows) {
      for (const image of row.actors) actors.set(image.id, image);
      for (const [id, account] of row.accounts) accounts.set(id, account);
    }
    for (const image of actors.values()) if (leavesNothing(image)) actors.delete(image.id);
    let counters = before?.counters;
    for (const row of rows) counters = countersAfter(row, counters);
    if (counters === undefined) return Promise.resolve(undefined);
    const base = { batch, counters, actors: [...actors.values()], accounts: [...accounts] };
    bases.push(base);
    bases.sort((a, b) => a.batch - b.batch);
    return Promise.resolve(base);
  }
}

export class MemoryHistory implements History {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  extent(): Promise<{ readonly first: number; readonly last: number } | undefined> {
    const [first, last] = [this.#store.batches[0], this.#store.batches.at(-1)];
    return Promise.resolve(first && last && { first: first.batch, last: last.batch });
  }

  async head(batch: number): Promise<BatchHead | undefined> {
    const row = await this.row(batch);
    return row && { batch: row.batch, firstTurn: row.firstTurn, lastTurn: row.counters.turn };
  }

  row(batch: number): Promise<PastRow | undefined> {
    const { batches } = this.#store;
    const row = batches[firstAbove(batches, batch - 1, (kept) => kept.batch)];
    return Promise.resolve(row && { ...row, code: this.#store.codes.get(row.batch) ?? null });
  }

  async *read(after: number, until: number): AsyncIterable<PastRow> {
    for (const row of this.#store.batches)
      if (row.batch > after && row.batch <= until) yield { ...row, code: this.#store.codes.get(row.batch) ?? null };
  }

  bases(): Promise<readonly Base[]> {
    return Promise.resolve(this.#store.bases);
  }

  async *load(base: Base): ReturnType<History['load']> {
    const kept = this.#store.bases.find(({ batch }) => batch === base.batch);
    if (kept !== undefined) yield { actors: kept.actors, accounts: kept.accounts };
  }
}
