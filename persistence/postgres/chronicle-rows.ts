/** Rows of the chronicle, on Postgres: outside the journal, one statement each. */
import type {
  ChronicleRows,
  EntriesAsked,
  Entry,
  Subject,
  SubjectId,
  Summary,
  Tally,
  Top,
} from '../../gateways/chronicle/chronicle-rows.ts';
import type { ConnectionPool } from './connections.ts';
import { shard } from './shard.ts';

interface EntryRow extends Omit<Entry, 'about'> {
  readonly about: string;
}

/** Residents whose names begin alike that are found at once. */
const livingMax = 400;

export class PostgresChronicleRows implements ChronicleRows {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async reach(): Promise<number> {
    const rows = await this.#pool.run(
      (sql) => sql<{ seq: number }[]>`select seq from chronicle_reach where shard = ${shard}::int`,
    );
    return rows[0]?.seq ?? 0;
  }

  async write(
    entries: readonly Entry[],
    subjects: readonly Subject[],
    reach: number,
    tallies: readonly Tally[] = [],
  ): Promise<void> {
    const counted = JSON.stringify(tallies);
    const told = JSON.stringify(entries.map(({ about, ...entry }) => ({ ...entry, about: about.join(' ') })));
    const known = JSON.stringify(subjects);
    await this.#pool.run(
      (sql) => sql`
        with told as (
          insert into chronicle_entry (seq, tick, about, body)
          select seq, tick, about, body
          from json_to_recordset(${told}::text::json) as entry (seq bigint, tick bigint, about text, body text)
          on conflict do nothing
        ), known as (
          insert into chronicle_subject as kept (id, name, since_tick, until_tick)
          select id, name, since, until
          from json_to_recordset(${known}::text::json) as subject (id text, name text, since bigint, until bigint)
          on conflict (id) do update set name = coalesce(excluded.name, kept.name),
            since_tick = coalesce(excluded.since_tick, kept.since_tick),
            until_tick = coalesce(excluded.until_tick, kept.until_tick)
        ), counted as (
          insert into chronicle_tally as kept (day, what, subject, other, count, amount, seq)
          select day, what, subject, other, count, amount, seq
          from json_to_recordset(${counted}::text::json) as tally
            (day bigint, what text, subject text, other text, count bigint, amount double precision, seq bigint)
          where ${reach}::bigint > coalesce((select seq from chronicle_reach where shard = ${shard}::int), 0)
          on conflict (day, what, subject, other) do update set count = kept.count + excluded.count,
            amount = kept.amount + excluded.amount, seq = greatest(kept.seq, excluded.seq)
        )
        insert into chronicle_reach as kept (shard, seq) values (${shard}::int, ${reach}::bigint)
        on conflict (shard) do update set seq = greatest(kept.seq, excluded.seq)`,
    );
  }

  async read({ before, limit, about, ticks }: EntriesAsked): Promise<readonly Entry[]> {
    const rows = await this.#pool.run(
      (sql) => sql<EntryRow[]>`
        select seq, tick, about, body from chronicle_entry
        where seq < ${before}::bigint and about <> ''
          ${about === undefined ? sql`` : sql`and string_to_array(about, ' ') @> array[${about}::text]`}
          ${ticks === undefined ? sql`` : sql`and tick between ${ticks.first}::bigint and ${ticks.last}::bigint`}
        order by seq desc limit ${limit}::int`,
    );
    return rows.map(entryOf);
  }

  async following(after: number, limit: number): Promise<readonly Entry[]> {
    const rows = await this.#pool.run(
      (sql) => sql<EntryRow[]>`
        select seq, tick, about, body from chronicle_entry where seq > ${after}::bigint order by seq limit ${limit}::int`,
    );
    return rows.map(entryOf);
  }

  async summary(name: string): Promise<Summary | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<Summary[]>`select name, seq, body from chronicle_summary where name = ${name}`,
    );
    return rows[0];
  }

  async keepSummary({ name, seq, body }: Summary): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        insert into chronicle_summary as kept (name, seq, body) values (${name}, ${seq}::bigint, ${body})
        on conflict (name) do update set seq = excluded.seq, body = excluded.body where kept.seq < excluded.seq`,
    );
  }

  async subjects(ids: readonly SubjectId[]): Promise<readonly Subject[]> {
    if (ids.length === 0) return [];
    const rows = await this.#pool.run(
      (sql) => sql<Subject[]>`
        select id, name, since_tick as since, until_tick as until from chronicle_subject
        where id = any (string_to_array(${ids.join(' ')}, ' '))`,
    );
    return [...rows];
  }

  async living(firstWords: readonly string[], tick: number): Promise<readonly Subject[]> {
    if (firstWords.length === 0) return [];
    const rows = await this.#pool.run(
      (sql) => sql<Subject[]>`
        select id, name, since_tick as since, until_tick as until from chronicle_subject
        where starts_with(id, 'resident:') and split_part(name, ' ', 1) = any (string_to_array(${firstWords.join(' ')}, ' '))
          and since_tick <= ${tick}::bigint and coalesce(until_tick > ${tick}::bigint, true)
        order by id collate "C" limit ${livingMax}::int`,
    );
    return [...rows];
  }

  async oldest(kind: 'resident' | 'place', tick: number): Promise<Subject | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<Subject[]>`
        select id, name, since_tick as since, until_tick as until from chronicle_subject
        where starts_with(id, ${`${kind}:`}) and since_tick <= ${tick}::bigint
          and coalesce(until_tick > ${tick}::bigint, true)
        order by since_tick, id limit 1`,
    );
    return rows[0];
  }

  async longest(kind: 'resident' | 'place', before: number): Promise<Subject | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<Subject[]>`
        select id, name, since_tick as since, until_tick as until from chronicle_subject
        where starts_with(id, ${`${kind}:`}) and until_tick is not null and since_tick is not null
          and until_tick < ${before}::bigint
        order by until_tick - since_tick desc, until_tick, id limit 1`,
    );
    return rows[0];
  }

  async tops(day: number, limit: number): Promise<readonly Top[]> {
    const rows = await this.#pool.run(
      (sql) => sql<Top[]>`
        select what, subject, count, amount, seq, others, other, "otherCount" from (
          select what, subject, sum(count)::bigint as count, sum(amount) as amount, max(seq) as seq, count(*) as others,
            (array_agg(other order by count desc, other))[1] as other, max(count) as "otherCount",
            row_number() over (partition by what order by sum(count) desc, sum(amount) desc, subject) as place
          from chronicle_tally where day = ${day}::bigint group by what, subject
        ) as counted
        where place <= ${limit}::int order by what, place`,
    );
    return [...rows];
  }

  async countedDays(before: number): Promise<readonly number[]> {
    const rows = await this.#pool.run(
      (sql) => sql<{ day: number }[]>`
        select distinct day from chronicle_tally where day < ${before}::bigint order by day`,
    );
    return rows.map(({ day }) => day);
  }

  async dropTallies(day: number): Promise<void> {
    await this.#pool.run((sql) => sql`delete from chronicle_tally where day = ${day}::bigint`);
  }
}

const entryOf = ({ seq, tick, about, body }: EntryRow): Entry => ({
  ...{ seq, tick, body },
  about: about.split(' ').filter(isSubject),
});

const isSubject = (id: string): id is SubjectId => id.startsWith('resident:') || id.startsWith('place:');
