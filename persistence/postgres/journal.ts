/**
 * The journal on Postgres: one statement for each batch (J0), fenced by the lease row (J3), safe to repeat (J5).
 * The hottest statement of the city, measured at 50,000 events a second: rows travel as a few texts with one line for
 * each row, not as arrays or JSON, because JSON text never holds a raw line break and Postgres splits lines fastest;
 * bodies travel as base64, because the client would send hexadecimal, at three times the time of both sides.
 *
 * Rejected: `on conflict do nothing` on the journal row. It hides a repeat from a fence (both give no row), and a
 * repeat is rare: it may cost the error and a second look.
 */

import { must } from '../../engine/assert.ts';
import type { Appended, Batch, Journal, JournalRow } from '../../engine/ports.ts';
import { JournalConflict } from '../interface.ts';
import { DamagedRow, decodeJournal, encodeJournal, journalChecksum } from '../row-codec.ts';
import { appendOf } from './append-statement.ts';
import type { ConnectionPool } from './connections.ts';
import { codeOf, uniqueViolation } from './database-errors.ts';
import { shard } from './shard.ts';

/** Rows read at once: bodies are up to 4 MiB each. */
const readRowsMax = 16;
/** Milliseconds to read them, on a cold disk. */
const readDeadlineMs = 30_000;

export class PostgresJournal implements Journal {
  readonly #commits: ConnectionPool;
  readonly #chores: ConnectionPool;
  readonly #generation: () => number;
  readonly #code: string | null;

  /**
   * `generation` is called at each append: the lease is acquired after the journal is made. `code`: the version of the code, which each row
   * names.
   */
  constructor(commits: ConnectionPool, chores: ConnectionPool, generation: () => number, code: string | null) {
    this.#commits = commits;
    this.#chores = chores;
    this.#generation = generation;
    this.#code = code;
  }

  async append(batch: Batch): Promise<Appended> {
    const body = encodeJournal(batch);
    const checksum = journalChecksum(body);
    try {
      const { statement, parameters } = appendOf(this.#generation(), batch, body, checksum, this.#code);
      const rows = await this.#commits.run((sql) =>
        sql.unsafe<{ batch: number }[]>(statement, parameters, { prepare: true }),
      );
      return rows.length === 1 ? 'durable' : 'fenced';
    } catch (error) {
      if (codeOf(error) !== uniqueViolation) throw error;
      return await this.#repeated(batch.batch, checksum, error);
    }
  }

  async *read(after: number): AsyncIterable<JournalRow> {
    let last = after;
    for (;;) {
      const from = last;
      const rows = await this.#chores.run(
        (sql) => sql<StoredRow[]>`
          select batch, first_turn, checksum, body from journal
          where shard = ${shard}::int and batch > ${from}::bigint order by batch limit ${readRowsMax}::int`,
        readDeadlineMs,
      );
      for (const row of rows) yield decodeRow(row);
      if (rows.length < readRowsMax) return;
      last = must(rows.at(-1), 'a row').batch;
    }
  }

  /** Handles a batch number that is there already: from our own attempt whose answer was lost, or from someone else. */
  async #repeated(batch: number, checksum: Buffer, violation: unknown): Promise<Appended> {
    const rows = await this.#commits.run(
      (sql) =>
        sql<
          { checksum: Buffer }[]
        >`select checksum from journal where shard = ${shard}::int and batch = ${batch}::bigint`,
    );
    const kept = rows[0];
    if (kept === undefined) throw violation;
    if (!kept.checksum.equals(checksum)) {
      throw new JournalConflict(`journal batch ${batch} is already there with another checksum`, { cause: violation });
    }
    return 'durable';
  }
}

/** A row as it is read back, before it is trusted. */
export interface StoredRow {
  readonly batch: number;
  readonly first_turn: number;
  readonly checksum: Buffer;
  readonly body: Buffer;
}

/** Throws `DamagedRow`, naming the row. */
export function decodeRow(row: StoredRow): JournalRow {
  const name = `journal row (shard ${shard}, batch ${row.batch})`;
  if (!journalChecksum(row.body).equals(row.checksum)) throw new DamagedRow(`${name}: its checksum is wrong`);
  return decodeJournal(row.batch, row.first_turn, row.body, name);
}
