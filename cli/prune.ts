/** `civitas prune`: removes journal and events from before a date, never anything that recovery needs (J8). */
import { pino } from 'pino';
import { readConfig } from '../config/settings.ts';
import type { Pruned } from '../persistence/interface.ts';
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

/** Prunes the city of `env`, whether it runs or not. Throws what the database throws. */
export async function prune(env: Readonly<Record<string, string | undefined>>, before: Date): Promise<Pruned> {
  const config = readConfig(env);
  if (config.DATABASE_URL === undefined && !isEmbedded(config.DATA_DIR))
    throw new Error(`There is no city in ${config.DATA_DIR}. Set DATA_DIR, or DATABASE_URL, as the city has it.`);
  const server = await databaseServer(config, pino({ level: 'warn', base: null }));
  try {
    if (!(await holdsCity(server.address))) throw new Error(`There is no city in ${server.name}. Nothing was removed.`);
    const persistence = await openPersistence({ address: server.address });
    try {
      return await persistence.housekeeping.prune(before);
    } finally {
      await persistence.close();
    }
  } finally {
    // A server that a running city uses stays up.
    await (server.attached ? server.leave() : server.stop());
  }
}
