/** The city of a data folder, opened to look at what it was: nothing of it is changed, no lease is taken, and it may run. */
import { pino } from 'pino';
import { kinds } from '../actors/index.ts';
import { type Config, readConfig } from '../config/settings.ts';
import type { Moment } from '../engine/commit/moments.ts';
import { type Opened, openPast } from '../engine/commit/past.ts';
import { CityState } from '../engine/state/city-state.ts';
import { codeVersion } from '../host/code-version.ts';
import { DataFolder } from '../persistence/data-folder.ts';
import {
  cannotConnect,
  type DatabaseServer,
  databaseServer,
  isEmbedded,
} from '../persistence/postgres/city-database.ts';
import { holdsCity } from '../persistence/postgres/connections.ts';
import { PostgresHistory } from '../persistence/postgres/history.ts';
import { DamagedRow } from '../persistence/row-codec.ts';
import { unwritableOf } from '../research/runs/unwritable.ts';
import { interruptibly } from './interruption.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface PastFolder {
  /** The folder, where one was named; else the settings say it. */
  readonly data: string | undefined;
  readonly config: Config;
  readonly server: DatabaseServer;
}

/** Calls `work` with the city of the folder. Throws an error of one sentence where there is none, and `Interruption`. */
export const withPastFolder = <T>(
  env: Env,
  data: string | undefined,
  work: (city: PastFolder) => Promise<T>,
): Promise<T> => interruptibly((orInterrupted) => withOpenFolder(env, data, (city) => orInterrupted(work(city))));

/** The same for work that hears of an interruption by itself. */
export async function withOpenFolder<T>(
  env: Env,
  data: string | undefined,
  work: (city: PastFolder) => Promise<T>,
): Promise<T> {
  if (data === '') throw new Error('--data is empty: name the data folder of the city, or leave it out.');
  const config = readConfig(data === undefined ? env : { ...env, DATA_DIR: data });
  const { DATABASE_URL: url, DATA_DIR } = config;
  if (data !== undefined && url !== undefined && isEmbedded(data))
    throw new Error(
      `--data ${data} holds a city, and DATABASE_URL names another database. Unset DATABASE_URL for the one, leave out --data (and set DATA_DIR) for the other.`,
    );
  if (url === undefined && !isEmbedded(DATA_DIR))
    throw new Error(`There is no city in ${DATA_DIR}. Name its data folder, or set DATABASE_URL, as the city has it.`);
  const server = await databaseServer(config, pino({ level: 'warn', base: null })).catch((cause: unknown) => {
    if (unwritableOf(cause) === undefined) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database in ${DATA_DIR} cannot be started: ${why}. Make room on its disk.`, { cause });
  });
  try {
    const holds = await holdsCity(server.address).catch((cause: unknown) =>
      url === undefined ? Promise.reject(cause) : cannotConnect(url, cause),
    );
    if (!holds) throw new Error(`There is no city in ${server.name}.`);
    return await work({ data, config, server }).catch(withAdvice);
  } finally {
    // A server that a running city uses stays up.
    await (server.attached ? server.leave() : server.stop());
  }
}

/** Throws it again, saying what can be done. */
function withAdvice(cause: unknown): never {
  if (!(cause instanceof DamagedRow)) throw cause;
  throw new Error(`${cause.message}. \`civitas verify\` says which turns can be opened.`, { cause });
}

/** Calls `work` with its history. */
export async function withHistory<T>(
  { server }: PastFolder,
  work: (history: PostgresHistory) => Promise<T>,
): Promise<T> {
  const history = await PostgresHistory.open(server.address);
  try {
    return await work(history);
  } finally {
    await history.close();
  }
}

/** The secret of the city, by which it makes names. */
export function secretOf({ config: { DATA_DIR, CITY_SEED } }: PastFolder): string {
  const secret = DataFolder.secretIn(DATA_DIR, CITY_SEED);
  if (secret !== undefined) return secret;
  throw new Error(
    `There is no secret in ${DATA_DIR}: name the data folder of the city, and set CITY_SEED if the city has it.`,
  );
}

/** The state at a moment. */
export async function stateAt(
  folder: PastFolder,
  history: PostgresHistory,
  moment: Moment,
): Promise<{ readonly state: CityState; readonly opened: Opened }> {
  const state = new CityState(kinds, secretOf(folder), {});
  return { state, opened: await openPast(state, history, moment, codeVersion()) };
}

const momentForm = /^(turn|tick):([0-9]{1,15})$/;
const isoForm = /^\d{4}-\d\d-\d\d(T.+)?$/;

/** `turn:9000`, `tick:120` or a time. Throws an error of one sentence for anything else. */
export function momentOf(option: string, text: string, now: Date): Moment {
  const [, unit, number] = momentForm.exec(text) ?? [];
  if (unit === 'turn') return { type: 'turn', turn: Number(number) };
  if (unit === 'tick') return { type: 'tick', tick: Number(number) };
  const date = new Date(isoForm.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new Error(`${option} ${text}: give a turn (turn:9000), a tick (tick:120) or a time (2026-01-02T10:00Z).`);
  if (date > now) throw new Error(`${option} ${text} lies in the future.`);
  return { type: 'time', at: date.getTime() };
}
