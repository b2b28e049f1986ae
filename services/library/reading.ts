/** Reads the list of entries, one entry, and its memories in their order. */
import type { Storage } from '../contract.ts';
import { menteesShownMax, pageTextBytesMax, sessionsShownMax } from './bounds.ts';

/** The part of a list that one page shows. */
export interface Part {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

export interface EntryRow {
  readonly resident: string;
  readonly number: number;
  readonly name: string;
  readonly framework: string;
  readonly generation: number;
  readonly born_at: Date;
  readonly died_at: Date;
  readonly died_tick: number;
  readonly cause: string;
  readonly title: string | null;
  readonly memories: number;
}

/** The newest first. */
export async function entriesOf(storage: Storage, { limit, cursor }: Part): Promise<Page<EntryRow>> {
  const before = cursor ?? Number.MAX_SAFE_INTEGER;
  const rows = await storage.run(
    (sql) => sql<EntryRow[]>`
      select resident, number, name, framework, generation, born_at, died_at, died_tick, cause, title, memories
      from entry where number < ${before} order by number desc limit ${limit + 1}`,
  );
  return pageOf(rows, limit);
}

export interface WholeEntry extends EntryRow {
  readonly content: string | null;
  readonly mentor: string | null;
  /** Living and dead mentees. */
  readonly all_mentees: string[];
}

export async function entryOf(storage: Storage, resident: string): Promise<WholeEntry | undefined> {
  const [found] = await storage.run(
    (sql) => sql<WholeEntry[]>`
      select resident, number, name, framework, generation, born_at, died_at, died_tick, cause, title, memories,
        content, mentor, to_jsonb(array(
          select id from (
            select unnest(mentees) as id union select resident from entry as mentee where mentee.mentor = entry.resident
          ) as both_kinds order by id limit ${menteesShownMax}
        )) as all_mentees
      from entry where resident = ${resident}`,
  );
  return found;
}

interface SessionRow {
  readonly id: string;
  readonly messages: number;
  readonly sessions: number;
}

/** The sessions with the latest messages, the newest first, and how many sessions there are. */
export const sessionsOf = (storage: Storage, resident: string): Promise<readonly SessionRow[]> =>
  storage.run(
    (sql) => sql<SessionRow[]>`
      select session as id, count(*)::integer as messages, (count(*) over ())::integer as sessions from memory
      where resident = ${resident} group by session order by max(number) desc limit ${sessionsShownMax}`,
  );

export interface MemoryRow {
  readonly number: number;
  readonly session: string;
  readonly peer: string;
  readonly content: string;
  readonly created_at: Date;
}

/** Oldest first: as many as a page may hold, at least one whatever its length. */
export async function memoriesOf(
  storage: Storage,
  resident: string,
  { limit, cursor = 0, session }: Part & { readonly session?: string | undefined },
): Promise<Page<MemoryRow>> {
  const rows = await storage.run(
    (sql) => sql<MemoryRow[]>`
      with page as (
        select number, session, peer, content, created_at,
          sum(octet_length(content)) over (order by number) - octet_length(content) as bytes_before
        from (
          select * from memory
          where resident = ${resident} and number > ${cursor} and session = coalesce(${session ?? null}, session)
          order by number limit ${limit + 1}
        ) as next
      )
      select number, session, peer, content, created_at from page
      where number = (select min(number) from page) or bytes_before + octet_length(content) <= ${pageTextBytesMax}
      order by number`,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined) return { items: [], next_cursor: null };
  const [more] = await storage.run(
    (sql) => sql`
      select from memory where resident = ${resident} and number > ${last.number}
        and session = coalesce(${session ?? null}, session) limit 1`,
  );
  return { items: shown, next_cursor: more === undefined ? null : String(last.number) };
}

/** `rows`: one more than the page when there are more. */
function pageOf<Row extends { readonly number: number }>(rows: readonly Row[], limit: number): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last !== undefined ? String(last.number) : null };
}
