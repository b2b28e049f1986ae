/**
 * A whole city from one database to another, as one transaction of the target: it has all of it or nothing. Tables are
 * taken from the catalog, so that a new one is never forgotten; the lease and the list of migrations are each database's own.
 * Both leases are to be held: what is read does not change, and no city begins where it is written.
 *
 * Checked before it is committed: rows and a checksum of every table, computed by both servers.
 */
import { must } from '../engine/assert.ts';
import { connect, type DatabaseAddress, type Sql } from './database.ts';

/** A table as both databases have it now. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** The sum over all rows of 64 bits of the MD5 of the row's text, in decimal: the same for the same rows in any order. */
  readonly checksum: string;
}

/** The two databases disagree after the copy; nothing of it was kept. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

const ownTables = ['lease', 'migration'];
/** Long statements, each of which reads or writes a whole table; one connection, so that all are in one session. */
const patient = { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 };

/** What is read at once, of rows of a table's usual size; a single larger row goes alone. */
const bytesAtOnce = 4 * 1024 * 1024;
const rowsAtOnceMax = 1_000;

/** Copies every table, replacing what the target has. Throws `CopyDiffers`, or what either server throws. */
export async function copyCity(from: DatabaseAddress, to: DatabaseAddress): Promise<readonly CopiedTable[]> {
  const source = connect(from, patient);
  const target = connect(to, patient);
  try {
    return await inTransaction(target, () => copyTables(source, target));
  } finally {
    await Promise.all([source.end({ timeout: 1 }), target.end({ timeout: 1 })]);
  }
}

async function inTransaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql.unsafe('begin');
  try {
    const result = await work();
    await sql.unsafe('commit');
    return result;
  } catch (cause) {
    await sql.unsafe('rollback').catch(() => undefined);
    throw cause;
  }
}

async function copyTables(source: Sql, target: Sql): Promise<readonly CopiedTable[]> {
  // So that the text of a row is the same on both sides.
  for (const sql of [source, target])
    await sql
      .unsafe(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`)
      .simple();
  const copied: CopiedTable[] = [];
  for (const name of await tablesOf(source)) {
    const was = await contentOf(source, name);
    await copyRows(source, target, was);
    const is = await contentOf(target, name);
    if (was.rows !== is.rows || was.checksum !== is.checksum)
      throw new CopyDiffers(
        `Table ${name} arrived changed: ${was.rows} rows (${was.checksum}) became ${is.rows} (${is.checksum}). Nothing was kept.`,
      );
    copied.push(is);
  }
  return copied;
}

/**
 * Rows travel as JSON text, which both servers write and read without loss and we never parse.
 * Rejected: `copy`; the client's streams for it stop for good now and then (postgres 3.4.9: a socket that was paused for
 * the last piece is not resumed).
 */
async function copyRows(source: Sql, target: Sql, { name, rows }: CopiedTable): Promise<void> {
  const table = quoted(name);
  await target.unsafe(`delete from ${table}`);
  const sizes = await source<{ bytes: number }[]>`select pg_table_size(${table}::text::regclass) as bytes`;
  const bytesPerRow = Math.max(1, must(sizes[0], 'a size').bytes / Math.max(1, rows));
  const rowsAtOnce = Math.max(1, Math.min(rowsAtOnceMax, Math.floor(bytesAtOnce / bytesPerRow)));
  const reading = source.unsafe<{ row: string }[]>(`select to_json(line)::text as row from ${table} line`);
  for await (const slice of reading.cursor(rowsAtOnce)) {
    const json = `[${slice.map(({ row }) => row).join(',')}]`;
    await target.unsafe(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`, [
      json,
    ]);
  }
}

/** Every table of the city in this database, by name. */
async function tablesOf(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`;
  return rows.map(({ name }) => name).filter((name) => !ownTables.includes(name));
}

async function contentOf(sql: Sql, name: string): Promise<CopiedTable> {
  const rows = await sql.unsafe<Pick<CopiedTable, 'rows' | 'checksum'>[]>(
    `select count(*)::int8 as rows,
       coalesce(sum(('x' || substr(md5(line::text), 1, 16))::bit(64)::int8::numeric), 0)::text as checksum
     from ${quoted(name)} line`,
  );
  return { name, ...must(rows[0], 'a row') };
}

/** True when both addresses lead to one database of one server. */
export async function isSameDatabase(one: DatabaseAddress, other: DatabaseAddress): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(identityOf));
  return first === second;
}

async function identityOf(address: DatabaseAddress): Promise<string> {
  const sql = connect(address, { ...patient, connectionsMax: 1 });
  try {
    const rows = await sql<{ identity: string }[]>`
      select system_identifier || '/' || current_database() as identity from pg_control_system()`;
    return must(rows[0], 'a row').identity;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
