/** The rows of bases: how they are checked and read. `bases.ts` writes them. */
import type { Base, Checkpoints } from '../../engine/ports.ts';
import { decodeCounters } from '../row-codec.ts';
import { accountOf, imageOf, verify } from './checkpoints.ts';
import type { Sql } from './connections.ts';
import type { ImageRow } from './image-scan.ts';

export interface StoredBase {
  readonly batch: number;
  readonly crc: number;
  readonly counters: string;
}

/** Images or accounts of a base, a line for each in every text. */
export interface StoredSlice {
  readonly number: number;
  readonly kind: SliceKind;
  readonly ids: string;
  readonly crcs: string;
  readonly bodies: string;
}

export type SliceKind = 'actor' | 'account';

/** Throws `DamagedRow`, naming the row. */
export function baseOf({ batch, crc, counters }: StoredBase): Base {
  const name = `base row (batch ${batch})`;
  verify(name, String(batch), counters, crc);
  return { batch, counters: decodeCounters(counters, name) };
}

/** The slices of a base, in order, one after the other. */
export async function* baseRows(sql: Sql, batch: number): AsyncIterable<StoredSlice> {
  for (let number = -1; ; ) {
    const rows = await sql<StoredSlice[]>`
      select number, kind, ids, crcs, bodies from base_slice
      where batch = ${batch}::bigint and number > ${number}::int order by number limit 1`;
    const [slice] = rows;
    if (slice === undefined) return;
    yield slice;
    number = slice.number;
  }
}

export function linesOf({ ids, crcs, bodies }: StoredSlice): readonly ImageRow[] {
  const [crcLines, bodyLines] = [crcs.split('\n'), bodies.split('\n')];
  return ids.split('\n').map((id, i) => ({ id, crc: Number(crcLines[i]), body: bodyLines[i] ?? '' }));
}

type Slice = ReturnType<Checkpoints['load']> extends AsyncIterable<infer One> ? One : never;

/** Throws `DamagedRow`, naming the row. */
export function sliceOf(slice: StoredSlice): Slice {
  const rows = linesOf(slice);
  return slice.kind === 'actor'
    ? { actors: rows.map(imageOf), accounts: [] }
    : { actors: [], accounts: rows.map(accountOf) };
}
