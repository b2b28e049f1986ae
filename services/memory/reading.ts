/** Reads the names that a resident has used, and its messages in their order. */
import type { Storage } from '../contract.ts';
import { contextMessagesMax, pageTextBytesMax, tokenBytes } from './bounds.ts';
import type { StoredMessage } from './messages.ts';
import type { Named } from './writing.ts';

/** A workspace, a peer or a session. */
export interface Made {
  readonly created_at: Date;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; `null` where there is none. */
  readonly next: string | null;
}

/** The part of a list that one page shows. */
export interface Part<Cursor> {
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface NamedRow extends Made {
  readonly id: string;
}

/** `undefined` where there is none. */
export const workspaceOf = async (storage: Storage, resident: string): Promise<Made | undefined> => {
  const [found] = await storage.run(
    (sql) => sql<Made[]>`select created_at from workspace where resident = ${resident} and forgotten_at is null`,
  );
  return found;
};

/** Peers by name. */
export async function peersOf(
  storage: Storage,
  resident: string,
  { limit, cursor = '' }: Part<string>,
): Promise<Page<NamedRow>> {
  const rows = await storage.run(
    (sql) => sql<NamedRow[]>`
      select id, created_at from peer where resident = ${resident} and id > ${cursor} order by id limit ${limit + 1}`,
  );
  return pageOf(rows, limit, ({ id }) => id);
}

/** Sessions by name. */
export async function sessionsOf(
  storage: Storage,
  resident: string,
  { limit, cursor = '' }: Part<string>,
): Promise<Page<NamedRow>> {
  const rows = await storage.run(
    (sql) => sql<NamedRow[]>`
      select id, created_at from session where resident = ${resident} and id > ${cursor} order by id limit ${limit + 1}`,
  );
  return pageOf(rows, limit, ({ id }) => id);
}

interface MessageRow extends StoredMessage {
  readonly begins: number;
  readonly is_last: boolean;
}

/** The messages of a session in their order, as many as a page may hold, at least one whatever its length. */
export async function messagesOf(
  storage: Storage,
  { resident, id }: Named,
  { limit, cursor = -1 }: Part<number>,
): Promise<Page<StoredMessage>> {
  const rows = await storage.run(
    (sql) => sql<MessageRow[]>`
      with newer as (
        select id, session, peer, content, created_at, begins,
          sum(octet_length(content)) over (order by begins) - octet_length(content) as bytes_before,
          lead(begins) over (order by begins) is null as is_last
        from message where resident = ${resident} and session = ${id} and begins > ${cursor}
        order by begins limit ${limit}
      )
      select * from newer where bytes_before < ${pageTextBytesMax} order by begins`,
  );
  const last = rows.at(-1);
  return { items: rows, next: last === undefined || last.is_last ? null : String(last.begins) };
}

/** The newest messages of a session with at most so many tokens together, in their order. */
export async function contextOf(
  storage: Storage,
  { resident, id }: Named,
  tokens: number,
): Promise<readonly StoredMessage[]> {
  return storage.run(
    (sql) => sql<StoredMessage[]>`
      with newest as (
        select id, session, peer, content, created_at, begins,
          (octet_length(content) + ${tokenBytes - 1}::int) / ${tokenBytes}::int as tokens
        from message where resident = ${resident} and session = ${id}
        order by begins desc limit ${Math.min(tokens, contextMessagesMax)}
      ), counted as (
        select *, sum(tokens) over (order by begins desc) as used from newest
      )
      select id, session, peer, content, created_at from counted where used <= ${tokens} order by begins`,
  );
}

/** `undefined` where there is none of this name. */
export const sessionOf = async (storage: Storage, { resident, id }: Named): Promise<Made | undefined> => {
  const [found] = await storage.run(
    (sql) => sql<Made[]>`select created_at from session where resident = ${resident} and id = ${id}`,
  );
  return found;
};

export interface PeerRow extends Made {
  /** All messages that it ever said, also those that were forgotten. */
  readonly messages: number;
  readonly last_at: Date | null;
  readonly last_session: string | null;
}

/** `undefined` where there is none of this name. */
export const peerOf = async (storage: Storage, { resident, id }: Named): Promise<PeerRow | undefined> => {
  const [found] = await storage.run(
    (sql) => sql<PeerRow[]>`
      select created_at, messages, last_at, last_session from peer where resident = ${resident} and id = ${id}`,
  );
  return found;
};

function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
