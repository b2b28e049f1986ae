/**
 * Rewrites rows so that neither their place nor their transaction shows the order in which they came. Postgres shows that order by the
 * place of a row (`ctid`) and by the transaction that wrote it (`xmin`). The turns of residents have such transactions too, so one could
 * see whose turns surround a message. So new rows are written again once a minute, many in one transaction and in random order.
 *
 * AM4  After it, messages of a minute (of several where there were more at once than `rowsAtOnce`) and keys since the last mixing
 *      share one transaction, and a mailbox shares one with as many others as there are, up to `rowsAtOnce`.
 *
 * What is left: until the next mixing, and after a crash until the next start, a reader of the database sees the order of the newest
 * rows. Removed rows are on the disk until Postgres clears them away, and in its log. A reader who looks repeatedly sees which rows are
 * new each time; one who watches the process sees everything (docs/decisions/024).
 */
import type { Storage } from '../contract.ts';

/** Rows that one statement writes again, well within its deadline. */
const rowsAtOnce = 1_000;

/** `isLast`: no message will come any more in this minute. */
export async function mix(storage: Storage, isLast = false): Promise<void> {
  while ((await mixMailboxes(storage)) === rowsAtOnce);
  while ((await mixMessages(storage, isLast)) === rowsAtOnce);
  while ((await mixKeys(storage)) === rowsAtOnce);
}

/** Each function resolves to the number of new rows that it has mixed. */
async function mixMailboxes(storage: Storage): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      with fresh as (select owner from mailbox where not mixed limit ${rowsAtOnce} for update skip locked),
        among as (
          select owner from mailbox where mixed and exists (select from fresh)
          order by random() limit ${rowsAtOnce} for update skip locked
        ),
        gone as (
          delete from mailbox where owner in (select owner from fresh union all select owner from among)
          returning owner, address, looked_into
        ),
        back as (
          insert into mailbox (owner, address, looked_into, mixed)
          select owner, address, looked_into, true from gone order by random()
        )
      select from fresh`,
  );
  return length;
}

async function mixMessages(storage: Storage, isLast: boolean): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      with fresh as (
          select id from message where not mixed and (${isLast} or sent_at < date_trunc('minute', now()))
          order by sent_at, random() limit ${rowsAtOnce} for update skip locked
        ),
        gone as (
          delete from message where id in (select id from fresh)
          returning id, address, from_address, body, sent_at, reply_to
        ),
        back as (
          insert into message (id, address, from_address, body, sent_at, reply_to, mixed)
          select id, address, from_address, body, sent_at, reply_to, true from gone order by random()
        )
      select from fresh`,
  );
  return length;
}

async function mixKeys(storage: Storage): Promise<number> {
  const { length } = await storage.run(
    (sql) => sql`
      with fresh as (
          select caller, key from once where not mixed order by random() limit ${rowsAtOnce} for update skip locked
        ),
        gone as (
          delete from once where (caller, key) in (select caller, key from fresh)
          returning caller, key, fingerprint, answer, made_at
        ),
        back as (
          insert into once (caller, key, fingerprint, answer, made_at, mixed)
          select caller, key, fingerprint, answer, made_at, true from gone order by random()
        )
      select from fresh`,
  );
  return length;
}
