/** A Postgres behind a run: its city is kept there instead of in memory, and can be looked at with SQL. */
import { setTimeout as pause } from 'node:timers/promises';
import { isPostgresUrl, notPostgresUrl } from '../../config/units.ts';
import { type Appended, type Batch, type Journal, JournalUnavailable } from '../../engine/ports.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { cannotConnect } from '../../persistence/postgres/city-database.ts';
import { holdsCity } from '../../persistence/postgres/connections.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';

const retriesMax = 100;
const retryMs = 200;

/** Throws an error of one sentence for what names no Postgres. */
export function assertDatabase(url: string): void {
  if (!isPostgresUrl(url)) throw new Error(`--database ${notPostgresUrl}`);
}

/** As it may stand in a file. */
export function withoutPassword(url: string): string {
  const named = new URL(url);
  named.password = '';
  named.search = '';
  return named.href;
}

/** Leased and ready. Throws where a run begins in a database that holds a city, or goes on in one that holds none. */
export async function openDatabase(url: string, { goesOn }: { readonly goesOn: boolean }): Promise<Persistence> {
  const holds = await holdsCity(url).catch((cause: unknown) => cannotConnect(url, cause, '--database'));
  if (holds && !goesOn) throw new Error('--database: it holds a city already. Name an empty one.');
  if (!holds && goesOn) throw new Error('--database: it does not hold the city of the run that was interrupted.');
  const persistence = await openPersistence({ address: url });
  try {
    await persistence.lease.acquire();
    return persistence;
  } catch (cause) {
    await persistence.close();
    throw cause;
  }
}

/** A journal that is asked again by wall time where it does not answer: the clock of a simulation stands still meanwhile. */
export const patient = (journal: Journal): Journal => ({
  read: (after) => journal.read(after),
  append: async (batch: Batch): Promise<Appended> => {
    for (let n = 0; ; n++) {
      try {
        return await journal.append(batch);
      } catch (cause) {
        if (!(cause instanceof JournalUnavailable)) throw cause;
        if (n === retriesMax) throw new Error(`--database: it has not answered for long: ${cause.message}.`, { cause });
        await pause(retryMs);
      }
    }
  },
});
