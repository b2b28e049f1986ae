/**
 * What a fork begins with: of each table of a city what was there after a turn. Not copied are answers kept under keys, sessions and
 * credentials of visitors, and pictures: they are of now, and of people who are not asked.
 */
import { connect, type DatabaseAddress, type Sql } from './connections.ts';
import { type CopiedTable, copySome, copyTables, speakAlike, tablesOfServices } from './copying.ts';
import { openServiceStorage, schemaNameOf } from './service-storage.ts';
import { shard } from './shard.ts';
import { inTransaction, stillIn } from './transaction.ts';

/** The last of each that the fork gets. */
export interface Cut {
  /** The last batch that is copied whole. */
  readonly batch: number;
  readonly turn: number;
  readonly seq: number;
  readonly tick: number;
}

const patient = { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 };

/** A departed actor has its turn in its last image, the first line of its body. */
const leftIn = `(split_part(body, E'\\n', 1)::json ->> 6)::bigint`;

/** Copies into a database that has the tables of this version and no rows: all, or nothing. The source is only read. */
export async function copyUntil(from: DatabaseAddress, to: DatabaseAddress, cut: Cut): Promise<void> {
  const source = connect(from, { ...patient, isReadOnly: true });
  const target = connect(to, patient);
  try {
    await speakAlike(source, target);
    await inTransaction(target, async (transaction) => {
      const tables = await tablesOf(source);
      for (const [table, where] of Object.entries(conditions(cut, tables)))
        await copySome(source, target, transaction, table, where);
      if (!tables.has('said_since')) await hideWords(target, cut.seq);
    });
  } finally {
    await Promise.all([source.end({ timeout: 1 }), target.end({ timeout: 1 })]);
  }
}

function conditions({ batch, turn, seq, tick }: Cut, tables: ReadonlySet<string>): Readonly<Record<string, string>> {
  const all = {
    base: `batch <= ${batch}`,
    base_slice: `batch <= ${batch}`,
    content: 'true',
    departed: `${leftIn} <= ${turn}`,
    departed_key: `id in (select id from departed where ${leftIn} <= ${turn})`,
    event: `seq <= ${seq}`,
    following: `seq <= ${seq}`,
    horizon: 'true',
    journal: `batch <= ${batch}`,
    letter: `seq <= ${seq}`,
    posting: `turn <= ${turn}`,
    said_since: 'true',
    tick_row: `tick <= ${tick}`,
  };
  return Object.fromEntries(Object.entries(all).filter(([table]) => tables.has(table)));
}

/** A city of an earlier version kept no words at places: none that it has is read there. */
const hideWords = (target: Sql, seq: number): Promise<unknown> =>
  target`insert into said_since (shard, seq) values (${shard}::int, ${seq}::bigint)`.then(() => undefined);

async function tablesOf(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = current_schema()`;
  return new Set(rows.map(({ name }) => name));
}

/** Makes the checkpoint of a base that is there, with which a city opens. */
export async function checkpointOfBase(address: DatabaseAddress, batch: number): Promise<void> {
  const sql = connect(address, patient);
  try {
    await inTransaction(sql, async (transaction) => {
      // The turn of an image is the seventh of its fields, that of an account the eighth.
      for (const [table, field] of Object.entries({ actor: 6, account: 7 }))
        await sql.unsafe(
          `insert into ${table} (id, turn, crc, body)
           select line.id, (line.body::json ->> ${field})::bigint, line.crc::bigint, line.body
           from base_slice, rows from (
             string_to_table(ids, E'\\n'), string_to_table(crcs, E'\\n'), string_to_table(bodies, E'\\n')
           ) as line (id, crc, body)
           where batch = $2::bigint and kind = '${table}' and ${stillIn}`,
          [transaction, batch],
        );
      await sql.unsafe(
        `insert into checkpoint (batch, crc, counters)
         select batch, crc, counters from base where batch = $2::bigint and ${stillIn}`,
        [transaction, batch],
      );
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A global service that keeps something, and the folder of its migrations. */
export interface KeptService {
  readonly id: string;
  readonly migrations: string;
}

/**
 * Copies what these services keep now, all as of one moment: they are no part of the journal, and know nothing of turns. Throws
 * `NotAllCopied` where there are tables of another service, and an error of one sentence where tables are those of another version.
 */
export async function copyServices(
  from: DatabaseAddress,
  to: DatabaseAddress,
  services: readonly KeptService[],
): Promise<readonly CopiedTable[]> {
  const source = connect(from, { ...patient, isReadOnly: true });
  const target = connect(to, patient);
  try {
    await source.unsafe('begin transaction isolation level repeatable read').simple();
    const tables = await tablesOfServices(
      source,
      services.map(({ id }) => schemaNameOf(id)),
    );
    for (const { id, migrations } of services) {
      const schema = schemaNameOf(id);
      if (!tables.some((name) => name.startsWith(`${schema}.`))) continue;
      await (await openServiceStorage(to, id, migrations)).close();
      const [theirs, ours] = [await migrationsIn(source, schema), await migrationsIn(target, schema)];
      if (theirs !== ours)
        throw new Error(`The tables of ${id} are of another version: start the city once with this one, then fork.`);
    }
    return await inTransaction(target, (transaction) => copyTables(source, target, transaction, tables));
  } finally {
    await Promise.all([source.end({ timeout: 1 }), target.end({ timeout: 1 })]);
  }
}

async function migrationsIn(sql: Sql, schema: string): Promise<string> {
  const rows = await sql.unsafe<{ name: string }[]>(`select name from ${schema}.migration order by name`);
  return rows.map(({ name }) => name).join(' ');
}
