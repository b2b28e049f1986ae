/** Stores for the contract: in memory, and on an embedded Postgres with a database for each. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { History } from '../../engine/ports.ts';
import { type Embedded, startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { MemoryHistory } from '../../persistence/memory/bases.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import type { LeaseTimes } from '../../persistence/postgres/lease.ts';
import { openPersistence, type PersistenceOptions } from '../../persistence/postgres/persistence.ts';

/** What outlives a city: its database. */
export interface Store {
  /** What one process of a city opens. Nothing is leased yet. */
  open(): Promise<Persistence>;
  /** Its history, which is read without a lease. */
  history(): Promise<History & { close?(): Promise<void> }>;
  /** Another city takes the lease without asking. */
  usurp(): Promise<void>;
  remove(): Promise<void>;
}

export interface StoreMaker {
  readonly name: string;
  fresh(): Promise<Store>;
  stop(): Promise<void>;
}

/** Short enough that no test waits for seconds. */
const quickTimes: LeaseTimes = { renewMs: 50, watchMs: 20, hungMs: 400 };

export function memoryStores(): StoreMaker {
  return {
    name: 'memory',
    fresh: () => {
      const store = new MemoryStore();
      return Promise.resolve({
        open: () => Promise.resolve(memoryPersistence(store, 'this code')),
        history: () => Promise.resolve(new MemoryHistory(store)),
        usurp: () => Promise.resolve(void store.generation++),
        remove: () => Promise.resolve(),
      });
    },
    stop: () => Promise.resolve(),
  };
}

export interface PostgresStore extends Store {
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** For looking behind the scenes, and for damage. */
  readonly sql: postgres.Sql;
}

export interface PostgresStores extends StoreMaker {
  /** Process id of the server. */
  readonly pid: () => number;
  fresh(options?: Partial<PersistenceOptions>): Promise<PostgresStore>;
}

interface Server {
  readonly embedded: Embedded;
  /** No test kills it: it does not sync, and databases that nobody needs any more stay until it stops. */
  readonly isShared: boolean;
  readonly admin: postgres.Sql;
  stop(): Promise<void>;
}

let shared: Promise<Server> | undefined;
let sharers = 0;
let databases = 0;

/** Databases on one server for the whole process, which no test kills. */
export async function postgresStores(): Promise<PostgresStores> {
  sharers += 1;
  shared ??= startServer(true).then(async (server) => {
    await server.admin`alter system set fsync = off`;
    // It would go through every database that a test has left, again and again.
    await server.admin`alter system set autovacuum = off`;
    await server.admin`select pg_reload_conf()`;
    return server;
  });
  const server = await shared;
  return storesOn(server, async () => {
    sharers -= 1;
    if (sharers > 0) return;
    shared = undefined;
    await server.stop();
  });
}

/** Databases on a server of their own, which a test may kill. */
export async function ownPostgresStores(): Promise<PostgresStores> {
  const server = await startServer(false);
  return storesOn(server, () => server.stop());
}

async function startServer(isShared: boolean): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'civitas-test-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbedded({ dataDir: folder, log: quiet });
  const admin = postgres({ ...embedded.connection, max: 1, onnotice: () => undefined });
  const stop = async () => {
    await admin.end({ timeout: 1 });
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { embedded, isShared, admin, stop };
}

function storesOn({ embedded, isShared, admin }: Server, stop: () => Promise<void>): PostgresStores {
  return {
    name: 'postgres',
    pid: () => embedded.pid ?? 0,
    fresh: async (options = {}) => {
      const database = `city_${++databases}`;
      // Copying files makes two checkpoints; the log makes none, but all of it is synced, where that is done.
      await admin.unsafe(`create database ${database} strategy ${isShared ? 'wal_log' : 'file_copy'}`);
      const address = { ...embedded.connection, database };
      const sql = postgres({ ...address, max: 2, onnotice: () => undefined });
      return {
        address,
        sql,
        open: () => openPersistence({ address, leaseTimes: quickTimes, code: 'this code', ...options }),
        history: () => PostgresHistory.open(address),
        usurp: async () => void (await sql`update lease set generation = generation + 1`),
        remove: async () => {
          await sql.end({ timeout: 1 });
          // Dropping makes a checkpoint; what is left makes a server slow that has crashed, since it syncs every file before it is back.
          if (!isShared) await admin.unsafe(`drop database ${database} with (force)`);
        },
      };
    },
    stop,
  };
}

/** Puts rows back that were read as JSON, by table. */
export async function restoreRows(sql: postgres.Sql, rows: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [table, some] of Object.entries(rows)) {
    await sql`insert into ${sql(table)} select * from json_populate_recordset(null::${sql(table)}, ${JSON.stringify(some)}::text::json)`;
  }
}
