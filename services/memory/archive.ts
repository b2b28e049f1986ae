/** What becomes of a memory at its resident's death: read whole, then removed. Both may be repeated, and go in small statements (ME5). */
import type { Storage } from '../contract.ts';
import type { RemembersResidents } from '../deceased.ts';
import type { StoredMessage } from './messages.ts';

interface MessageRow extends StoredMessage {
  readonly begins: number;
}

/** Messages, or marks, of one statement. */
const sliceMax = 500;
/** Far longer than a call can be under way. */
const marksKeptHours = 24;

export const memoriesIn = (storage: Storage): RemembersResidents => ({
  exportNewest: (resident, limit) => exportNewest(storage, resident, limit),
  forget: (resident) => forget(storage, resident),
});

/** The newest messages of a resident, oldest first: at most `limit`, and at most `spaceBytes` of text. */
async function exportNewest(storage: Storage, resident: string, limit: number): Promise<readonly StoredMessage[]> {
  const newest: StoredMessage[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (newest.length < limit) {
    const count = Math.min(sliceMax, limit - newest.length);
    const rows = await storage.run(
      (sql) => sql<MessageRow[]>`
        select id, session, peer, content, created_at, begins from message
        where resident = ${resident} and begins < ${before} order by begins desc limit ${count}`,
    );
    for (const { begins, ...message } of rows) {
      newest.push(message);
      before = begins;
    }
    if (rows.length < count) break;
  }
  return newest.reverse();
}

/**
 * Removes all that a resident has. What was removed when it rejects stays so: repeat it. Its workspace is marked first: a call that is under
 * way has kept what it brings by then, and it is removed with the rest, or finds the mark and keeps nothing.
 */
async function forget(storage: Storage, resident: string): Promise<void> {
  const isNew = await mark(storage, resident);
  await storage.run((sql) => sql`delete from once where caller = ${resident}`);
  // It never had a workspace, and nothing is kept without one.
  if (isNew) return;
  for (;;) {
    const { count } = await storage.run(
      (sql) => sql`
        delete from message where resident = ${resident} and begins in
          (select begins from message where resident = ${resident} order by begins limit ${sliceMax})`,
    );
    if (count === 0) break;
  }
  await storage.run((sql) => sql`delete from session where resident = ${resident}`);
  await storage.run((sql) => sql`delete from peer where resident = ${resident}`);
}

/** Waits for whoever adds to the workspace. Marks that no call can meet any more are removed. True when there was none, and no mark. */
async function mark(storage: Storage, resident: string): Promise<boolean> {
  const rows = await storage.run(
    (sql) => sql<{ is_new: boolean }[]>`
      with old as (
        delete from workspace where resident in (
          select resident from workspace
          where forgotten_at < now() - ${`${marksKeptHours} hours`}::interval and resident <> ${resident}
          limit ${sliceMax} for update skip locked
        )
      )
      insert into workspace (resident, forgotten_at) values (${resident}, now())
      on conflict (resident) do update set forgotten_at = now(), written = 0, peers = 0, sessions = 0
      -- Postgres gives xmax to a row that an update has made.
      returning xmax = 0 as is_new`,
  );
  return rows[0]?.is_new === true;
}
