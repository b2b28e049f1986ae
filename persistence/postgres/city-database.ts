/**
 * The database of a city: which Postgres its settings name, and whether a city may begin there. `start`, `prune` and `copy`
 * ask here, so that each names the same database for the same settings.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import type { Log } from '../../engine/ports.ts';
import { startEmbedded } from '../embedded/embedded-postgres.ts';
import { type DatabaseAddress, holdsCity } from './connections.ts';
import { namedBy, refusedConnection } from './refused-connection.ts';

type Settings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** A Postgres that runs. */
export interface DatabaseServer {
  readonly address: DatabaseAddress;
  /** Its name for the operator; without a password. */
  readonly name: string;
  /** True when it was running already, for another process. */
  readonly attached: boolean;
  /** True when this start has made the embedded server. */
  readonly isNew: boolean;
  /** Stops the embedded server; any other keeps running. */
  stop(): Promise<void>;
  /** Leaves it running. */
  leave(): Promise<void>;
  /** Stops the embedded server and removes what this start has made; only for one that `isNew`. */
  discard(): Promise<void>;
}

const nothing = () => Promise.resolve();

/** The server that the settings name: the one of `DATABASE_URL`, else the embedded one of `DATA_DIR`, which is started. */
export async function databaseServer({ DATABASE_URL, DATA_DIR }: Settings, log: Log): Promise<DatabaseServer> {
  if (DATABASE_URL !== undefined) {
    const ends = { stop: nothing, leave: nothing, discard: nothing };
    return { address: DATABASE_URL, name: nameOf(DATABASE_URL), attached: true, isNew: false, ...ends };
  }
  const embedded = await startEmbedded({ dataDir: DATA_DIR, log });
  const { attached, isNew, stop, leave, discard } = embedded;
  const name = `the embedded database in ${DATA_DIR}`;
  return { address: { ...embedded.connection }, name, attached, isNew, stop, leave, discard };
}

/** The name of the operator's own database, without its password. */
function nameOf(url: string): string {
  const { server, database } = namedBy(url);
  return `the database "${database}" at ${server}`;
}

/** True when `DATA_DIR` holds an embedded database. */
export const isEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres'));

/**
 * Why the database of `DATABASE_URL` cannot be used, if so, naming both: a start would begin a second, empty city beside the one in
 * `DATA_DIR`. Throws when that database does not let the city in.
 */
export async function secondCity(settings: Settings & Pick<Config, 'NEW_CITY'>): Promise<string | undefined> {
  const { DATABASE_URL, DATA_DIR, NEW_CITY } = settings;
  if (DATABASE_URL === undefined) return undefined;
  const holds = await holdsCity(DATABASE_URL).catch((cause: unknown) => cannotConnect(DATABASE_URL, cause));
  if (holds || NEW_CITY === 1 || !isEmbedded(DATA_DIR)) return undefined;
  return `DATABASE_URL names ${nameOf(DATABASE_URL)}, which holds no city, and DATA_DIR (${DATA_DIR}) holds one: this start would begin a second, empty city. Nothing was changed. Unset DATABASE_URL to go on with the city in DATA_DIR; copy it there first with \`node cli/civitas.js copy --to\` and that URL; or set NEW_CITY=1 to begin anew.`;
}

/** Throws what `secondCity` says. */
export async function refuseSecondCity(settings: Parameters<typeof secondCity>[0]): Promise<void> {
  const why = await secondCity(settings);
  if (why !== undefined) throw new Error(why);
}

/** Throws an error that says what the operator can do, in place of the client's. */
export function cannotConnect(url: string, cause: unknown, setting = 'DATABASE_URL'): never {
  const { reason, advice } = refusedConnection(url, cause, setting);
  throw new Error(`${setting}: ${reason}. ${advice}`, { cause });
}
