/**
 * Writes workspaces, peers, sessions and messages. Every statement that adds to a resident's rows first locks the row of its workspace,
 * so that the statements of one resident run one after the other: its counts are exact, and each message has a position of its own
 * (ME2, ME3); and none adds anything to a workspace that was forgotten (ME5).
 */
import { z } from 'zod';
import type { CallKey, ServiceOutcome, ServiceRefusal, Storage } from '../contract.ts';
import { actOnce } from '../idempotent-calls.ts';
import { messageBytes, spaceBytes } from './bounds.ts';
import { messageId, type StoredMessage } from './messages.ts';

/** Why nothing was added: the resident has as many as it may have. */
export type Full = 'peers' | 'sessions';

/** A peer or a session that a call names. */
export interface Named {
  readonly resident: string;
  readonly id: string;
}

export interface NewMessage {
  readonly peer_id: string;
  readonly content: string;
}

/** Makes the workspace when there is none. */
export const makeWorkspace = async (storage: Storage, resident: string): Promise<void> => {
  await storage.run((sql) => sql`insert into workspace (resident) values (${resident}) on conflict do nothing`);
};

/**
 * The result of making something: `undefined` for a success, the bound that was reached, or a refusal because the key belongs to another
 * request.
 */
export type Made = undefined | Full | ServiceRefusal<never>;

/** The same under a key, which is not kept when the workspace was forgotten meanwhile. */
export async function makeWorkspaceOnce(storage: Storage, resident: string, key: CallKey): Promise<Made> {
  await makeWorkspace(storage, resident);
  return made(
    actOnce(
      storage,
      { caller: resident, key },
      (sql, first) => sql<{ answer: object }[]>`
        with locked as (
            select resident from workspace where resident = ${resident} and forgotten_at is null for update
          ),
          ${first(sql`select jsonb_build_object('id', ${resident}::text) from locked`)}
        select answer from first`,
    ),
  );
}

/** Makes the peer when there is none. */
export const makePeer = (storage: Storage, peer: Named, key: CallKey | null): Promise<Made> =>
  makeNamed(storage, { table: 'peer', count: 'peers' }, peer, key);

/** Makes the session when there is none. */
export const makeSession = (storage: Storage, session: Named, key: CallKey | null): Promise<Made> =>
  makeNamed(storage, { table: 'session', count: 'sessions' }, session, key);

/** Adds a row to the table, and one to the count of the workspace. */
async function makeNamed(
  storage: Storage,
  { table, count }: { readonly table: 'peer' | 'session'; readonly count: Full },
  { resident, id }: Named,
  key: CallKey | null,
): Promise<Made> {
  await makeWorkspace(storage, resident);
  return made(
    actOnce(
      storage,
      { caller: resident, key },
      (sql, first) => sql<{ answer: object }[]>`
        with locked as (
            select resident from workspace where resident = ${resident} and forgotten_at is null for update
          ),
          ${first(sql`select jsonb_build_object('id', ${id}::text) from locked`)},
          made as (
            insert into ${sql(table)} (resident, id) select ${resident}, ${id} from first on conflict do nothing returning 1
          ),
          counted as (
            update workspace set ${sql(count)} = ${sql(count)} + 1
            where resident = ${resident} and exists (select from made)
          )
        select answer from first`,
    ),
  );
}

async function made(making: Promise<ServiceOutcome<never> | undefined>): Promise<Made> {
  const full = await fullness(making);
  if (full !== undefined) return full;
  const outcome = await making;
  return outcome?.type === 'refused' ? outcome : undefined;
}

/** Messages for the end of a session, and the key of the call that brings them. */
export interface NewMessages {
  readonly to: Named;
  readonly messages: readonly NewMessage[];
  readonly key: CallKey | null;
}

/**
 * Keeps the messages: all of them, or none where there may be no more names. Under a key they are kept once: a repeat of a call that
 * failed later gets the messages that it kept. Resolves to a refusal when the key belongs to another request.
 */
export async function addMessages(
  storage: Storage,
  added: NewMessages,
): Promise<readonly StoredMessage[] | Full | ServiceRefusal<never>> {
  const { to, messages } = added;
  await makeWorkspace(storage, to.resident);
  const adding = addItems(storage, added, itemsOf(messages));
  const full = await fullness(adding);
  if (full !== undefined) return full;
  const outcome = await adding;
  // A workspace may be forgotten at any moment: its resident has died.
  if (outcome === undefined) throw new Error('the workspace was forgotten meanwhile');
  if (outcome.type !== 'answer') return outcome.type === 'refused' ? outcome : [];
  const { ids, created_at } = Kept.parse(outcome.body({ charged: 0, balance: 0 }));
  return messages.map(({ peer_id: peer, content }, n) => ({
    id: ids[n] ?? '',
    session: to.id,
    peer,
    content,
    created_at: new Date(created_at),
  }));
}

/** What is recorded of a call that kept messages. */
const Kept = z.object({ ids: z.array(z.string()), created_at: z.string() });

interface Item {
  readonly id: string;
  readonly peer: string;
  readonly content: string;
  /** Bytes that the messages before it in the call take. */
  readonly before: number;
}

const bytesOf = (content: string): number => Buffer.byteLength(content) + messageBytes;

function itemsOf(messages: readonly NewMessage[]): readonly Item[] {
  let before = 0;
  return messages.map(({ peer_id: peer, content }) => {
    const item = { id: messageId(), peer, content, before };
    before += bytesOf(content);
    return item;
  });
}

/** `xmax = 0`: the row was inserted, not updated. So new peers are told from those that were there. */
function addItems(
  storage: Storage,
  { to: { resident, id }, key }: NewMessages,
  items: readonly Item[],
): Promise<ServiceOutcome<never> | undefined> {
  const taken = items.reduce((sum, { content }) => sum + bytesOf(content), 0);
  const ids = JSON.stringify(items.map((item) => item.id));
  return actOnce(
    storage,
    { caller: resident, key },
    (sql, first) => sql<{ answer: object }[]>`
      with ${first(sql`
          select jsonb_build_object('ids', ${ids}::text::jsonb, 'created_at', now())
          from workspace where resident = ${resident} and forgotten_at is null for update`)},
        locked as (
          select resident, written from workspace
          where resident = ${resident} and forgotten_at is null and exists (select from first) for update
        ),
        item as (
          select * from json_to_recordset(${JSON.stringify(items)}::text::json)
            as item (id text, peer text, content text, before bigint)
        ),
        opened as (
          insert into session (resident, id) select resident, ${id} from locked on conflict do nothing returning 1
        ),
        heard as (
          insert into peer (resident, id, messages, last_at, last_session)
          select locked.resident, item.peer, count(*), now(), ${id} from locked, item group by 1, 2
          on conflict (resident, id) do update set messages = peer.messages + excluded.messages,
            last_at = excluded.last_at, last_session = excluded.last_session
          returning xmax = 0 as is_new
        ),
        kept as (
          insert into message (resident, begins, id, session, peer, content)
          select locked.resident, locked.written + item.before, item.id, ${id}, item.peer, item.content from locked, item
        ),
        forgotten as (
          delete from message
          where resident = ${resident} and begins < (select written from locked) + ${taken}::bigint - ${spaceBytes}::bigint
        ),
        counted as (
          update workspace set written = workspace.written + ${taken}::bigint,
            peers = workspace.peers + (select count(*) from heard where is_new),
            sessions = workspace.sessions + (select count(*) from opened)
          from locked where workspace.resident = locked.resident
        )
      select answer from first`,
  );
}

/** The bound that the statement would exceed; nothing of it has happened then. */
async function fullness(statement: Promise<unknown>): Promise<Full | undefined> {
  try {
    await statement;
    return undefined;
  } catch (cause) {
    const constraint =
      typeof cause === 'object' && cause !== null && 'constraint_name' in cause && cause.constraint_name;
    if (constraint === 'peers_max') return 'peers';
    if (constraint === 'sessions_max') return 'sessions';
    throw cause;
  }
}
