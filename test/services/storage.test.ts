/** What a service can reach of the database, and its error where the city's user has few rights. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { ConnectionPool, type ConnectionPoolOptions } from '../../persistence/postgres/connections.ts';
import { openServiceStorage } from '../../persistence/postgres/service-storage.ts';
import { folderOf } from '../../services/folder.ts';
import { answersNow, eventually } from '../persistence/embedded-support.ts';
import { type PostgresStore, postgresStores } from '../persistence/support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

const folder = mkdtempSync(join(tmpdir(), 'civitas-migrations-'));
t.teardown(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, '001-notes.sql'), 'create table note (text text not null)');

/** A database with a city in it, and who may do what of it. */
async function city(t: Test): Promise<PostgresStore> {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  await (await store.open()).close();
  return store;
}

/** The tables of a service, opened by this user of the database. */
async function storageOf(t: Test, { address }: PostgresStore, service: string, user = address.user) {
  const storage = await openServiceStorage({ ...address, user }, service, folder);
  t.teardown(() => storage.close());
  return storage;
}

let users = 0;

/** A user without any right, whom the server lets in. */
async function newUser({ sql, address }: PostgresStore, rights = ''): Promise<string> {
  users += 1;
  const user = `user_${users}`;
  await sql.unsafe(`create role ${user} login ${rights}`);
  const [rules] = await sql<{ path: string; text: string }[]>`
    select current_setting('hba_file') as path, rtrim(pg_read_file(current_setting('hba_file')), chr(10)) as text`;
  const { path, text } = must(rules, 'a file');
  const lines = [...text.split('\n'), `local all ${user} trust`].map((line) => `('${line}')`);
  // Written by the server: the path may be one that only it can follow.
  await sql.unsafe(`copy (values ${lines.join(', ')}) to '${path}'`);
  await sql`select pg_reload_conf()`;
  if (!(await eventually(() => answersNow({ ...address, user })))) throw new Error('the server does not let it in');
  return user;
}

const insufficient = { code: '42501' };

t.test('schema and role are made once, and two starts find the same rows', async (t) => {
  const store = await city(t);
  const first = await storageOf(t, store, 'note-book');
  await first.run((sql) => sql`insert into note (text) values ('kept')`);
  const second = await storageOf(t, store, 'note-book');
  t.same([...(await second.run((sql) => sql`select text from note`))], [{ text: 'kept' }]);
  const [session] = await second.run((sql) => sql`select current_user as role, current_schemas(false) as schemas`);
  t.same(session?.['role'], 'service_note_book');
  t.match(session?.['schemas'], /service_note_book/);
  t.notMatch(session?.['schemas'], /public/);
});

t.test('a service reaches neither the tables of the city nor those of another service', async (t) => {
  const store = await city(t);
  const [one, other] = [await storageOf(t, store, 'one'), await storageOf(t, store, 'other')];
  await other.run((sql) => sql`insert into note (text) values ('secret')`);
  t.same([...(await one.run((sql) => sql`select text from note`))], []);
  await t.rejects(
    one.run((sql) => sql`select text from service_other.note`),
    insufficient,
  );
  await t.rejects(
    one.run((sql) => sql`select body from public.journal`),
    insufficient,
  );
  await t.rejects(
    one.run((sql) => sql`select text from content`),
    { code: '42P01' },
  );
  await t.rejects(
    one.run((sql) => sql`create table public.mine (text text)`),
    insufficient,
  );
});

t.test('a user who may make roles needs not be a superuser', async (t) => {
  const store = await city(t);
  const user = await newUser(store, 'createrole');
  await store.sql.unsafe(`grant create on database ${store.address.database} to ${user}`);
  const storage = await storageOf(t, store, 'made-by-creator', user);
  t.match([...(await storage.run((sql) => sql`select current_user as role`))], [{ role: 'service_made_by_creator' }]);
});

t.test('where no role can be made, the schema is the user’s own, and stays so', async (t) => {
  const store = await city(t);
  const user = await newUser(store);
  await store.sql.unsafe(`grant create on database ${store.address.database} to ${user}`);
  for (const text of ['first', 'second']) {
    const storage = await storageOf(t, store, 'roleless', user);
    await storage.run((sql) => sql`insert into note (text) values (${text})`);
    t.match([...(await storage.run((sql) => sql`select current_user as role`))], [{ role: user }]);
  }
  const later = await storageOf(t, store, 'roleless');
  t.equal((await later.run((sql) => sql`select from note`)).length, 2, 'a superuser works with it as that user');
  t.match([...(await later.run((sql) => sql`select current_user as role`))], [{ role: user }]);
});

t.test('who may not make the schema, or not use the one that is there, is told what to grant', async (t) => {
  const store = await city(t);
  const user = await newUser(store);
  const { database } = store.address;
  await t.rejects(storageOf(t, store, 'barred', user), {
    message: `The user "${user}" may not make the schema service_barred. Let it: grant create on database "${database}" to "${user}".`,
  });
  await storageOf(t, store, 'taken');
  await t.rejects(storageOf(t, store, 'taken', user), {
    message: /belongs to the role "service_taken".* grant "service_taken" to/,
  });
});

t.test('a folder without a text for residents is none of a service', (t) => {
  writeFileSync(join(folder, 'SKILL.md'), '# How');
  const address = pathToFileURL(join(folder, 'index.ts')).href;
  t.match(folderOf(address), { skill: '# How', migrations: { href: `${pathToFileURL(folder).href}/migrations/` } });
  t.throws(() => folderOf(pathToFileURL(join(folder, 'other', 'index.ts')).href), { code: 'ENOENT' });
  t.end();
});

/** A pool of two connections of its own to the server, and a key that somebody else holds. */
async function pool(t: Test, more: Partial<ConnectionPoolOptions> = {}) {
  const store = await city(t);
  const options = { connectionsMax: 2, deadlineMs: 60_000, statementTimeoutMs: 0, ownConnectionWaitMsMax: 60_000 };
  const own = new ConnectionPool(store.address, { ...options, ...more });
  t.teardown(() => own.close());
  const holder = await store.sql.reserve();
  await holder`select pg_advisory_lock(key) from generate_series(1, 2) as key`;
  const wait = (key: number) =>
    own.run((sql) => sql`select pg_advisory_xact_lock_shared(${key}::bigint), ${key}::int as key`);
  // Prepared on both: the client sends others behind such a statement.
  await Promise.all([wait(3), wait(4)]);
  const release = (key: number) => holder`select pg_advisory_unlock(${key}::bigint)`;
  const waiting = async () =>
    (
      await store.sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and not granted order by objid`
    ).map(({ pid }) => pid);
  return { own, store, holder, wait, release, waiting };
}

t.test('a statement that the server gave up takes no other with it', async (t) => {
  const { store, holder, wait, release, waiting } = await pool(t);
  const [given, other] = [wait(1), wait(2)];
  const gone = t.rejects(given, JournalUnavailable);
  while ((await waiting()).length < 2);
  await store.sql`select pg_cancel_backend(${(await waiting())[0] ?? 0})`;
  await gone;
  await release(2);
  t.match(await other, [{ key: 2 }]);
  holder.release();
});

t.test('a statement has a connection to itself: none waits behind a slow one while another is free', async (t) => {
  const { own, holder, wait, release, waiting } = await pool(t);
  const [slow, quick] = [wait(1), wait(2)];
  while ((await waiting()).length < 2);
  const more = [3, 4].map((key) => own.run((sql) => sql`select ${key}::int as key`));
  await release(2);
  t.match(await quick, [{ key: 2 }]);
  t.match(await Promise.all(more), [[{ key: 3 }], [{ key: 4 }]], 'the first still runs');
  await release(1);
  t.match(await slow, [{ key: 1 }]);
  holder.release();
});

t.test('who waits too long for a connection is told so, and its statement is never sent', async (t) => {
  const { own, store, holder, wait, release, waiting } = await pool(t, { ownConnectionWaitMsMax: 1 });
  await store.sql`create table note (text text not null)`;
  const both = [wait(1), wait(2)];
  while ((await waiting()).length < 2);
  await t.rejects(
    own.run((sql) => sql`insert into note (text) values ('late')`),
    JournalUnavailable,
  );
  await Promise.all([release(1), release(2)]);
  t.match(await Promise.all(both), [[{ key: 1 }], [{ key: 2 }]]);
  t.equal((await store.sql`select from note`).length, 0);
  holder.release();
});
