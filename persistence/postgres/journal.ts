/**
 * The journal on Postgres: one statement for each batch (J0), fenced by the lease row (J3), safe to repeat (J5).
 * The hottest statement of the city, measured at 50,000 events a second: rows travel as a few texts with one line for
 * each row, not as arrays or JSON, because JSON text never holds a raw line break and Postgres splits lines fastest;
 * bodies travel as base64, because the client would send hexadecimal, at three times the time of both sides.
 *
 * Rejected: `on conflict do nothing` on the journal row. It hides a repeat from a fence (both give no row), and a
 * repeat is rare: it may cost the error and a second look.
 */

import { assert, must } from '../../engine/assert.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import type { Appended, Batch, Journal, JournalRow, KeyRow } from '../../engine/ports.ts';
import { JournalConflict } from '../interface.ts';
import { DamagedRow, decodeJournal, encodeJournal, formatVersion, journalChecksum } from '../row-codec.ts';
import type { ConnectionPool } from './connections.ts';
import { codeOf, uniqueViolation } from './database-errors.ts';
import { departedRow } from './departed.ts';

/** The only shard so far (J0). */
export const shard = 0;

/** Rows read at once: bodies are up to 4 MiB each. */
const readRowsMax = 16;
/** Milliseconds to read them, on a cold disk. */
const readDeadlineMs = 30_000;

export class PostgresJournal implements Journal {
  readonly #commits: ConnectionPool;
  readonly #chores: ConnectionPool;
  readonly #generation: () => number;
  readonly #code: string | null;

  /**
   * `generation` is called at each append: the lease is acquired after the journal is made. `code`: the version of the code, which each row
   * names.
   */
  constructor(commits: ConnectionPool, chores: ConnectionPool, generation: () => number, code: string | null) {
    this.#commits = commits;
    this.#chores = chores;
    this.#generation = generation;
    this.#code = code;
  }

  async append(batch: Batch): Promise<Appended> {
    const body = encodeJournal(batch);
    const checksum = journalChecksum(body);
    try {
      const parameters = parametersOf(this.#generation(), batch, body, checksum, this.#code);
      const rows = await this.#commits.run((sql) =>
        sql.unsafe<{ batch: number }[]>(appendStatement, parameters, { prepare: true }),
      );
      return rows.length === 1 ? 'durable' : 'fenced';
    } catch (error) {
      if (codeOf(error) !== uniqueViolation) throw error;
      return await this.#repeated(batch.batch, checksum, error);
    }
  }

  async *read(after: number): AsyncIterable<JournalRow> {
    let last = after;
    for (;;) {
      const from = last;
      const rows = await this.#chores.run(
        (sql) => sql<StoredRow[]>`
          select batch, first_turn, checksum, body from journal
          where shard = ${shard}::int and batch > ${from}::bigint order by batch limit ${readRowsMax}::int`,
        readDeadlineMs,
      );
      for (const row of rows) yield decodeRow(row);
      if (rows.length < readRowsMax) return;
      last = must(rows.at(-1), 'a row').batch;
    }
  }

  /** Handles a batch number that is there already: from our own attempt whose answer was lost, or from someone else. */
  async #repeated(batch: number, checksum: Buffer, violation: unknown): Promise<Appended> {
    const rows = await this.#commits.run(
      (sql) =>
        sql<
          { checksum: Buffer }[]
        >`select checksum from journal where shard = ${shard}::int and batch = ${batch}::bigint`,
    );
    const kept = rows[0];
    if (kept === undefined) throw violation;
    if (!kept.checksum.equals(checksum)) {
      throw new JournalConflict(`journal batch ${batch} is already there with another checksum`, { cause: violation });
    }
    return 'durable';
  }
}

/** A row as it is read back, before it is trusted. */
export interface StoredRow {
  readonly batch: number;
  readonly first_turn: number;
  readonly checksum: Buffer;
  readonly body: Buffer;
}

/** Throws `DamagedRow`, naming the row. */
export function decodeRow(row: StoredRow): JournalRow {
  const name = `journal row (shard ${shard}, batch ${row.batch})`;
  if (!journalChecksum(row.body).equals(row.checksum)) throw new DamagedRow(`${name}: its checksum is wrong`);
  return decodeJournal(row.batch, row.first_turn, row.body, name);
}

/**
 * `for share` holds the lease row until the commit: without it an old holder's commit lands after a takeover. Every
 * insert selects from `mine`, so that none happens without the lease. Seqs of a batch are consecutive.
 */
const appendStatement = `
with mine as (
  select shard from lease where shard = ${shard} and generation = $1::bigint for share
), entry as (
  insert into journal (shard, batch, first_turn, last_turn, last_seq, format, checksum, body, code)
  select shard, $2::bigint, $3::bigint, $4::bigint, $5::bigint, ${formatVersion}, decode($6::text, 'base64'), decode($7::text, 'base64'), $20::text from mine
  returning batch
), news as (
  insert into event (seq, type, audience, body)
  select $8::bigint + line.n - 1, line.type, coalesce(line.audience, ''), line.body
  from mine, rows from (string_to_table($9::text, E'\\n'), string_to_table($10::text, E'\\n'), string_to_table($11::text, E'\\n'))
    with ordinality as line (type, audience, body, n)
), addressed as (
  insert into letter (actor, seq)
  select line.actor, line.seq::bigint
  from mine, rows from (string_to_table($12::text, E'\\n'), string_to_table($13::text, E'\\n')) as line (actor, seq)
), followed as (
  insert into following (actor, seq, topic)
  select line.actor, line.seq::bigint, nullif(line.topic, '')
  from mine, rows from (string_to_table($14::text, E'\\n'), string_to_table($15::text, E'\\n'), string_to_table($16::text, E'\\n'))
    as line (actor, seq, topic)
  on conflict (actor, seq) do update set topic = excluded.topic
), kept as (
  insert into idempotency (caller, key, fingerprint, json, at)
  select line.caller, line.key, line.fingerprint, line.json, line.at
  from mine, json_to_recordset($17::text::json) as line (caller text, key text, fingerprint text, json text, at bigint)
  on conflict (caller, key) do update
    set fingerprint = excluded.fingerprint, json = excluded.json, at = excluded.at
    where idempotency.at < excluded.at - 86400000
), texts as (
  insert into content (hash, text)
  select line.hash, line.text from mine, json_to_recordset($18::text::json) as line (hash text, text text)
  on conflict do nothing
), gone as (
  select line.id, line.crc, line.body, line.keys
  from mine, json_to_recordset($19::text::json) as line (id text, crc bigint, body text, keys json)
), remembered as (
  insert into departed (id, crc, body) select id, crc, body from gone on conflict do nothing
), findable as (
  insert into departed_key (key, id) select key, id from gone, json_array_elements_text(gone.keys) as key
  on conflict do nothing
)
select batch from entry`;

/** The parameters of the one statement that a batch is. */
export function parametersOf(
  generation: number,
  batch: Batch,
  body: Buffer,
  checksum: Buffer,
  code: string | null,
): (string | number | null)[] {
  const { events } = batch;
  const firstSeq = events[0]?.seq ?? 1;
  const letters = lettersOf(events);
  const followings = latestOf(batch.followings);
  return [
    generation,
    batch.batch,
    batch.firstTurn,
    batch.counters.turn,
    batch.counters.seq,
    checksum.toString('base64'),
    body.toString('base64'),
    firstSeq,
    lines(events, (event) => event.type),
    lines(events, (event) => event.audience.join(' ')),
    lines(events, (event, n) => {
      assert(event.seq === firstSeq + n, '[J0] the seqs of a batch are consecutive');
      return event.json;
    }),
    lines(letters, ([actor]) => actor),
    lines(letters, ([, seq]) => String(seq)),
    lines(followings, (following) => following.actor),
    lines(followings, (following) => String(following.seq)),
    lines(followings, (following) => following.topic ?? ''),
    batch.keys.length === 0 ? '[]' : JSON.stringify(distinctKeys(batch.keys)),
    batch.contents.length === 0 ? '[]' : JSON.stringify(batch.contents),
    batch.departed.length === 0 ? '[]' : JSON.stringify(batch.departed.map(departedRow)),
    code,
  ];
}

/** One line for each item. A line break inside one would shift all that follow: refused, though no caller can bring one. */
function lines<T>(items: readonly T[], text: (item: T, index: number) => string): string {
  let joined = '';
  for (let i = 0; i < items.length; i++) {
    const line = text(items[i] as T, i);
    assert(!line.includes('\n'), 'a field of an event without line breaks');
    joined += i === 0 ? line : `\n${line}`;
  }
  return joined;
}

function lettersOf(events: readonly FeedEvent[]): (readonly [actor: string, seq: number])[] {
  const letters: (readonly [string, number])[] = [];
  for (const event of events) {
    for (const actor of new Set(event.letters)) letters.push([actor, event.seq]);
  }
  return letters;
}

/** The last following of each actor and seq: `on conflict do update` may touch a row only once in a statement. */
function latestOf(followings: readonly Following[]): readonly Following[] {
  if (followings.length < 2) return followings;
  return [...new Map(followings.map((each) => [`${each.seq} ${each.actor}`, each])).values()];
}

/** The first row of each caller and key, for the same reason. */
function distinctKeys(keys: readonly KeyRow[]): KeyRow[] {
  const first = new Map<string, KeyRow>();
  for (const row of keys) {
    const name = `${row.caller}\n${row.key}`;
    if (!first.has(name)) first.set(name, row);
  }
  return [...first.values()];
}
