/**
 * The lease: one city at a time may write (J3, OP6).
 *
 * - What protects the journal is the generation in the lease row, which every commit compares. The rest is liveness.
 * - The holder keeps a session advisory lock and renews the row each second. A lock that went with its connection
 *   (Postgres restarted) is taken again at the next renewal; it is no reason to give up, nor is a database that is away.
 * - A newcomer that gets the lock takes over at once. While the lock is held it watches: renewed while watched means
 *   a living holder (`LeaseHeld`); not renewed for 10 s means one that hangs, which is fenced.
 * - Time is measured on the newcomer's own monotonic clock, between two looks at a counter: clocks may disagree.
 * - The new generation is committed before anything is read.
 */
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { must } from '../../engine/assert.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { type Lease, LeaseHeld } from '../interface.ts';
import type { ConnectionPool } from './connections.ts';
import { lockSpace } from './migrate.ts';
import { shard } from './shard.ts';

export interface LeaseTimes {
  /** Milliseconds between two renewals. */
  readonly renewMs: number;
  /** Milliseconds between two looks of a newcomer. */
  readonly watchMs: number;
  /** A holder that did not renew for this many milliseconds counts as hanging. */
  readonly hungMs: number;
}

export const leaseTimes: LeaseTimes = { renewMs: 1000, watchMs: 200, hungMs: 10_000 };

const leaseLock = 1 + shard;
/** Milliseconds for an answer while a city starts: a full machine connects slowly, and nobody else waits for this one yet. */
export const startDeadlineMs = 20_000;

interface LeaseRow {
  readonly generation: number;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  readonly renewals: number;
}

export class PostgresLease implements Lease {
  readonly #pool: ConnectionPool;
  readonly #times: LeaseTimes;
  readonly #listeners = new Set<(reason: string) => void>();
  #generation = 0;
  /** Backend that holds the advisory lock; 0 for none. */
  #lockedBy = 0;
  #timer: NodeJS.Timeout | undefined;
  #lost = false;

  constructor(pool: ConnectionPool, times: LeaseTimes = leaseTimes) {
    this.#pool = pool;
    this.#times = times;
  }

  /** 0 before `acquire`: no row has it. */
  get generation(): number {
    return this.#generation;
  }

  async acquire(): Promise<number> {
    let seen = await this.#look();
    let seenAt = performance.now();
    for (;;) {
      const free = await this.#lock(startDeadlineMs);
      if (free || performance.now() - seenAt >= this.#times.hungMs) {
        const generation = await this.#takeOver(seen?.generation ?? 0);
        if (generation !== undefined) return generation;
      }
      await new Promise((resolve) => setTimeout(resolve, this.#times.watchMs));
      const now = await this.#look();
      if (now === undefined) continue;
      const another = seen !== undefined && now.generation !== seen.generation;
      const renewed = seen !== undefined && now.renewals !== seen.renewals;
      if (!free && (another || renewed)) throw new LeaseHeld({ host: now.host, pid: now.pid, since: now.since });
      if (seen === undefined || another || renewed) seenAt = performance.now();
      seen = now;
    }
  }

  onLost(listener: (reason: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#pool.close();
  }

  async #look(): Promise<LeaseRow | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<LeaseRow[]>`
        select generation, host, pid, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, renewals
        from lease where shard = ${shard}::int`,
      startDeadlineMs,
    );
    return rows[0];
  }

  /** Takes the advisory lock if it is free; true when this session holds it now. */
  async #lock(deadlineMs?: number): Promise<boolean> {
    const rows = await this.#pool.run(
      (sql) => sql<{ locked: boolean; backend: number }[]>`
        select pg_try_advisory_lock(${lockSpace}::int, ${leaseLock}::int) as locked, pg_backend_pid() as backend`,
      deadlineMs,
    );
    const row = must(rows[0], 'a row');
    if (row.locked) this.#lockedBy = row.backend;
    return row.locked;
  }

  /** The new generation, or `undefined` when another newcomer took over first. */
  async #takeOver(seen: number): Promise<number | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<{ generation: number }[]>`
        insert into lease (shard, generation, host, pid, since, renewals, renewed)
        values (${shard}::int, 1, ${hostname()}, ${process.pid}::int, now(), 0, now())
        on conflict (shard) do update set
          generation = lease.generation + 1, host = excluded.host, pid = excluded.pid,
          since = excluded.since, renewals = 0, renewed = excluded.renewed
        where lease.generation = ${seen}::bigint
        returning generation`,
      startDeadlineMs,
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    this.#generation = row.generation;
    this.#schedule();
    return row.generation;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#times.renewMs);
  }

  async #renew(): Promise<void> {
    try {
      const rows = await this.#pool.run(
        (sql) => sql<{ backend: number }[]>`
          update lease set renewals = renewals + 1, renewed = now()
          where shard = ${shard}::int and generation = ${this.#generation}::bigint
          returning pg_backend_pid() as backend`,
      );
      const row = rows[0];
      if (row === undefined) return this.#lose('another city has taken the lease');
      if (row.backend !== this.#lockedBy) await this.#lock();
    } catch (error) {
      // The lease waits for a database that is away or shutting down. The generation decides when it is back.
      if (!(error instanceof JournalUnavailable)) {
        if (this.#timer !== undefined) this.#lose(`the lease could not be renewed: ${String(error)}`);
        return;
      }
    }
    if (this.#timer !== undefined) this.#schedule();
  }

  #lose(reason: string): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#timer = undefined;
    for (const listener of this.#listeners) listener(reason);
  }
}
