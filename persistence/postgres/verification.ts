/**
 * Looks at every row of a city that has a checksum, and at what follows from the order of the others. Nothing is changed. Of a city that
 * runs, what was there at the beginning is looked at.
 */
import { contentHash } from '../../engine/ids.ts';
import type { Base } from '../../engine/ports.ts';
import { baseOf, baseRows, type StoredBase, sliceOf } from './base-rows.ts';
import { accountOf, checkpointOf, imageOf } from './checkpoints.ts';
import { connect, type DatabaseAddress, type Sql } from './connections.ts';
import { departedOf } from './departed.ts';
import type { ImageRow } from './image-scan.ts';
import { decodeRow, type StoredRow } from './journal.ts';
import { migrationsOf } from './migrate.ts';
import { type Openable, OpenableTurns } from './openable-turns.ts';
import { shard } from './shard.ts';

/** What was found. */
export interface Verified {
  /** How many rows of each table were looked at. */
  readonly rows: ReadonlyMap<string, number>;
  /** A sentence for each row that cannot be read or is missing. */
  readonly damages: readonly string[];
  /** The turns that can be opened in spite of them. */
  readonly openable: readonly Openable[];
}

interface Text {
  readonly hash: string;
  readonly text: string;
}

function checkText({ hash, text }: Text): void {
  if (contentHash(text) !== hash) throw new Error(`content row (hash ${hash}): its text has another hash`);
}

/** Rows that are read at once; bodies of batches are up to 4 MiB each. */
const rowsAtOnce = 1_000;
const batchesAtOnce = 16;

/** Throws what the client throws, and `NewerDatabase`. */
export async function verifyCity(address: DatabaseAddress): Promise<Verified> {
  const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0, isReadOnly: true });
  try {
    const migrations = await migrationsOf(sql);
    // One moment of a city that runs.
    await sql.unsafe('begin isolation level repeatable read read only');
    const verification = new Verification(sql, migrations);
    await verification.run();
    return verification;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

class Verification implements Verified {
  readonly rows = new Map<string, number>();
  readonly damages: string[] = [];
  readonly #sql: Sql;
  readonly #migrations: readonly string[];
  openable: readonly Openable[] = [];

  constructor(sql: Sql, migrations: readonly string[]) {
    this.#sql = sql;
    this.#migrations = migrations;
  }

  async run(): Promise<void> {
    const sql = this.#sql;
    const turns = new OpenableTurns(this.#migrations.includes('006-bases.sql') ? await this.#bases() : []);
    await this.#journal(turns);
    turns.end();
    this.openable = turns.stretches;
    await this.#events();
    await this.#each(
      'checkpoint',
      sql<Parameters<typeof checkpointOf>[0][]>`select batch, crc, counters from checkpoint`,
      checkpointOf,
    );
    await this.#each('actor', sql<ImageRow[]>`select id, crc, body from actor`, imageOf);
    await this.#each('account', sql<ImageRow[]>`select id, crc, body from account`, accountOf);
    await this.#each('departed', sql<ImageRow[]>`select id, crc, body from departed`, departedOf);
    await this.#each('content', sql<Text[]>`select hash, text from content`, checkText);
  }

  /** Those that are whole. */
  async #bases(): Promise<readonly Base[]> {
    const whole: Base[] = [];
    const bases = await this.#sql<StoredBase[]>`select batch, crc, counters from base order by batch`;
    this.rows.set('base', bases.length);
    for (const stored of bases) {
      const base = this.#try(() => baseOf(stored));
      if (base !== undefined && (await this.#isWhole(base.batch))) whole.push(base);
    }
    return whole;
  }

  async #isWhole(batch: number): Promise<boolean> {
    let isWhole = true;
    for await (const slice of baseRows(this.#sql, batch)) {
      const read = this.#try(() => sliceOf(slice), `base slice row (batch ${batch}, number ${slice.number})`);
      if (read === undefined) isWhole = false;
    }
    return isWhole;
  }

  async #journal(turns: OpenableTurns): Promise<void> {
    const rows = this.#sql<StoredRow[]>`
      select batch, first_turn, checksum, body from journal where shard = ${shard}::int order by batch`;
    let [count, next, turn] = [0, 0, 0];
    for await (const some of rows.cursor(batchesAtOnce))
      for (const row of some) {
        count += 1;
        if (next !== 0 && row.batch !== next)
          this.damages.push(`journal rows (batches ${next} to ${row.batch - 1}) are missing`);
        const read = this.#try(() => decodeRow(row));
        if (turn !== 0 && row.batch === next && row.first_turn !== turn + 1)
          this.damages.push(`journal row (batch ${row.batch}) begins with turn ${row.first_turn} after turn ${turn}`);
        if (read !== undefined) turns.add(read);
        [next, turn] = [row.batch + 1, read?.counters.turn ?? 0];
      }
    this.rows.set('journal', count);
  }

  /** Seqs have no gap from the oldest that is kept on (J0), and each event is JSON. */
  async #events(): Promise<void> {
    const [horizon] = await this.#sql<{ oldest: number }[]>`select oldest from horizon where shard = ${shard}::int`;
    let [count, next] = [0, horizon?.oldest ?? 1];
    const rows = this.#sql<{ seq: number; body: string }[]>`
      select seq, body from event where seq >= ${next}::bigint order by seq`;
    for await (const some of rows.cursor(rowsAtOnce))
      for (const { seq, body } of some) {
        count += 1;
        if (seq !== next) this.damages.push(`event rows (seqs ${next} to ${seq - 1}) are missing`);
        next = seq + 1;
        this.#try(() => JSON.parse(body), `event row (seq ${seq})`);
      }
    this.rows.set('event', count);
    const [journal] = await this.#sql<{ last: number | null }[]>`
      select max(last_seq) as last from journal where shard = ${shard}::int`;
    const last = journal?.last ?? 0;
    if (last >= next) this.damages.push(`event rows (seqs ${next} to ${last}) are missing`);
  }

  async #each<Row extends object>(
    table: string,
    rows: { cursor(size: number): AsyncIterable<readonly Row[]> },
    read: (row: Row) => unknown,
  ): Promise<void> {
    let count = 0;
    for await (const some of rows.cursor(rowsAtOnce))
      for (const row of some) {
        count += 1;
        this.#try(() => read(row), `a row of table ${table}`);
      }
    this.rows.set(table, count);
  }

  /** Undefined, with the damage noted, where it throws. `name`: of the row, where what is thrown does not name it. */
  #try<T>(read: () => T, name?: string): T | undefined {
    try {
      return read();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      this.damages.push(
        cause instanceof Error && / row \(/.test(why) ? why : `${name ?? 'a row'} cannot be read: ${why}`,
      );
      return undefined;
    }
  }
}
