/**
 * Makes bases: of the base before and the images of the journal after it, in one transaction, so that each is there whole or not at all.
 * Whatever has not changed since is copied as the text that it is. What is held in memory is what has changed.
 *
 * Rejected: to write them out of the memory of the living city, which would have to serialise all that it has; and to copy the tables of a
 * checkpoint, which stand still only while the city writes none, and are never those of a moment that has passed.
 */
import { assert } from '../../engine/assert.ts';
import { type Base, type Counters, countersAfter, leavesNothing, type PastRow } from '../../engine/ports.ts';
import type { Bases } from '../interface.ts';
import { encodeAccount, encodeCounters, encodeImage, rowChecksum } from '../row-codec.ts';
import { baseOf, baseRows, linesOf, type SliceKind, type StoredBase } from './base-rows.ts';
import { connect, type DatabaseAddress, type Sql } from './connections.ts';
import { PostgresHistory } from './history.ts';
import type { ImageRow } from './image-scan.ts';
import { lockSpace } from './migrate.ts';
import { inTransaction, stillIn } from './transaction.ts';

/** Characters of the bodies of a slice, about. */
const sliceChars = 1_000_000;
/** Second half of the key of the lock under which bases are made and removed; `migrate.ts` and `lease.ts` have the others. */
export const baseLock = 1_000;
const patient = { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 };

type Changes = Readonly<Record<SliceKind, Map<string, string | null>>>;

export class PostgresBases implements Bases {
  readonly #address: DatabaseAddress;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  async newest(): Promise<Base | undefined> {
    const sql = connect(this.#address, { ...patient, isReadOnly: true });
    try {
      const [row] = await sql<StoredBase[]>`select batch, crc, counters from base order by batch desc limit 1`;
      return row && baseOf(row);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async make(batch?: number): Promise<Base | undefined> {
    const history = await PostgresHistory.open(this.#address);
    const sql = connect(this.#address, patient);
    try {
      // Held until the connection ends: the base that is copied must not be pruned meanwhile.
      await sql`select pg_advisory_lock(${lockSpace}::int, ${baseLock}::int)`;
      const until = batch ?? (await history.extent())?.last ?? 0;
      const before = (await history.bases()).findLast((base) => base.batch <= until);
      if (before?.batch === until) return before;
      const begin = { batch: before?.batch ?? 0, counters: before?.counters };
      const from: Source = { ...begin, rows: (kind) => rowsOf(sql, before, kind) };
      const made = await makeFrom(sql, history, from, until);
      if (made !== undefined || batch !== undefined) return made;
      const checkpoint = await history.checkpoint();
      return checkpoint && (await makeFrom(sql, history, checkpoint, until));
    } finally {
      await Promise.all([sql.end({ timeout: 1 }), history.close()]);
    }
  }
}

/** Whole images and accounts as of a batch. */
interface Source {
  readonly batch: number;
  /** Undefined: of a city that has not begun. */
  readonly counters: Counters | undefined;
  readonly rows: (kind: SliceKind) => AsyncIterable<ImageRow>;
}

async function* rowsOf(sql: Sql, base: Base | undefined, kind: SliceKind): AsyncIterable<ImageRow> {
  if (base === undefined) return;
  for await (const slice of baseRows(sql, base.batch)) if (slice.kind === kind) yield* linesOf(slice);
}

async function makeFrom(sql: Sql, history: PostgresHistory, from: Source, until: number): Promise<Base | undefined> {
  const found = await changesAfter(history, from, until);
  return found && write(sql, from, { batch: until, counters: found.counters }, found.changes);
}

/** The newest images of all that changed; null for what has left. Undefined where a batch between is not there. */
async function changesAfter(history: PostgresHistory, from: Source, until: number) {
  const changes: Changes = { actor: new Map(), account: new Map() };
  let { batch, counters } = from;
  for await (const row of history.read(batch, until)) {
    if (row.batch !== batch + 1) return undefined;
    batch = row.batch;
    counters = countersAfter(row, counters);
    note(changes, row);
  }
  return counters === undefined || batch !== until || batch === from.batch ? undefined : { changes, counters };
}

function note({ actor, account }: Changes, { actors, accounts }: PastRow): void {
  for (const [id, page] of accounts) account.set(id, encodeAccount(page));
  for (const image of actors) actor.set(image.id, leavesNothing(image) ? null : encodeImage(image));
}

function write(sql: Sql, from: Source, base: Base, changes: Changes): Promise<Base> {
  return inTransaction(sql, async (transaction) => {
    const [there] = await sql`select from base where batch = ${base.batch}::bigint`;
    if (there !== undefined) return base;
    const slices = new SliceWriter(sql, transaction, base.batch);
    for (const kind of ['actor', 'account'] as const) {
      for await (const row of from.rows(kind)) if (!changes[kind].has(row.id)) await slices.add(kind, row);
      for (const [id, body] of changes[kind]) if (body !== null) await slices.add(kind, rowOf(id, body));
      await slices.flush();
    }
    const counters = encodeCounters(base.counters);
    await sql.unsafe(
      `insert into base (batch, crc, counters) select $2::bigint, $3::bigint, $4::text where ${stillIn}`,
      [transaction, base.batch, rowChecksum(String(base.batch), counters), counters],
    );
    return base;
  });
}

const rowOf = (id: string, body: string): ImageRow => ({ id, crc: rowChecksum(id, body), body });

class SliceWriter {
  readonly #sql: Sql;
  readonly #transaction: string;
  readonly #batch: number;
  #number = 0;
  #rows: ImageRow[] = [];
  #kind: SliceKind = 'actor';
  #chars = 0;

  constructor(sql: Sql, transaction: string, batch: number) {
    this.#sql = sql;
    this.#transaction = transaction;
    this.#batch = batch;
  }

  async add(kind: SliceKind, row: ImageRow): Promise<void> {
    assert(!row.id.includes('\n') && !row.body.includes('\n'), 'an image is one line');
    this.#kind = kind;
    this.#rows.push(row);
    this.#chars += row.body.length;
    if (this.#chars >= sliceChars) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    [this.#rows, this.#chars] = [[], 0];
    const text = (field: keyof ImageRow) => rows.map((row) => row[field]).join('\n');
    await this.#sql.unsafe(
      `insert into base_slice (batch, number, kind, ids, crcs, bodies)
       select $2::bigint, $3::int, $4::text, $5::text, $6::text, $7::text where ${stillIn}`,
      [this.#transaction, this.#batch, this.#number++, this.#kind, text('id'), text('crc'), text('body')],
    );
  }
}
