/**
 * Checkpoints on Postgres (J2): the newest image of each actor and the page of each account, one row each, written
 * over the older one. A row in `checkpoint` makes the slices before it count.
 *
 * P1  A row only ever gets newer (`turn`). Slices of a checkpoint that was not finished are newer than the checkpoint
 *     that counts and older than the journal rows after it, all of which recovery reads: they do no harm.
 * P2  So a slice may hold only what is durable in the journal already.
 * P3  Every row carries its checksum; a damaged one is named at load (R8).
 */
import type { AccountId, ActorId } from '../engine/ids.ts';
import type { Image } from '../engine/kind.ts';
import type { Account } from '../engine/ledger.ts';
import type { Checkpoints, Counters } from '../engine/ports.ts';
import { DamagedRow, decodeAccount, decodeCounters, decodeImage, encodeAccount, encodeCounters, encodeImage, rowChecksum } from './codec.ts';
import { type ImageRow, readImageRows } from './copy.ts';
import { connect, type DatabaseAddress, type Line } from './database.ts';

type Slice = { readonly actors: readonly Image[]; readonly accounts: readonly (readonly [AccountId, Account])[] };

/** Rows written by one statement, however long the slice is. */
const writeRowsMax = 2000;
/** Milliseconds for one of them, on a busy disk. */
const writeDeadlineMs = 30_000;

export class PostgresCheckpoints implements Checkpoints {
  readonly #address: DatabaseAddress;
  readonly #line: Line;

  constructor(address: DatabaseAddress, line: Line) {
    this.#address = address;
    this.#line = line;
  }

  async latest(): Promise<{ readonly batch: number; readonly counters: Counters } | undefined> {
    const rows = await this.#line.run(
      (sql) => sql<{ batch: number; crc: number; counters: Buffer }[]>`
        select batch, crc, counters from checkpoint order by batch desc limit 1`,
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const name = `checkpoint row (batch ${row.batch})`;
    verify(name, String(row.batch), row.counters, row.crc);
    return { batch: row.batch, counters: decodeCounters(row.counters, name) };
  }

  async *load(): AsyncIterable<Slice> {
    const sql = connect(this.#address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
    try {
      for await (const rows of readImageRows(sql, 'actor')) yield { actors: rows.map(imageOf), accounts: [] };
      for await (const rows of readImageRows(sql, 'account')) yield { actors: [], accounts: rows.map(accountOf) };
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async write(actors: readonly Image[], accounts: readonly (readonly [AccountId, Account])[]): Promise<void> {
    for (let i = 0; i < actors.length; i += writeRowsMax) {
      await this.#upsert('actor', actors.slice(i, i + writeRowsMax).map((image) => row(image.id, image.turn, encodeImage(image))));
    }
    for (let i = 0; i < accounts.length; i += writeRowsMax) {
      await this.#upsert('account', accounts.slice(i, i + writeRowsMax).map(([id, account]) => row(id, account.turn, encodeAccount(account))));
    }
  }

  async complete(batch: number, counters: Counters): Promise<void> {
    const body = encodeCounters(counters);
    await this.#line.run(
      (sql) => sql`
        insert into checkpoint (batch, crc, counters)
        values (${batch}::bigint, ${rowChecksum(String(batch), body)}::bigint, ${body}::bytea)
        on conflict (batch) do update set completed = now(), crc = excluded.crc, counters = excluded.counters`,
      writeDeadlineMs,
    );
  }

  /** Ids and numbers travel as lines, bodies as one string of bytes that is cut at `offset`. */
  async #upsert(table: 'actor' | 'account', rows: readonly WrittenRow[]): Promise<void> {
    let offset = 1;
    const offsets: number[] = [];
    for (const { body } of rows) {
      offsets.push(offset);
      offset += body.length;
    }
    await this.#line.run(
      (sql) => sql`
        insert into ${sql(table)} (id, turn, crc, body)
        select distinct on (line.id) line.id, line.turn::bigint, line.crc::bigint, substring(${Buffer.concat(rows.map(({ body }) => body))}::bytea from line.offset_::int for line.length::int)
        from rows from (
          string_to_table(${rows.map(({ id }) => id).join('\n')}, E'\n'), string_to_table(${rows.map(({ turn }) => turn).join('\n')}, E'\n'),
          string_to_table(${rows.map(({ crc }) => crc).join('\n')}, E'\n'), string_to_table(${offsets.join('\n')}, E'\n'),
          string_to_table(${rows.map(({ body }) => body.length).join('\n')}, E'\n')
        ) as line (id, turn, crc, offset_, length)
        order by line.id, line.turn::bigint desc
        on conflict (id) do update set turn = excluded.turn, crc = excluded.crc, body = excluded.body
        where excluded.turn >= ${sql(table)}.turn`,
      writeDeadlineMs,
    );
  }
}

interface WrittenRow {
  readonly id: string;
  readonly turn: number;
  readonly crc: number;
  readonly body: Buffer;
}

function row(id: string, turn: number, body: Buffer): WrittenRow {
  return { id, turn, crc: rowChecksum(id, body), body };
}

function imageOf(row: ImageRow): Image {
  verify(`actor row (id ${row.id})`, row.id, row.body, row.crc);
  return decodeImage(row.id as ActorId, row.body);
}

function accountOf(row: ImageRow): readonly [AccountId, Account] {
  verify(`account row (id ${row.id})`, row.id, row.body, row.crc);
  const id = row.id as AccountId;
  return [id, decodeAccount(id, row.body)];
}

function verify(name: string, id: string, body: Buffer, crc: number): void {
  if (rowChecksum(id, body) !== crc) throw new DamagedRow(`${name}: its checksum is wrong`);
}
