/** Migrations: each once and in order, also on a database whose list an earlier version kept. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migrateFrom } from '../../persistence/postgres/migrate.ts';
import { type PostgresStore, postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());
const ofCity = new URL('../../persistence/postgres/migrations/', import.meta.url);

async function database(t: Test): Promise<PostgresStore> {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  return store;
}

function folderOf(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'civitas-migrations-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const listed = async ({ sql }: PostgresStore) =>
  (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);

t.test('they run in the order of their names, once, and nothing but .sql does', async (t) => {
  const store = await database(t);
  const files = {
    '002-b.sql': "insert into note (text) values ('b')",
    '010-c.sql': "insert into note (text) values ('c')",
    '001-a.sql': 'create table note (at serial, text text)',
    'README.md': 'no SQL',
  };
  const folder = folderOf(t, files);
  await migrateFrom(folder, store.address);
  await migrateFrom(folder, store.address);
  t.strictSame(await listed(store), ['001-a.sql', '002-b.sql', '010-c.sql']);
  const notes = await store.sql<{ text: string }[]>`select text from note order by at`;
  t.strictSame(
    notes.map(({ text }) => text),
    ['b', 'c'],
  );
});

t.test('one that fails is named, leaves nothing, and what comes after it waits', async (t) => {
  const store = await database(t);
  const broken = {
    '001-a.sql': 'create table a ()',
    '002-b.sql': 'create table b (); select nonsense',
    '003-c.sql': 'create table c ()',
  };
  await t.rejects(migrateFrom(folderOf(t, broken), store.address), { message: /002-b\.sql.*nonsense/ });
  t.strictSame(await listed(store), ['001-a.sql']);
  t.strictSame([...(await store.sql`select to_regclass('b') as b, to_regclass('c') as c`)], [{ b: null, c: null }]);
  await migrateFrom(folderOf(t, { ...broken, '002-b.sql': 'create table b ()' }), store.address);
  t.strictSame(await listed(store), ['001-a.sql', '002-b.sql', '003-c.sql']);
});

t.test('[OP4] a database that umzug has kept the list of goes on where it stopped', async (t) => {
  const store = await database(t);
  const names = readdirSync(ofCity).sort();
  const earlier = names.slice(0, 3);
  // The table and the rows, as the version before wrote them.
  await store.sql`create table migration (name text primary key, run_at timestamptz not null default now())`;
  for (const name of earlier) {
    await store.sql.unsafe(readFileSync(new URL(name, ofCity), 'utf8')).simple();
    await store.sql`insert into migration (name, run_at) values (${name}, '2026-01-01')`;
  }
  await (await store.open()).close();
  t.strictSame(await listed(store), names);
  const kept = await store.sql`select name from migration where run_at = '2026-01-01' order by name`;
  t.strictSame(
    kept.map(({ name }) => name),
    earlier,
    'those were not run again',
  );
});
