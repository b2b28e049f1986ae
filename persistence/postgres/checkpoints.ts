/**
 * Checkpoints on Postgres (J2): the newest image of each actor and the page of each account, one row each, written
 * over the older one. A row in `checkpoint` makes the slices before it count.
 *
 * - A row only ever gets newer (`turn`). Slices of a checkpoint that was not finished are newer than the checkpoint
 *   that counts and older than the journal rows after it, all of which recovery reads: they do no harm.
 * - So a slice may hold only what is durable in the journal already.
 * - Every row carries its checksum; a damaged one is named at load (OP5).
 * - Slices are fenced by the lease like commits (J3): a former holder's late slice must not move rows about while
 *   its successor reads the table.
 */

import type { Image } from '../../engine/actor-kind.ts';
import { assert } from '../../engine/assert.ts';
import type { AccountId, ActorId } from '../../engine/ids.ts';
import type { Checkpoints, Counters } from '../../engine/ports.ts';
import type { Account } from '../../engine/state/ledger.ts';
import { Fenced } from '../interface.ts';
import {
  DamagedRow,
  decodeAccount,
  decodeCounters,
  decodeImage,
  encodeAccount,
  encodeCounters,
  encodeImage,
  rowChecksum,
} from '../row-codec.ts';
import type { ConnectionPool } from './connections.ts';
import { type ImageRow, scanImages } from './image-scan.ts';
import { shard } from './shard.ts';

type Slice = { readonly actors: readonly Image[]; readonly accounts: readonly (readonly [AccountId, Account])[] };

/** Rows that one statement writes, however long the slice is. */
const writeRowsMax = 2000;
/** Milliseconds for one statement, on a busy disk. */
const writeDeadlineMs = 30_000;

export class PostgresCheckpoints implements Checkpoints {
  readonly #pool: ConnectionPool;
  readonly #generation: () => number;

  constructor(pool: ConnectionPool, generation: () => number) {
    this.#pool = pool;
    this.#generation = generation;
  }

  async latest(): Promise<{ readonly batch: number; readonly counters: Counters } | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<CheckpointRow[]>`
        select batch, crc, counters from checkpoint order by batch desc limit 1`,
    );
    return rows[0] && checkpointOf(rows[0]);
  }

  async *load(): AsyncIterable<Slice> {
    for await (const rows of scanImages(this.#pool, 'actor')) yield { actors: rows.map(imageOf), accounts: [] };
    for await (const rows of scanImages(this.#pool, 'account')) yield { actors: [], accounts: rows.map(accountOf) };
  }

  async write(actors: readonly Image[], accounts: readonly (readonly [AccountId, Account])[]): Promise<void> {
    for (let i = 0; i < actors.length; i += writeRowsMax) {
      await this.#upsert(
        'actor',
        actors.slice(i, i + writeRowsMax).map((image) => row(image.id, image.turn, encodeImage(image))),
      );
    }
    for (let i = 0; i < accounts.length; i += writeRowsMax) {
      await this.#upsert(
        'account',
        accounts.slice(i, i + writeRowsMax).map(([id, account]) => row(id, account.turn, encodeAccount(account))),
      );
    }
  }

  async forget(actors: readonly ActorId[], accounts: readonly AccountId[]): Promise<void> {
    const answer = await this.#pool.run(
      (sql) => sql<{ held: boolean }[]>`
        with mine as (
          select shard from lease where shard = ${shard}::int and generation = ${this.#generation()}::bigint for share
        ), forgotten as (
          delete from actor using mine, string_to_table(${actors.join('\n')}::text, E'\n') as gone where actor.id = gone
        ), closed as (
          delete from account using mine, string_to_table(${accounts.join('\n')}::text, E'\n') as gone
          where account.id = gone
        )
        select exists (select from mine) as held`,
      writeDeadlineMs,
    );
    if (answer[0]?.held !== true) throw new Fenced('a checkpoint without the lease');
  }

  async complete(batch: number, counters: Counters): Promise<void> {
    const body = encodeCounters(counters);
    const { count } = await this.#pool.run(
      (sql) => sql`
        with mine as (
          select shard from lease where shard = ${shard}::int and generation = ${this.#generation()}::bigint for share
        )
        insert into checkpoint (batch, crc, counters)
        select ${batch}::bigint, ${rowChecksum(String(batch), body)}::bigint, ${body}::text from mine
        on conflict (batch) do update set completed = now(), crc = excluded.crc, counters = excluded.counters`,
      writeDeadlineMs,
    );
    if (count === 0) throw new Fenced('a checkpoint without the lease');
  }

  /** Fields travel as texts of one line for each row, as in journal.ts. */
  async #upsert(table: 'actor' | 'account', rows: readonly WrittenRow[]): Promise<void> {
    const answer = await this.#pool.run(
      (sql) => sql<{ held: boolean }[]>`
        with mine as (
          select shard from lease where shard = ${shard}::int and generation = ${this.#generation()}::bigint for share
        ), upserted as (
          insert into ${sql(table)} (id, turn, crc, body)
          select distinct on (id) id, turn::bigint, crc::bigint, body
          from mine, rows from (
            string_to_table(${joined(rows, ({ id }) => id)}::text, E'\\n'),
            string_to_table(${joined(rows, ({ turn }) => turn)}::text, E'\\n'),
            string_to_table(${joined(rows, ({ crc }) => crc)}::text, E'\\n'),
            string_to_table(${joined(rows, ({ body }) => body)}::text, E'\\n')
          ) as line (id, turn, crc, body)
          order by id, turn::bigint desc
          on conflict (id) do update set turn = excluded.turn, crc = excluded.crc, body = excluded.body
          where excluded.turn >= ${sql(table)}.turn
        )
        select exists (select from mine) as held`,
      writeDeadlineMs,
    );
    if (answer[0]?.held !== true) throw new Fenced('a checkpoint without the lease');
  }
}

function joined(rows: readonly WrittenRow[], field: (row: WrittenRow) => string | number): string {
  return rows.map(field).join('\n');
}

interface WrittenRow {
  readonly id: string;
  readonly turn: number;
  readonly crc: number;
  readonly body: string;
}

function row(id: string, turn: number, body: string): WrittenRow {
  assert(!id.includes('\n'), 'an id without line breaks');
  return { id, turn, crc: rowChecksum(id, body), body };
}

export interface CheckpointRow {
  readonly batch: number;
  readonly crc: number;
  readonly counters: string;
}

export function checkpointOf({ batch, crc, counters }: CheckpointRow): {
  readonly batch: number;
  readonly counters: Counters;
} {
  const name = `checkpoint row (batch ${batch})`;
  verify(name, String(batch), counters, crc);
  return { batch, counters: decodeCounters(counters, name) };
}

export function imageOf(row: ImageRow): Image {
  const name = `actor row (id ${row.id})`;
  verify(name, row.id, row.body, row.crc);
  return decodeImage(row.id as ActorId, row.body, name);
}

export function accountOf(row: ImageRow): readonly [AccountId, Account] {
  const name = `account row (id ${row.id})`;
  verify(name, row.id, row.body, row.crc);
  return [row.id as AccountId, decodeAccount(row.body, name)];
}

export function verify(name: string, id: string, body: string, crc: number): void {
  if (rowChecksum(id, body) !== crc) throw new DamagedRow(`${name}: its checksum is wrong`);
}
