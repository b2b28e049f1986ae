/**
 * Reads a whole image table as fast as this client can: stretches of pages, each packed by Postgres into one row of
 * three texts, the next ones asked for while this one is decoded.
 *
 * Stretches are separate statements, so nobody may write meanwhile; the lease sees to that (checkpoints.ts).
 *
 * Rejected: binary COPY through the client's stream, which was slower and hung (postgres 3.4.9 leaves the socket paused
 * when the stream's buffer is full as the copy ends); a cursor, which pays for an object and its fields per row; to
 * parse the bodies of a stretch as one list, which takes somewhat longer than one by one.
 */
import { must } from '../../engine/assert.ts';
import type { ConnectionPool } from './connections.ts';

export interface ImageRow {
  readonly id: string;
  readonly crc: number;
  readonly body: string;
}

/** Bytes of a stretch, about: a page is weighed by the table's average, what is stored out of line included. */
const stretchBytes = 1 * 1024 * 1024;
const stretchPagesMax = 256;
const pageBytes = 8192;
/** Stretches requested at once: the client sends the last request only after this one is decoded. */
const askedMax = 2;
/** Milliseconds for one stretch, on a cold disk. */
const stretchDeadlineMs = 30_000;

/** One line for each row: neither ids nor JSON text hold a raw line break. Nulls for no row. */
type Packed = { readonly ids: string | null; readonly crcs: string; readonly bodies: string };

/** Every row once, in slices, in no particular order. */
export async function* scanImages(pool: ConnectionPool, table: 'actor' | 'account'): AsyncIterable<ImageRow[]> {
  const { pages, step } = await measure(pool, table);
  const asked: Promise<Packed>[] = [];
  let first = 0;
  const ask = (): void => {
    if (first >= pages) return;
    const stretch = readStretch(pool, table, first, step);
    // Keeps the rejection from being unhandled when the reader stops before it comes to this stretch.
    stretch.catch(() => undefined);
    asked.push(stretch);
    first += step;
  };
  for (let i = 0; i < askedMax; i++) ask();
  for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
    const packed = await next;
    ask();
    if (packed.ids !== null) yield unpack(packed.ids, packed);
  }
}

async function measure(pool: ConnectionPool, table: string): Promise<{ pages: number; step: number }> {
  const rows = await pool.run(
    (sql) => sql<{ own: number; whole: number }[]>`
      select pg_relation_size(${table}::text::regclass) as own, pg_table_size(${table}::text::regclass) as whole`,
  );
  const { own, whole } = must(rows[0], 'the size of a table');
  const pages = Math.ceil(own / pageBytes);
  const perPage = Math.max(pageBytes, whole / Math.max(1, pages));
  return { pages, step: Math.max(1, Math.min(stretchPagesMax, Math.floor(stretchBytes / perPage))) };
}

async function readStretch(
  pool: ConnectionPool,
  table: 'actor' | 'account',
  first: number,
  pages: number,
): Promise<Packed> {
  const rows = await pool.run(
    (sql) => sql<Packed[]>`
      select string_agg(id, E'\\n') as ids, string_agg(crc::text, E'\\n') as crcs, string_agg(body, E'\\n') as bodies
      from ${sql(table)}
      where ctid >= ${`(${first},0)`}::text::tid and ctid < ${`(${first + pages},0)`}::text::tid`,
    stretchDeadlineMs,
  );
  return must(rows[0], 'a stretch');
}

function unpack(ids: string, packed: Packed): ImageRow[] {
  const crcs = packed.crcs.split('\n');
  const bodies = packed.bodies.split('\n');
  return ids.split('\n').map((id, i) => ({ id, crc: Number(crcs[i]), body: bodies[i] ?? '' }));
}
