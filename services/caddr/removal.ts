/**
 * Removes old messages and mailboxes. The service does not learn who has died, so it removes by age, and many at once: a mailbox goes
 * with all that were last looked into in the same week, whether their owners live or not.
 *
 * AM5  Messages go after `letterDays`. A mailbox goes, with its messages, when nobody has looked into it for `mailboxDays`, at the end of
 *      a week (UTC); its address takes mail as before, which nobody can read. What is left of it is the address and nothing of its owner.
 */
import type { Sql, Storage } from '../contract.ts';

/** How many days things are kept. */
export interface Terms {
  readonly letterDays: number;
  readonly mailboxDays: number;
}

/** Rows that one statement removes, well within its deadline. */
const rowsAtOnce = 1_000;

/** The Monday of this week, which a look into a mailbox leaves in its row. */
export const thisWeek = (sql: Sql) => sql`date_trunc('week', now() at time zone 'utc')::date`;

/** May be repeated; what one call does not remove, the next one does. */
export async function removeOld(storage: Storage, { letterDays, mailboxDays }: Terms): Promise<void> {
  while ((await removeMessages(storage, letterDays)) === rowsAtOnce);
  // First the messages in them: one statement could not remove all of that.
  while ((await emptyMailboxes(storage, mailboxDays)) === rowsAtOnce);
  while ((await removeMailboxes(storage, mailboxDays)) === rowsAtOnce);
}

/** Each function resolves to the number of rows that it has removed. */
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

/** Weeks before this one are too old: then the whole week of the last look is at least so many days ago. */
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
