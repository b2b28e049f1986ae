/** Stores for the contract: in memory, and on the embedded Postgres with a database for each. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '../../persistence/embedded.ts';
import type { Persistence } from '../../persistence/interface.ts';
import type { LeaseTimes } from '../../persistence/lease.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory.ts';
import { openPersistence, type PersistenceOptions } from '../../persistence/open.ts';

/** What outlives a city: its database. */
export interface Store {
  /** What one process of a city opens. Nothing is leased yet. */
  open(): Promise<Persistence>;
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
        open: () => Promise.resolve(memoryPersistence(store)),
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

export async function postgresStores(): Promise<PostgresStores> {
  const folder = await mkdtemp(join(tmpdir(), 'civitas-test-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbedded({ dataDir: folder, log: quiet });
  const admin = postgres({ ...embedded.connection, max: 1, onnotice: () => undefined });
  let databases = 0;
  return {
    name: 'postgres',
    pid: () => embedded.pid ?? 0,
    fresh: async (options = {}) => {
      const database = `city_${++databases}`;
      await admin.unsafe(`create database ${database}`);
      const address = { ...embedded.connection, database };
      const sql = postgres({ ...address, max: 2, onnotice: () => undefined });
      return {
        address,
        sql,
        open: () => openPersistence({ address, leaseTimes: quickTimes, ...options }),
        usurp: async () => void (await sql`update lease set generation = generation + 1`),
        // Dropped: after a crash Postgres syncs every file it has before it comes back.
        remove: async () => {
          await sql.end({ timeout: 1 });
          await admin.unsafe(`drop database ${database} with (force)`);
        },
      };
    },
    stop: async () => {
      await admin.end({ timeout: 1 });
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
