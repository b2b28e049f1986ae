/** `civitas prune`: removes journal and events from before a date, or beyond what the settings keep; never what recovery needs (J8). */
import { pino } from 'pino';
import { type Config, readConfig } from '../config/settings.ts';
import type { Housekeeping, Pruned } from '../persistence/interface.ts';
import { databaseServer, isEmbedded } from '../persistence/postgres/city-database.ts';
import { holdsCity } from '../persistence/postgres/connections.ts';
import { openPersistence } from '../persistence/postgres/persistence.ts';

const isoDate = /^\d{4}-\d\d-\d\d(T.+)?$/;

/**
 * The time of an ISO 8601 date. Throws for anything else, and for a date in the future: such a limit would keep nothing, and is a
 * mistake.
 */
export function pastDate(text: string, now: Date): Date {
  const date = new Date(isoDate.test(text) ? text : Number.NaN);
  const example = `for example --before ${daysAgo(30, now)}`;
  if (Number.isNaN(date.getTime())) throw new Error(`--before ${text}: not an ISO 8601 date. Give one, ${example}.`);
  if (date > now)
    throw new Error(
      `--before ${text} lies in the future: that would remove the whole history. Nothing was removed. Give a date in the past, ${example}.`,
    );
  return date;
}

/** That day in ISO 8601. */
export const daysAgo = (days: number, now: Date): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);

type Kept = Pick<Config, 'KEEP_DAYS' | 'KEEP_GIB'>;

/**
 * Prunes the city of `env`, whether it runs or not; without a date, what is older than `KEEP_DAYS` or more than `KEEP_GIB`. Throws what the
 * database throws, and where nothing says what is to be kept.
 */
export async function prune(env: Readonly<Record<string, string | undefined>>, before?: Date): Promise<Pruned> {
  const config = readConfig(env);
  if (before === undefined && config.KEEP_DAYS === undefined && config.KEEP_GIB === undefined)
    throw new Error(
      `Nothing says what is kept. Give --before <date>, or set KEEP_DAYS or KEEP_GIB. Nothing was removed.`,
    );
  if (config.DATABASE_URL === undefined && !isEmbedded(config.DATA_DIR))
    throw new Error(`There is no city in ${config.DATA_DIR}. Set DATA_DIR, or DATABASE_URL, as the city has it.`);
  const server = await databaseServer(config, pino({ level: 'warn', base: null }));
  try {
    if (!(await holdsCity(server.address))) throw new Error(`There is no city in ${server.name}. Nothing was removed.`);
    const persistence = await openPersistence({ address: server.address });
    try {
      const { housekeeping } = persistence;
      return await (before === undefined ? pruneToKeep(housekeeping, config, new Date()) : housekeeping.prune(before));
    } finally {
      await persistence.close();
    }
  } finally {
    // A server that a running city uses stays up.
    await (server.attached ? server.leave() : server.stop());
  }
}

const gib = 2 ** 30;
/** Of `KEEP_GIB`, what is left once it was reached: each prune copies the whole state, so there are to be few. */
const leftOf = 0.9;

/** Removes what is older than `KEEP_DAYS`, by days of UTC, and then what is more than `KEEP_GIB`. The result counts both. */
export async function pruneToKeep(
  housekeeping: Pick<Housekeeping, 'prune' | 'oldestWithin'>,
  { KEEP_DAYS: days, KEEP_GIB: gibs }: Kept,
  now: Date,
): Promise<Pruned> {
  // Before the first event: what an interrupted prune has left goes too, and where history begins is told.
  const byAge = await housekeeping.prune(days === undefined ? 0 : new Date(daysAgo(days, now)));
  const isMore = gibs !== undefined && (await housekeeping.oldestWithin(gibs * gib)) !== undefined;
  const seq = isMore ? await housekeeping.oldestWithin(gibs * gib * leftOf) : undefined;
  if (seq === undefined) return byAge;
  const { oldest, events, batches } = await housekeeping.prune(seq);
  return { oldest, events: byAge.events + events, batches: byAge.batches + batches };
}
