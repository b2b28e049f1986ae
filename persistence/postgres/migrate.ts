/**
 * Brings a database to this version's tables: the files of `migrations/`, in order of name, each once. A file and the
 * note that it has run are one transaction. Two cities that start at once take turns (advisory lock).
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Umzug, type UmzugStorage } from 'umzug';
import { must } from '../../engine/assert.ts';
import { connect, type DatabaseAddress, type OwnSchema, type Sql } from './database.ts';

/** The database was made by a newer version of the city; the message names the migrations that this one does not know. */
class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

const cityFolder = fileURLToPath(new URL('./migrations/', import.meta.url));
/** First half of the advisory locks' keys; the second half says what for. */
export const lockSpace = 0x63697673;
const migrationLock = 0;

/** Runs what has not run. Throws `NewerDatabase`, or the database's error with the file's name. */
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
  // In braces: the client is a function, and umzug calls a context that is one.
  const context = { sql };
  const umzug = new Umzug<typeof context>({
    migrations: {
      glob: ['*.sql', { cwd: folder }],
      resolve: ({ name, path }) => ({ name, up: () => apply(sql, name, must(path, 'the path of a migration')) }),
    },
    context,
    storage: storage(sql),
    logger: undefined,
  });
  const known = new Set((await umzug.migrations(context)).map(({ name }) => name));
  // Asked of the table: umzug's own list of what was executed leaves out what it does not know.
  const unknown = (await executed(sql)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new NewerDatabase(`this database was made by a newer version of the city: it has ${unknown.join(', ')}`);
  }
  await umzug.up();
}

/** Statements sent as one simple query are one transaction. */
async function apply(sql: Sql, name: string, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await sql.unsafe(`${text}\n;insert into migration (name) values ('${name.replaceAll("'", "''")}')`).simple();
}

function storage(sql: Sql): UmzugStorage {
  return {
    /** Already noted, by `apply`. */
    logMigration: () => Promise.resolve(),
    unlogMigration: () => Promise.reject(new Error('migrations only go forward')),
    executed: () => executed(sql),
  };
}

async function executed(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from migration order by name`;
  return rows.map(({ name }) => name);
}
