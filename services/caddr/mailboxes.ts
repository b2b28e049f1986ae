/**
 * The anonymous mailboxes. The service knows no resident: a caller is a pseudonym that only a holder of the service's secret can compute.
 *
 * AM1  No row, answer or error has a resident in it, nor anything that one could be found by without the secret; keys of requests,
 *      which residents choose, are kept only as what the secret makes of them.
 * AM2  A mailbox outlives its resident, and its address outlives the mailbox: both take mail like any other, and no refusal tells who has
 *      died. Only an address that was never given out is refused, which nobody meets who was given one.
 * AM3  Times are those of the minute, and within a minute messages have no order but that of their random identifiers.
 * AM6  In a mailbox that is full, the oldest message of whoever has most there makes room: the largest share of its messages or of its
 *      bytes. The new one counts, and is kept. A sender is known by its address alone.
 */
import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import {
  type AnswerTo,
  answer,
  type Handlers,
  type ServiceCall,
  type ServiceOutcome,
  type ServiceRefusal,
  type Sql,
  type Storage,
} from '../contract.ts';
import { actOnce, type KeyedCall } from '../idempotent-calls.ts';
import { isAddress, isMessageId, newAddress, newMessageId } from './identifiers.ts';
import { cursorOf, type MailboxManifest, type Position, type Registered, type Sent } from './manifest.ts';
import { thisWeek } from './removal.ts';

/** Messages in one mailbox, besides the bound of bytes for it (AM6). */
const messagesMax = 1_000;
const minuteMs = 60_000;

const noOwnMailbox: ServiceRefusal<'not_found'> = {
  type: 'refused',
  code: 'not_found',
  kind: 'mailbox',
  advice: 'You have none: POST /v1/global-services/caddr/register makes one.',
};
const noSuchMailbox: ServiceRefusal<'not_found'> = { type: 'refused', code: 'not_found', kind: 'mailbox' };
const noSuchMessage: ServiceRefusal<'not_found'> = {
  type: 'refused',
  code: 'not_found',
  kind: 'message',
  advice: 'GET /v1/global-services/caddr/inbox shows those that you can answer.',
};

type All = Handlers<MailboxManifest>;

/** `bytesMax`: bytes of all messages in one mailbox. */
export function handlersOf(storage: Storage, secret: string, bytesMax: number): All {
  const keyed = (call: ServiceCall): KeyedCall => keyedCall(secret, call);
  return {
    register: (call) => register(storage, keyed(call), call.caller.pseudonym),
    send: async (call) => {
      const { to, body } = call.body;
      const owner = call.caller.pseudonym;
      const known = isAddress(to);
      const message = { owner, body, replyTo: null, bytesMax };
      const sent = known && (await send(storage, keyed(call), message, (sql) => mailboxAt(sql, to)));
      return sent || ((await hasMailbox(storage, owner)) ? noSuchMailbox : noOwnMailbox);
    },
    inbox: ({ caller, query }) => inbox(storage, caller.pseudonym, query.limit, query.after),
    reply: async (call) => {
      const { message_id: replyTo, body } = call.body;
      const owner = call.caller.pseudonym;
      const message = { owner, body, replyTo, bytesMax };
      const sent = isMessageId(replyTo) && (await send(storage, keyed(call), message, (sql) => senderOf(sql, replyTo)));
      return sent || ((await hasMailbox(storage, owner)) ? noSuchMessage : noOwnMailbox);
    },
  };
}

/** The name of a key in the table, from which neither the key nor the mailbox can be found out (AM1). */
function keyedCall(secret: string, { caller, key }: ServiceCall): KeyedCall {
  const made = (what: string, text: string) =>
    createHmac('sha256', secret).update(`${what}\n${caller.pseudonym}\n${text}`).digest('base64url');
  return {
    caller: made('caller', ''),
    key: key && { key: made('key', key.key), fingerprint: made('fingerprint', key.fingerprint) },
  };
}

async function register(
  storage: Storage,
  call: KeyedCall,
  owner: string,
): Promise<ServiceOutcome<'mailbox_exists', Registered>> {
  const address = newAddress();
  const made = await actOnce(
    storage,
    call,
    (sql, first) => sql<{ answer: Registered }[]>`
      with made as (
          insert into mailbox (owner, address) values (${owner}, ${address}) on conflict (owner) do nothing returning address
        ),
        ${first(sql`select jsonb_build_object('address', address) from made`)}
      select answer from first`,
  );
  return made ?? { type: 'refused', code: 'mailbox_exists' };
}

interface Message {
  readonly owner: string;
  readonly body: string;
  readonly replyTo: string | null;
  /** The bound of the recipient's mailbox. */
  readonly bytesMax: number;
}

const mailboxAt = (sql: Sql, address: string) => sql`
  select address from mailbox where address = ${address}
  union all select address from removed_mailbox where address = ${address}`;

const senderOf = (sql: Sql, message: string) => sql`
  select from_address as address from message where id = ${message} and address in (select address from sender)`;

/**
 * `undefined` when the sender has no mailbox or `recipient` has no row. Messages that make room there are removed (AM6); a message for a
 * mailbox that was removed is not kept.
 */
function send(
  storage: Storage,
  call: KeyedCall,
  { owner, body, replyTo, bytesMax }: Message,
  recipient: (sql: Sql) => postgres.Fragment,
): Promise<ServiceOutcome<never, Sent> | undefined> {
  const id = newMessageId();
  const bytes = Buffer.byteLength(body);
  return actOnce(
    storage,
    call,
    (sql, first) => sql<{ answer: Sent }[]>`
      with sender as (select address from mailbox where owner = ${owner}),
        recipient as (${recipient(sql)}),
        ${first(sql`
          select jsonb_build_object('id', ${id}::text, 'from_address', sender.address, 'reply_to', ${replyTo}::text,
            'sent_at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:"00.000Z"'))
          from sender, recipient`)},
        sent as (
          insert into message (id, address, from_address, body, sent_at, reply_to)
          select ${id}, recipient.address, sender.address, ${body}, date_trunc('minute', now()), ${replyTo}
          from first, sender, recipient where recipient.address in (select address from mailbox)
        ),
        dropped as (
          delete from message where id in (
            select id from message where id in (${makingRoom(sql, { bytes, bytesMax })}) for update skip locked
          ) and exists (select from first)
        )
      select answer from first`,
  );
}

/**
 * The messages at `recipient` that make room for one of so many bytes from `sender` (AM6). Each stands for the share that its sender
 * would have with it and all newer ones; messages are kept in the order of these shares, as many as fit.
 */
const makingRoom = (sql: Sql, { bytes, bytesMax }: { readonly bytes: number; readonly bytesMax: number }) => sql`
  select id from (
    select id, row_number() over fair as place, sum(bytes) over fair as bytes
    from (
      select id, sent_at, bytes, greatest(
        (row_number() over of_sender + is_own) / ${messagesMax}::float8,
        (sum(bytes) over of_sender + is_own * ${bytes}::int) / ${bytesMax}::float8
      ) as share
      from (
        select id, sent_at, bytes, from_address, (from_address in (select address from sender))::int as is_own
        from message where address in (select address from recipient)
      ) as there
      window of_sender as (partition by from_address order by sent_at desc, id desc)
    ) as shared
    window fair as (order by share, sent_at desc, id desc)
  ) as ranked where place >= ${messagesMax} or ranked.bytes > ${bytesMax - bytes}`;

async function hasMailbox(storage: Storage, owner: string): Promise<boolean> {
  return (await storage.run((sql) => sql`select from mailbox where owner = ${owner}`)).length > 0;
}

interface InboxRow {
  readonly id: string;
  readonly from_address: string;
  readonly body: string;
  readonly sent_at: Date;
  readonly reply_to: string | null;
}

/** A page of the inbox, by minute and then by identifier (AM3). */
async function inbox(
  storage: Storage,
  owner: string,
  limit: number,
  after: Position | null,
): Promise<ServiceOutcome<'not_found', AnswerTo<MailboxManifest['operations']['inbox']>>> {
  const [own] = await storage.run(
    // Mixing may hold the row just now; then a later call notes the look.
    (sql) => sql<{ address: string }[]>`
      with looked as (
        update mailbox set looked_into = ${thisWeek(sql)}, mixed = false
        where owner = ${owner} and looked_into < ${thisWeek(sql)}
      )
      select address from mailbox where owner = ${owner}`,
  );
  if (own === undefined) return noOwnMailbox;
  const { address } = own;
  const before = after && new Date(after.minute * minuteMs);
  const rows = await storage.run(
    (sql) => sql<InboxRow[]>`
      select id, from_address, body, sent_at, reply_to from message where address = ${address}
      ${after === null ? sql`` : sql`and (sent_at, id) < (${before}, ${after.id})`}
      order by sent_at desc, id desc limit ${limit + 1}`,
  );
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return answer({
    address,
    items: items.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() })),
    next_cursor: last === undefined ? null : cursorOf({ minute: last.sent_at.getTime() / minuteMs, id: last.id }),
  });
}
