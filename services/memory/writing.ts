/**
 * What is made and kept. Every statement that adds to what a resident has first locks the row of its workspace, so that those of
 * one resident take turns: its counts are exact, and a message's position is its own (ME2, ME3).
 */
import type { Storage } from '../contract.ts';
import { messageBytes, roomBytes } from './bounds.ts';
import { messageId, type StoredMessage } from './messages.ts';

/** Why nothing was added: there are as many as there may be. */
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

/** Makes the peer when there is none; says when there may be no more. */
export async function makePeer(storage: Storage, { resident, id }: Named): Promise<Full | undefined> {
  await makeWorkspace(storage, resident);
  return fullness(
    storage.run(
      (sql) => sql`
        with place as (select resident from workspace where resident = ${resident} for update),
          made as (insert into peer (resident, id) select resident, ${id} from place on conflict do nothing returning 1)
        update workspace set peers = peers + 1 from place
        where workspace.resident = place.resident and exists (select from made)`,
    ),
  );
}

/** Makes the session when there is none; says when there may be no more. */
export async function makeSession(storage: Storage, { resident, id }: Named): Promise<Full | undefined> {
  await makeWorkspace(storage, resident);
  return fullness(
    storage.run(
      (sql) => sql`
        with place as (select resident from workspace where resident = ${resident} for update),
          made as (insert into session (resident, id) select resident, ${id} from place on conflict do nothing returning 1)
        update workspace set sessions = sessions + 1 from place
        where workspace.resident = place.resident and exists (select from made)`,
    ),
  );
}

/** Keeps messages at the end of the session `to`; all of them or, when there is no room for a new name, none. */
export async function addMessages(
  storage: Storage,
  to: Named,
  messages: readonly NewMessage[],
): Promise<readonly StoredMessage[] | Full> {
  await makeWorkspace(storage, to.resident);
  const placed = placedOf(messages);
  const added = addPlaced(storage, to, placed);
  const full = await fullness(added);
  if (full !== undefined) return full;
  const [row] = await added;
  // A workspace may be forgotten at any moment: its resident has died.
  if (row === undefined) throw new Error('the workspace was forgotten meanwhile');
  const { created_at } = row;
  return placed.map(({ id, peer, content }) => ({ id, session: to.id, peer, content, created_at }));
}

interface Added {
  readonly created_at: Date;
}

interface Placed {
  readonly id: string;
  readonly peer: string;
  readonly content: string;
  /** Bytes of room that those before it in the call take. */
  readonly before: number;
}

const bytesOf = (content: string): number => Buffer.byteLength(content) + messageBytes;

function placedOf(messages: readonly NewMessage[]): readonly Placed[] {
  let before = 0;
  return messages.map(({ peer_id: peer, content }) => {
    const placed = { id: messageId(), peer, content, before };
    before += bytesOf(content);
    return placed;
  });
}

/** Whoever is inserted and not updated has no `xmax`: so new peers are told from those that were there. */
const addPlaced = (storage: Storage, { resident, id }: Named, placed: readonly Placed[]): Promise<readonly Added[]> => {
  const taken = placed.reduce((sum, { content }) => sum + bytesOf(content), 0);
  return storage.run(
    (sql) => sql<Added[]>`
      with place as (select resident, written from workspace where resident = ${resident} for update),
        item as (
          select * from json_to_recordset(${JSON.stringify(placed)}::text::json)
            as item (id text, peer text, content text, before bigint)
        ),
        opened as (
          insert into session (resident, id) select resident, ${id} from place on conflict do nothing returning 1
        ),
        heard as (
          insert into peer (resident, id, messages, last_at, last_session)
          select place.resident, item.peer, count(*), now(), ${id} from place, item group by 1, 2
          on conflict (resident, id) do update set messages = peer.messages + excluded.messages,
            last_at = excluded.last_at, last_session = excluded.last_session
          returning xmax = 0 as is_new
        ),
        kept as (
          insert into message (resident, position, id, session, peer, content)
          select place.resident, place.written + item.before, item.id, ${id}, item.peer, item.content from place, item
        ),
        forgotten as (
          delete from message
          where resident = ${resident} and position < (select written from place) + ${taken}::bigint - ${roomBytes}::bigint
        )
      update workspace set written = workspace.written + ${taken}::bigint,
        peers = workspace.peers + (select count(*) from heard where is_new),
        sessions = workspace.sessions + (select count(*) from opened)
      from place where workspace.resident = place.resident
      returning now() as created_at`,
  );
};

/** Of which there are too many after this statement; nothing of it has happened then. */
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
