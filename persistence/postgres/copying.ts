/**
 * Copies a whole city from one database to another, in one transaction of the target, which then has all of it or nothing. Only the
 * tables of the city and of its global services are touched; what else lies in a database is somebody else's. Both leases are to be held:
 * what is read does not change, and no city begins where it is written.
 *
 * Checked before it is committed: rows and a checksum of every table, computed by both servers.
 */
import { must } from '../../engine/assert.ts';
import { connect, type DatabaseAddress, type Sql } from './connections.ts';
import { schemaNameOf } from './service-storage.ts';
import { inTransaction, stillIn } from './transaction.ts';

/** A table that is the same in both databases after the copy. */
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

/** The source has tables that this version would not copy. Nothing was copied. */
export class NotAllCopied extends Error {
  override readonly name = 'NotAllCopied';
}

/** Every table that the city's migrations make, save the lease and their own list: these are each database's. */
export const cityTables = [
  'account',
  'actor',
  'base',
  'base_slice',
  'checkpoint',
  'chronicle_entry',
  'chronicle_reach',
  'chronicle_subject',
  'chronicle_summary',
  'chronicle_tally',
  'content',
  'departed',
  'departed_key',
  'event',
  'following',
  'horizon',
  'idempotency',
  'journal',
  'letter',
  'posting',
  'posting_reach',
  'said_since',
  'station_picture',
  'tick_row',
  'visitor_login',
  'visitor_session',
] as const;
/** For long statements, each of which reads or writes a whole table; one connection, so that all are in one session. */
const patient = { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 };

/** Bytes that are read at once, of rows of a table's usual size; a single larger row is read alone. */
const bytesAtOnce = 4 * 1024 * 1024;
const rowsAtOnceMax = 1_000;

/**
 * Copies every table of a city and of these services, replacing what the target has. Both ends have been brought to this version.
 * `beforeCommit` may still throw, and nothing is kept. Throws `NotAllCopied`, `CopyDiffers`, or what either server throws; a
 * connection that is lost on the way ends the copy.
 */
export async function copyCity(
  from: DatabaseAddress,
  to: DatabaseAddress,
  beforeCommit: () => void,
  services: readonly string[] = [],
): Promise<readonly CopiedTable[]> {
  const source = connect(from, patient);
  const target = connect(to, patient);
  try {
    const tables = [...cityTables, ...(await tablesOfServices(source, services.map(schemaNameOf)))];
    return await inTransaction(target, async (transaction) => {
      const copied = await copyTables(source, target, transaction, tables);
      beforeCommit();
      return copied;
    });
  } finally {
    await Promise.all([source.end({ timeout: 1 }), target.end({ timeout: 1 })]);
  }
}

/** Every table in these schemas, save the list of its migrations. Throws where there is a schema of another service. */
export async function tablesOfServices(sql: Sql, schemas: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, schemaname || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname ~ '^service_[a-z0-9_]+$' and tablename <> 'migration' order by name`;
  const foreign = rows.find(({ schema }) => !schemas.includes(schema));
  if (foreign === undefined) return rows.map(({ name }) => name);
  throw new NotAllCopied(
    `The source has ${foreign.name}, of a global service that this version does not have. Nothing was copied. Copy with the version that has it, or drop the schema ${foreign.schema}.`,
  );
}

/** Copies these tables whole, and compares. Throws `CopyDiffers`. */
export async function copyTables(
  source: Sql,
  target: Sql,
  transaction: string,
  tables: readonly string[],
): Promise<readonly CopiedTable[]> {
  await speakAlike(source, target);
  const copied: CopiedTable[] = [];
  for (const name of tables) {
    const columns = await columnsOf(source, name);
    const was = await contentOf(source, name, columns);
    await copyRows(source, target, transaction, was, columns);
    await countOn(target, name);
    const is = await contentOf(target, name, columns);
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
async function copyRows(
  source: Sql,
  target: Sql,
  transaction: string,
  { name, rows }: Pick<CopiedTable, 'name' | 'rows'>,
  columns: string,
  where = 'true',
): Promise<void> {
  await target.unsafe(`delete from ${name} where ${stillIn}`, [transaction]);
  const sizes = await source<{ bytes: number }[]>`select pg_table_size(${name}::text::regclass) as bytes`;
  const bytesPerRow = Math.max(1, must(sizes[0], 'a size').bytes / Math.max(1, rows));
  const rowsAtOnce = Math.max(1, Math.min(rowsAtOnceMax, Math.floor(bytesAtOnce / bytesPerRow)));
  const reading = source.unsafe<{ row: string }[]>(
    `select to_json(line)::text as row from (select ${columns} from ${name} where ${where}) line`,
  );
  for await (const slice of reading.cursor(rowsAtOnce)) {
    const json = `[${slice.map(({ row }) => row).join(',')}]`;
    await target.unsafe(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, $2::text::json) where ${stillIn}`,
      [transaction, json],
    );
  }
}

/** The columns that are not computed from others; each server computes those for itself. */
async function columnsOf(sql: Sql, name: string): Promise<string> {
  const rows = await sql<{ names: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
    where attrelid = ${name}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  return must(rows[0], 'columns').names;
}

/** Makes the text of a row the same on all sides. */
export async function speakAlike(...sessions: readonly Sql[]): Promise<void> {
  for (const session of sessions)
    await session
      .unsafe(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`)
      .simple();
}

/** Copies the rows of which `where` is true, a condition that the caller has written. */
export async function copySome(
  source: Sql,
  target: Sql,
  transaction: string,
  name: string,
  where: string,
): Promise<void> {
  const [counted] = await source.unsafe<{ rows: number }[]>(`select count(*)::int8 as rows from ${name}`);
  await copyRows(source, target, transaction, { name, rows: counted?.rows ?? 0 }, await columnsOf(source, name), where);
}

/** Moves a sequence behind the rows that were copied. Sequences are not part of a transaction, and so are never set back. */
async function countOn(target: Sql, name: string): Promise<void> {
  const counted = await target<{ column: string; sequence: string }[]>`
    select quote_ident(attname) as column, pg_get_serial_sequence(${name}::text, attname) as sequence from pg_attribute
    where attrelid = ${name}::text::regclass and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(${name}::text, attname) is not null`;
  for (const { column, sequence } of counted)
    await target.unsafe(
      `select setval($1::text::regclass, greatest(nextval($1::text::regclass), (select max(${column}) from ${name})))`,
      [sequence],
    );
}

async function contentOf(sql: Sql, name: string, columns: string): Promise<CopiedTable> {
  const rows = await sql.unsafe<Pick<CopiedTable, 'rows' | 'checksum'>[]>(
    `select count(*)::int8 as rows,
       coalesce(sum(('x' || substr(md5(line::text), 1, 16))::bit(64)::int8::numeric), 0)::text as checksum
     from (select ${columns} from ${name}) line`,
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
