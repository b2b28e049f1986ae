/** Archives the memory of a dead resident: reads it whole, then removes it. Both may be repeated, and work in small statements (ME5). */
import type { Storage } from '../contract.ts';
import type { RemembersResidents } from '../deceased.ts';
import type { StoredMessage } from './messages.ts';

interface MessageRow extends StoredMessage {
  readonly begins: number;
}

/** Messages, or marks, that one statement handles. */
const sliceMax = 500;
/** Far longer than any call takes. */
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
 * Removes all messages of a resident. What was removed before it rejects is gone; it must be repeated. Its workspace is marked first: a
 * call under way has kept its messages by then, which are removed with the rest, or finds the mark and keeps nothing.
 */
async function forget(storage: Storage, resident: string): Promise<void> {
  const isNew = await mark(storage, resident);
  await storage.run((sql) => sql`delete from once where caller = ${resident}`);
  // The resident never had a workspace, and nothing is kept without one.
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

/**
 * Waits for every transaction that adds to the workspace. Removes marks that no call can meet any more. True when there was neither a
 * workspace nor a mark.
 */
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
