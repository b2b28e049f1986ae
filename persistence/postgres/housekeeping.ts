/**
 * Removes keys after a day, sessions of visitors when they have ended, and history behind a checkpoint (J8), when the operator or the
 * settings say so.
 * History is removed in slices of one statement each; the horizon moves first, so that a reader never takes a gap for a time without
 * events.
 */
import { keyKeptMs } from '../../engine/ports.ts';
import type { Bases, Housekeeping, Pruned } from '../interface.ts';
import { baseLock } from './bases.ts';
import type { ConnectionPool } from './connections.ts';
import { lockSpace } from './migrate.ts';
import { shard } from './shard.ts';

const sliceEvents = 20_000;
const sliceBatches = 200;
const sliceKeys = 10_000;
/** Batches that are measured in one statement; a power of two. */
const measuredBatches = 2_048;
/** What a row takes beside its values, with its place in the index, in bytes: measured over 38,000 batches, 200,000 postings. */
const rowBytes = { journal: 220, event: 72, posting: 117 } as const;
/** Milliseconds for one slice, on a busy disk. */
const sliceDeadlineMs = 30_000;

/** A batch, with its last event and its last turn. */
interface BatchEnd {
  readonly batch: number;
  readonly seq: number;
  readonly turn: number;
}

interface Measured extends BatchEnd {
  readonly bytes: number;
}

export class PostgresHousekeeping implements Housekeeping {
  readonly #pool: ConnectionPool;
  readonly #bases: Bases;

  constructor(pool: ConnectionPool, bases: Bases) {
    this.#pool = pool;
    this.#bases = bases;
  }

  async pruneKeys(now: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const { count } = await this.#pool.run(
        (sql) => sql`
          delete from idempotency where (caller, key) in (
            select caller, key from idempotency where at < ${now - keyKeptMs}::bigint limit ${sliceKeys}::int)`,
        sliceDeadlineMs,
      );
      removed += count;
      if (count < sliceKeys) return removed;
    }
  }

  async pruneSessions(now: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const { count } = await this.#pool.run(
        (sql) => sql`
          delete from visitor_session where hash in (
            select hash from visitor_session where expires_at <= ${now}::bigint limit ${sliceKeys}::int)`,
        sliceDeadlineMs,
      );
      removed += count;
      if (count < sliceKeys) return removed;
    }
  }

  async prune(before: number | Date): Promise<Pruned> {
    const last = await this.#lastBatch(before);
    // What is kept can be opened from here on, once its beginning is gone.
    const base = last && ((await this.#bases.make(last.batch)) ?? (await this.#bases.make()));
    if (before instanceof Date) await this.#pruneTickRows(before);
    if (last !== undefined) await this.#moveHorizon(last);
    const [horizon] = await this.#pool.run(
      (sql) => sql<{ oldest: number }[]>`select oldest from horizon where shard = ${shard}::int`,
    );
    const oldest = horizon?.oldest ?? 1;
    const events = await this.#pruneEvents(oldest);
    const batches = last === undefined ? 0 : await this.#pruneBatches(last.batch);
    await this.#prunePostings();
    await this.#pruneFollowings(oldest);
    if (base !== undefined) await this.#pruneBases(base.batch);
    return { oldest, events, batches };
  }

  /** Walks from the newest batch to older ones; where a slice is too much, half of it is tried. Nothing is read where all tables fit. */
  async oldestWithin(bytes: number): Promise<number | undefined> {
    const [tables] = await this.#pool.run(
      (sql) => sql<{ bytes: number }[]>`
        select sum(pg_total_relation_size(name))::bigint as bytes
        from unnest(array['journal', 'event', 'posting']::regclass[]) as name`,
    );
    if ((tables?.bytes ?? 0) <= bytes) return undefined;
    let left = bytes;
    const { MAX_SAFE_INTEGER: newest } = Number;
    let end: BatchEnd = { batch: newest, seq: newest, turn: newest };
    for (let batches = measuredBatches; batches >= 1; ) {
      const slice = await this.#measured(end, batches);
      if (slice === undefined) return undefined;
      if (slice.bytes > left) batches /= 2;
      else {
        left -= slice.bytes;
        end = slice;
      }
    }
    // Of the last batch that fits the events stay; `prune` takes the batches whose last seq is less.
    return end.seq;
  }

  /** The size of so many batches before `end`, with events and postings up to it; and where they begin: at the end of their oldest. */
  async #measured(end: BatchEnd, batches: number): Promise<Measured | undefined> {
    const [slice] = await this.#pool.run(
      (sql) => sql<Measured[]>`
        with slice as (
          select batch, last_seq, last_turn, pg_column_size(body) + ${rowBytes.journal}::int as bytes from journal
          where shard = ${shard}::int and batch < ${end.batch}::bigint order by batch desc limit ${batches}::int
        ), whole as (
          select min(batch) as batch, min(last_seq) as seq, min(last_turn) as turn, sum(bytes) as bytes from slice
        )
        select batch, seq, turn, (bytes + coalesce((
          select sum(pg_column_size(body) + pg_column_size(audience) + ${rowBytes.event}::int) from event
          where event.seq > whole.seq and event.seq <= ${end.seq}::bigint), 0) + coalesce((
          select sum(pg_column_size(posting) + ${rowBytes.posting}::int) from posting
          where posting.turn > whole.turn and posting.turn <= ${end.turn}::bigint), 0))::bigint as bytes
        from whole where batch is not null`,
      sliceDeadlineMs,
    );
    return slice;
  }

  async #pruneTickRows(before: Date): Promise<void> {
    await this.#pool.run((sql) => sql`delete from tick_row where at < ${before.getTime()}::bigint`, sliceDeadlineMs);
  }

  /** The newest batch behind the newest checkpoint that lies wholly before the limit. */
  async #lastBatch(before: number | Date): Promise<BatchEnd | undefined> {
    const seq = typeof before === 'number' ? before : Number.MAX_SAFE_INTEGER;
    const written = typeof before === 'number' ? 'infinity' : before.toISOString();
    const rows = await this.#pool.run(
      (sql) => sql<BatchEnd[]>`
        select batch, last_seq as seq, last_turn as turn from journal
        where shard = ${shard}::int and batch <= (select max(batch) from checkpoint)
          and last_seq < ${seq}::bigint and written < ${written}::text::timestamptz
        order by batch desc limit 1`,
      sliceDeadlineMs,
    );
    return rows[0];
  }

  async #moveHorizon({ seq, turn }: BatchEnd): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        with postings as (update posting_reach set oldest = greatest(oldest, ${turn + 1}::bigint) where shard = ${shard}::int)
        insert into horizon (shard, oldest) values (${shard}::int, ${seq + 1}::bigint)
        on conflict (shard) do update set oldest = greatest(horizon.oldest, excluded.oldest)`,
    );
  }

  /** Also those that an interrupted prune left behind their horizon. */
  async #prunePostings(): Promise<void> {
    for (;;) {
      const { count } = await this.#pool.run(
        (sql) => sql`
          delete from posting where ctid = any (array(
            select ctid from posting
            where turn < (select oldest from posting_reach where shard = ${shard}::int) limit ${sliceEvents}::int))`,
        sliceDeadlineMs,
      );
      if (count < sliceEvents) return;
    }
  }

  /** Removes events; also those that an interrupted prune left behind the horizon. */
  async #pruneEvents(oldest: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const { count } = await this.#pool.run(
        (sql) => sql`
          with gone as (select seq from event where seq < ${oldest}::bigint order by seq limit ${sliceEvents}::int)
          delete from event using gone where event.seq = gone.seq`,
        sliceDeadlineMs,
      );
      removed += count;
      if (count < sliceEvents) break;
    }
    await this.#pool.run((sql) => sql`delete from letter where seq < ${oldest}::bigint`, sliceDeadlineMs);
    return removed;
  }

  async #pruneBatches(last: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const { count } = await this.#pool.run(
        (sql) => sql`
          delete from journal where shard = ${shard}::int and batch in (
            select batch from journal where shard = ${shard}::int and batch <= ${last}::bigint order by batch limit ${sliceBatches}::int)`,
        sliceDeadlineMs,
      );
      removed += count;
      if (count < sliceBatches) return removed;
    }
  }

  async #pruneBases(before: number): Promise<void> {
    // One may be being copied by another process.
    await this.#pool.run(
      (sql) => sql`
        with held as materialized (select pg_advisory_xact_lock(${lockSpace}::int, ${baseLock}::int))
        delete from base using held where batch < ${before}::bigint`,
      sliceDeadlineMs,
    );
    await this.#pool.run((sql) => sql`delete from base_slice where batch < ${before}::bigint`, sliceDeadlineMs);
  }

  /** Removes all followings but the latest of each actor at the horizon. */
  async #pruneFollowings(oldest: number): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        delete from following where seq < ${oldest}::bigint and exists (
          select from following later
          where later.actor = following.actor and later.seq > following.seq and later.seq <= ${oldest}::bigint)`,
      sliceDeadlineMs,
    );
  }
}
