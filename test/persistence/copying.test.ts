/** A copy is the whole city or nothing, and what a server changes on the way is noticed. */
import t from 'tap';
import { CopyDiffers, copyCity, isSameDatabase } from '../../persistence/copying.ts';
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
  const copied = await copyCity(from.address, to.address);
  t.same(await textsOf(to), ['line\nbreak\t\\ "ü"']);
  const tables = await from.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  const names = tables.map(({ name }) => name).filter((name) => !['lease', 'migration'].includes(name));
  t.same(copied.map(({ name }) => name).sort(), names.sort(), 'a table that is new is not forgotten');
});

t.test('rows that arrive changed are noticed, and nothing is kept', async (t) => {
  const [from, to] = [await holding('new'), await holding('old')];
  await to.sql.unsafe(`create function altered() returns trigger language plpgsql as
    $$ begin new.text := 'altered'; return new; end $$`);
  await to.sql.unsafe('create trigger alters before insert on content for each row execute function altered()');
  await t.rejects(copyCity(from.address, to.address), CopyDiffers);
  t.same(await textsOf(to), ['old']);
});

t.test('one database is told from another', async (t) => {
  const [one, other] = [await holding(''), await holding('')];
  t.equal(await isSameDatabase(one.address, one.address), true);
  t.equal(await isSameDatabase(one.address, other.address), false);
});
