/**
 * Removes what has become old. Nobody tells this service who has died, so only time can say it, and it says it of many at once: a
 * mailbox goes with all that were last looked into in the same week, whether their owners live or not.
 *
 * AM5  Messages go after `letterDays`. A mailbox goes, with its messages, when nobody has looked into it for `mailboxDays`, at the end of
 *      a week (UTC); its address takes mail as before, which nobody can read. What is left of it is the address and nothing of its owner.
 */
import type { Sql, Storage } from '../contract.ts';

/** How long things are kept, in days. */
export interface Terms {
  readonly letterDays: number;
  readonly mailboxDays: number;
}

/** Rows that one statement removes: well within its deadline. */
const rowsAtOnce = 1_000;

/** The Monday of the week in which we are: what a look into a mailbox leaves behind. */
export const thisWeek = (sql: Sql) => sql`date_trunc('week', now() at time zone 'utc')::date`;

/** May be repeated; what one time does not do, the next one does. */
export async function removeOld(storage: Storage, { letterDays, mailboxDays }: Terms): Promise<void> {
  while ((await removeMessages(storage, letterDays)) === rowsAtOnce);
  // First what lies in them: one statement could not remove it all.
  while ((await emptyMailboxes(storage, mailboxDays)) === rowsAtOnce);
  while ((await removeMailboxes(storage, mailboxDays)) === rowsAtOnce);
}

/** Each resolves to how many rows it has removed. */
async function removeMessages(storage: Storage, days: number): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      delete from message where id in (
        select id from message where sent_at < now() - ${days}::int * interval '1 day'
        limit ${rowsAtOnce} for update skip locked
      ) returning id`,
  );
  return length;
}

/** Before this week: then the whole week of the last look lies so many days back. */
const firstWeekKept = (sql: Sql, days: number) =>
  sql`date_trunc('week', (now() - ${days}::int * interval '1 day') at time zone 'utc')::date`;

async function emptyMailboxes(storage: Storage, days: number): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      delete from message where id in (
        select id from mailbox join message using (address) where looked_into < ${firstWeekKept(sql, days)}
        limit ${rowsAtOnce} for update of message skip locked
      ) returning id`,
  );
  return length;
}

async function removeMailboxes(storage: Storage, days: number): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      with old as (
          select owner from mailbox where looked_into < ${firstWeekKept(sql, days)}
          order by random() limit ${rowsAtOnce} for update skip locked
        ),
        removed as (delete from mailbox where owner in (select owner from old) returning address)
      insert into removed_mailbox (address) select address from removed order by random() returning address`,
  );
  return length;
}
