/**
 * The history of a city on Postgres, over connections that only read: no lease, no migration, and the city may run. Databases of earlier
 * versions are read as they are: they lack bases, and rows that name a version of the code.
 */
import { must } from '../../engine/assert.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Base, BatchHead, Counters, History, PastRow } from '../../engine/ports.ts';
import { baseOf, baseRows, type SliceKind, type StoredBase, sliceOf } from './base-rows.ts';
import { type CheckpointRow, checkpointOf } from './checkpoints.ts';
import { connect, type DatabaseAddress, type Sql } from './connections.ts';
import { type EventRow, eventOf } from './event-row.ts';
import type { ImageRow } from './image-scan.ts';
import { decodeRow, type StoredRow } from './journal.ts';
import { migrationsOf } from './migrate.ts';
import { shard } from './shard.ts';

/** Journal rows that are read at once: their number, and their bytes, unless one row alone has more. */
const readRowsMax = 512;
const readBytesMax = 8 * 1024 * 1024;

/** Rows of images, and events, that are read at once. */
const tableRowsAtOnce = 1_000;
const eventsAtOnce = 10_000;

/** What a checkpoint holds. */
interface CheckpointRows {
  readonly batch: number;
  readonly counters: Counters;
  readonly rows: (kind: SliceKind) => AsyncIterable<ImageRow>;
}

type PastStoredRow = StoredRow & { readonly code: string | null };

export class PostgresHistory implements History {
  readonly #sql: Sql;
  readonly #hasBases: boolean;

  private constructor(sql: Sql, hasBases: boolean) {
    this.#sql = sql;
    this.#hasBases = hasBases;
  }

  /** Throws `NewerDatabase`, or what the client throws. */
  static async open(address: DatabaseAddress): Promise<PostgresHistory> {
    const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0, isReadOnly: true });
    try {
      return new PostgresHistory(sql, (await migrationsOf(sql)).includes('006-bases.sql'));
    } catch (cause) {
      await sql.end({ timeout: 1 }).catch(() => undefined);
      throw cause;
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }

  async extent(): Promise<{ readonly first: number; readonly last: number } | undefined> {
    const rows = await this.#sql<{ first: number | null; last: number | null }[]>`
      select min(batch) as first, max(batch) as last from journal where shard = ${shard}::int`;
    const { first, last } = must(rows[0], 'a row');
    return first === null || last === null ? undefined : { first, last };
  }

  async head(batch: number): Promise<BatchHead | undefined> {
    const rows = await this.#sql<{ batch: number; first: number; last: number }[]>`
      select batch, first_turn as first, last_turn as last from journal
      where shard = ${shard}::int and batch >= ${batch}::bigint order by batch limit 1`;
    const [row] = rows;
    return row && { batch: row.batch, firstTurn: row.first, lastTurn: row.last };
  }

  async row(batch: number): Promise<PastRow | undefined> {
    const rows = await this.#sql<PastStoredRow[]>`
      select batch, first_turn, checksum, body, ${this.#code} as code from journal
      where shard = ${shard}::int and batch >= ${batch}::bigint order by batch limit 1`;
    return rows[0] && pastRow(rows[0]);
  }

  async *read(after: number, until: number): AsyncIterable<PastRow> {
    for (let last = after; ; ) {
      const rows = await this.#sql<PastStoredRow[]>`
        select batch, first_turn, checksum, body, code from (
          select batch, first_turn, checksum, body, ${this.#code} as code,
            sum(octet_length(body)) over (order by batch) as bytes, row_number() over (order by batch) as number
          from (
            select * from journal
            where shard = ${shard}::int and batch > ${last}::bigint and batch <= ${until}::bigint
            order by batch limit ${readRowsMax}::int) portion) counted
        where bytes <= ${readBytesMax}::int or number = 1 order by batch`;
      for (const row of rows) yield pastRow(row);
      const newest = rows.at(-1);
      if (newest === undefined || newest.batch === until) return;
      last = newest.batch;
    }
  }

  async bases(): Promise<readonly Base[]> {
    if (!this.#hasBases) return [];
    const rows = await this.#sql<StoredBase[]>`select batch, crc, counters from base order by batch`;
    return rows.map(baseOf);
  }

  async *load({ batch }: Base): ReturnType<History['load']> {
    for await (const slice of baseRows(this.#sql, batch)) yield sliceOf(slice);
  }

  /**
   * The newest checkpoint with all images as of the newest batch, for a city whose beginning was pruned before there were bases. From here
   * on everything is read as it is now.
   */
  async checkpoint(): Promise<CheckpointRows | undefined> {
    await this.#sql.unsafe('begin isolation level repeatable read read only');
    const [row] = await this.#sql<CheckpointRow[]>`
      select batch, crc, counters from checkpoint order by batch desc limit 1`;
    return row && { ...checkpointOf(row), rows: (kind) => this.#tableRows(kind) };
  }

  async *#tableRows(table: SliceKind): AsyncIterable<ImageRow> {
    const rows = this.#sql<ImageRow[]>`select id, crc, body from ${this.#sql(table)}`;
    for await (const some of rows.cursor(tableRowsAtOnce)) yield* some;
  }

  /** Events with `after < seq <= until`, in order; those that were pruned are left out. */
  async *events(after: number, until: number): AsyncIterable<FeedEvent> {
    for (let last = after; ; ) {
      const rows = await this.#sql<EventRow[]>`
        select seq, type, audience, body from event
        where seq > ${last}::bigint and seq <= ${until}::bigint order by seq limit ${eventsAtOnce}::int`;
      yield* rows.map(eventOf);
      const newest = rows.at(-1);
      if (newest === undefined) return;
      last = newest.seq;
    }
  }

  get #code() {
    return this.#hasBases ? this.#sql`code` : this.#sql`null::text`;
  }
}

const pastRow = (row: PastStoredRow): PastRow => ({ ...decodeRow(row), code: row.code });
