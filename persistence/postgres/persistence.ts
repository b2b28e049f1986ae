/** Opens the persistence of a city on Postgres: migrations, separate connection pools, the ports over them. */

import type { Persistence } from '../interface.ts';
import { PostgresBases } from './bases.ts';
import { PostgresCheckpoints } from './checkpoints.ts';
import { PostgresChronicleRows } from './chronicle-rows.ts';
import { ConnectionPool, type DatabaseAddress } from './connections.ts';
import { PostgresCredentials } from './credentials.ts';
import { PostgresProbe } from './database-probe.ts';
import { PostgresEvents } from './event-reading.ts';
import { PostgresHousekeeping } from './housekeeping.ts';
import { PostgresKeys } from './idempotency-keys.ts';
import { PostgresJournal } from './journal.ts';
import { type LeaseTimes, leaseTimes, PostgresLease, startDeadlineMs } from './lease.ts';
import { migrate } from './migrate.ts';
import { PostgresPostingRows } from './posting-rows.ts';
import { PostgresPictures } from './station-pictures.ts';
import { PostgresTickRows } from './tick-rows.ts';

export interface PersistenceOptions {
  readonly address: DatabaseAddress;
  /** The version of the code that runs the city, which each batch names (PT2). */
  readonly code?: string;
  /** Milliseconds after which an append counts as unanswered and may be repeated. */
  readonly appendDeadlineMs?: number;
  /** Milliseconds after which a read is given up. */
  readonly readDeadlineMs?: number;
  readonly readConnectionsMax?: number;
  /** Connections for callers who catch up with what they missed. */
  readonly catchUpConnectionsMax?: number;
  readonly leaseTimes?: LeaseTimes;
  /** Milliseconds between two questions whether the database answers, and milliseconds for an answer. */
  readonly probeEveryMs?: number;
  readonly probeDeadlineMs?: number;
}

const defaults = {
  appendDeadlineMs: 2000,
  readDeadlineMs: 5000,
  readConnectionsMax: 4,
  catchUpConnectionsMax: 2,
  // Together less than the 2 s within which the operator must know.
  probeEveryMs: 500,
  probeDeadlineMs: 1000,
};

/**
 * Migrates the database and connects. Nothing is leased yet: `lease.acquire()` comes before anything is read (J3).
 * Throws `NewerDatabase`, or what the client throws when it cannot connect.
 */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { address } = options;
  await migrate(address);
  const { commits, reads, catchUps, leasing, probing, chores } = poolsOf(options);
  const probe = new PostgresProbe(probing, options.probeEveryMs ?? defaults.probeEveryMs);
  const bases = new PostgresBases(address);
  const lease = new PostgresLease(leasing, options.leaseTimes ?? leaseTimes);
  return {
    journal: new PostgresJournal(commits, chores, () => lease.generation, options.code ?? null),
    checkpoints: new PostgresCheckpoints(chores, () => lease.generation),
    events: new PostgresEvents(reads, catchUps),
    keys: new PostgresKeys(reads),
    credentials: new PostgresCredentials(reads),
    tickRows: new PostgresTickRows(reads),
    chronicle: new PostgresChronicleRows(reads),
    postings: new PostgresPostingRows(reads),
    pictures: new PostgresPictures(reads),
    lease,
    probe,
    housekeeping: new PostgresHousekeeping(chores, bases),
    bases,
    close: async () => {
      await Promise.all([probe.stop(), commits.close(), reads.close(), catchUps.close(), chores.close()]);
      await lease.release();
    },
  };
}

/** Connection pools by purpose, so that nothing waits behind a slower statement. */
function poolsOf(options: PersistenceOptions) {
  const { address } = options;
  const appendDeadlineMs = options.appendDeadlineMs ?? defaults.appendDeadlineMs;
  const readDeadlineMs = options.readDeadlineMs ?? defaults.readDeadlineMs;
  const probeDeadlineMs = options.probeDeadlineMs ?? defaults.probeDeadlineMs;
  const commits = new ConnectionPool(address, {
    connectionsMax: 1,
    deadlineMs: appendDeadlineMs,
    statementTimeoutMs: 3 * appendDeadlineMs,
  });
  const reads = new ConnectionPool(address, {
    connectionsMax: options.readConnectionsMax ?? defaults.readConnectionsMax,
    deadlineMs: readDeadlineMs,
    statementTimeoutMs: readDeadlineMs,
  });
  const catchUps = new ConnectionPool(address, {
    connectionsMax: options.catchUpConnectionsMax ?? defaults.catchUpConnectionsMax,
    deadlineMs: readDeadlineMs,
    statementTimeoutMs: readDeadlineMs,
  });
  const leasing = new ConnectionPool(address, {
    connectionsMax: 1,
    deadlineMs: appendDeadlineMs,
    // A start may wait longer than a renewal, which is given up on this side.
    statementTimeoutMs: Math.max(startDeadlineMs, appendDeadlineMs),
  });
  // For recovery, checkpoints and pruning: long statements that bring their own deadlines.
  const chores = new ConnectionPool(address, { connectionsMax: 1, deadlineMs: readDeadlineMs, statementTimeoutMs: 0 });
  const probing = new ConnectionPool(address, {
    connectionsMax: 1,
    deadlineMs: probeDeadlineMs,
    statementTimeoutMs: probeDeadlineMs,
  });
  return { commits, reads, catchUps, leasing, probing, chores };
}
