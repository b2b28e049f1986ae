/**
 * Reads all rows of an image table through binary COPY: the fastest way out of Postgres that this client has. Parses
 * the format by hand (PostgreSQL documentation, COPY, "Binary Format"): a header of 19 bytes, then for each row a
 * 16-bit number of fields and each field as a 32-bit length and its bytes; a number of fields of -1 ends it.
 */
import type { Sql } from './database.ts';
import { DamagedRow } from './codec.ts';

export interface ImageRow {
  readonly id: string;
  readonly crc: number;
  readonly body: Buffer;
}

const headerBytes = 19;
const fields = 3;

/** The rows in no particular order, in slices as they arrive. Bodies are views of the received bytes: use, then drop. */
export async function* readImageRows(sql: Sql, table: 'actor' | 'account'): AsyncIterable<ImageRow[]> {
  const stream = await sql.unsafe(`copy (select id, crc, body from ${table}) to stdout (format binary)`).readable();
  let rest: Buffer = Buffer.alloc(0);
  let start = headerBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const rows: ImageRow[] = [];
    const end = parse(bytes, start, rows, table);
    rest = bytes.subarray(end);
    start = 0;
    if (rows.length > 0) yield rows;
  }
  if (rest.length > 2) throw new DamagedRow(`table ${table}: the copy ended in the middle of a row`);
}

/** Parses whole rows from `at` on; returns where the first incomplete one starts. */
function parse(bytes: Buffer, at: number, rows: ImageRow[], table: string): number {
  let start = at;
  while (start + 6 <= bytes.length) {
    const count = bytes.readInt16BE(start);
    if (count !== fields) throw new DamagedRow(`table ${table}: ${count} fields in a row of ${fields}`);
    const id = start + 6;
    const crc = id + bytes.readInt32BE(start + 2) + 4;
    const body = crc + 8 + 4;
    if (body > bytes.length) return start;
    const end = body + bytes.readInt32BE(body - 4);
    if (end > bytes.length) return start;
    rows.push({ id: bytes.toString('utf8', id, crc - 4), crc: bytes.readUInt32BE(crc + 4), body: bytes.subarray(body, end) });
    start = end;
  }
  return start;
}
