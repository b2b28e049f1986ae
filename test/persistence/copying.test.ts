/** A copy is the whole city or nothing, and what a server changes on the way is noticed. */
import t from 'tap';
import { CopyDiffers, cityTables, copyCity, isSameDatabase } from '../../persistence/postgres/copying.ts';
import { type PostgresStore, postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

/** A database with its tables, and a text in it. */
async function holding(text: string): Promise<PostgresStore> {
  const store = await stores.fresh();
  await (await store.open()).close();
  await store.sql`insert into content (hash, text) values ('h', ${text})`;
  return store;
}

const textsOf = async ({ sql }: PostgresStore) => (await sql`select text from content`).map(({ text }) => String(text));

t.test('every table is copied, over what was there', async (t) => {
  const [from, to] = [await holding('line\nbreak\t\\ "ü"'), await holding('old')];
  const copied = await copyCity(from.address, to.address, () => {});
  t.same(await textsOf(to), ['line\nbreak\t\\ "ü"']);
  const tables = await from.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  const names = tables.map(({ name }) => name).filter((name) => !['lease', 'migration'].includes(name));
  t.same([...cityTables], names.sort(), 'a table that is new is not forgotten');
  t.same(
    copied.map(({ name }) => name),
    [...cityTables],
  );
});

t.test('a target that is cut off on the way keeps nothing', async (t) => {
  const [from, to] = [await holding('new'), await holding('old')];
  const cut = () =>
    to.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await to.sql.unsafe(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(60); return new; end $$`);
  await to.sql.unsafe('create trigger waits before insert on content for each row execute function slow()');
  const copying = copyCity(from.address, to.address, () => {}).then(
    () => 'copied',
    () => 'failed',
  );
  const waits = () =>
    to.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  while ((await waits()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  await cut();
  t.equal(await copying, 'failed');
  t.same(await textsOf(to), ['old']);
});

t.test('what is found out before the commit undoes it', async (t) => {
  const [from, to] = [await holding('new'), await holding('old')];
  const beforeCommit = () => {
    throw new Error('the lease is lost');
  };
  await t.rejects(copyCity(from.address, to.address, beforeCommit), /the lease is lost/);
  t.same(await textsOf(to), ['old']);
});

t.test('rows that arrive changed are noticed, and nothing is kept', async (t) => {
  const [from, to] = [await holding('new'), await holding('old')];
  await to.sql.unsafe(`create function altered() returns trigger language plpgsql as
    $$ begin new.text := 'altered'; return new; end $$`);
  await to.sql.unsafe('create trigger alters before insert on content for each row execute function altered()');
  await t.rejects(
    copyCity(from.address, to.address, () => {}),
    CopyDiffers,
  );
  t.same(await textsOf(to), ['old']);
});

t.test('one database is told from another', async (t) => {
  const [one, other] = [await holding(''), await holding('')];
  t.equal(await isSameDatabase(one.address, one.address), true);
  t.equal(await isSameDatabase(one.address, other.address), false);
});
