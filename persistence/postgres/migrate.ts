/**
 * Brings a database to this version's tables: the files of `migrations/`, in order of name, each once. A file and the
 * note that it has run are one transaction. Two cities that start at once take turns (advisory lock).
 *
 * Not a library: the transaction, the lock and the list are ours in any case (docs/decisions/060-what-is-installed.md).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type DatabaseAddress, type OwnSchema, type Sql } from './connections.ts';

/** The database was made by a newer version of the city; the message names the migrations that this one does not know. */
class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

const cityFolder = fileURLToPath(new URL('./migrations/', import.meta.url));
/** First half of the advisory locks' keys; the second half says what the lock is for. */
export const lockSpace = 0x63697673;
const migrationLock = 0;

/** Runs the migrations that have not run. Throws `NewerDatabase`, or the database's error with the file's name. */
export const migrate = (address: DatabaseAddress): Promise<void> => migrateFrom(cityFolder, address);

/** The same with the files of another folder, in a schema that is there already. */
export async function migrateFrom(folder: string, address: DatabaseAddress, schema?: OwnSchema): Promise<void> {
  const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0, ...(schema && { schema }) });
  try {
    // Connects first: with `fetch_types: false` a `reserve` that has to connect never resolves (postgres 3.4.9).
    await sql`select 1`;
    const reserved = await sql.reserve();
    try {
      await reserved`select pg_advisory_lock(${lockSpace}::int, ${migrationLock}::int)`;
      await reserved`create table if not exists migration (name text primary key, run_at timestamptz not null default now())`;
      await run(reserved, folder);
    } finally {
      reserved.release();
    }
  } finally {
    // Ends the session, and with it the lock.
    await sql.end({ timeout: 1 });
  }
}

async function run(sql: Sql, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const executed = (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);
  refuseNewer(executed, files);
  for (const name of files) if (!executed.includes(name)) await apply(sql, name, join(folder, name));
}

function refuseNewer(executed: readonly string[], files: readonly string[]): void {
  const unknown = executed.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new NewerDatabase(
      `this database was made by a newer version of the city: it has ${unknown.join(', ')}. Use that version.`,
    );
  }
}

/** The migrations of the city that its database has had, in order. Changes nothing. Throws `NewerDatabase`. */
export async function migrationsOf(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`select name from migration order by name`;
  const names = rows.map(({ name }) => name);
  refuseNewer(names, await readdir(cityFolder));
  return names;
}

/** Postgres runs statements that are sent as one simple query in one transaction. */
async function apply(sql: Sql, name: string, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const note = `insert into migration (name) values ('${name.replaceAll("'", "''")}')`;
  try {
    await sql.unsafe(`${text}\n;${note}`).simple();
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
