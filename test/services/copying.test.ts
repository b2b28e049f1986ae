/** What global services keep goes along when a city is copied. */
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import { copyCity, NotAllCopied } from '../../persistence/postgres/copying.ts';
import { openServiceStorage, schemaNameOf } from '../../persistence/postgres/service-storage.ts';
import { servicesOf } from '../../services/list.ts';
import type { PostgresStore } from '../persistence/support.ts';
import { caddr } from './mailbox.ts';
import { opened } from './opened.ts';

const nothing = () => {};

/** The tables of the city beside those of the service. */
async function withCity<Service extends { readonly store: PostgresStore }>(service: Service): Promise<Service> {
  await (await service.store.open()).close();
  return service;
}

t.test('mailboxes and letters are there after a copy, and what the target had is not', async (t) => {
  const from = await withCity(await opened(t, caddr));
  const to = await withCity(await opened(t, caddr));
  const { address } = Object.fromEntries(Object.entries(await from.free('register', 'ada')));
  await from.free('send', 'ada', { body: { to: address, body: 'Kept "\\\n👍' }, key: { key: 'k', fingerprint: 'f' } });
  await to.free('register', 'bo');
  const copied = await copyCity(from.store.address, to.store.address, nothing, ['caddr']);
  t.match(
    copied.filter(({ name }) => name.startsWith('service')),
    Object.entries({ mailbox: 1, message: 1, once: 1, removed_mailbox: 0 }).map(([name, rows]) => {
      return { name: `service_caddr.${name}`, rows };
    }),
  );
  t.same(await to.free('inbox', 'ada'), await from.free('inbox', 'ada'));
  t.match(await to.free('inbox', 'bo'), { code: 'not_found' });
});

t.test('what is computed from other columns is computed anew', async (t) => {
  const [from, to] = [await withCity(await opened(t, caddr)), await withCity(await opened(t, caddr))];
  for (const { storage } of [from, to])
    await storage.run(
      (sql) => sql`
        create table text (content text, words tsvector generated always as (to_tsvector('english', content)) stored)`,
    );
  await from.storage.run((sql) => sql`insert into text (content) values ('A lamp being lit.')`);
  await copyCity(from.store.address, to.store.address, nothing, ['caddr']);
  const words = await to.store.sql`select words::text from service_caddr.text`;
  t.same([...words], [{ words: "'lamp':2 'lit':4" }]);
});

t.test('what would be left out is refused before anything is changed', async (t) => {
  const [from, to] = [await withCity(await opened(t, caddr)), await withCity(await opened(t, caddr))];
  await to.free('register', 'bo');
  await t.rejects(copyCity(from.store.address, to.store.address, nothing), NotAllCopied);
  t.match(await to.free('inbox', 'bo'), { items: [] });
});

t.test('numbers given by the database go on behind those that have come', async (t) => {
  const [from, to] = [await withCity(await opened(t, caddr)), await withCity(await opened(t, caddr))];
  for (const { storage } of [from, to])
    await storage.run((sql) => sql`create table counted (n integer generated always as identity unique, text text)`);
  const add = ({ storage }: typeof from, text: string) =>
    storage.run((sql) => sql`insert into counted (text) values (${text}) returning n`);
  for (const text of ['one', 'two', 'three']) await add(from, text);
  await copyCity(from.store.address, to.store.address, nothing, ['caddr']);
  t.match([...(await add(to, 'four'))], [{ n: 4 }]);
  t.equal((await to.store.sql`select from service_caddr.counted`).length, 4);
});

t.test('every service of the list can be copied', async (t) => {
  const services = servicesOf(readConfig({}), () => 0);
  const [from, to] = [await withCity(await opened(t, caddr)), await withCity(await opened(t, caddr))];
  const ids: string[] = [];
  for (const { manifest, migrations } of services) {
    if (migrations === undefined) continue;
    ids.push(manifest.id);
    for (const { store } of [from, to])
      await (await openServiceStorage(store.address, manifest.id, fileURLToPath(migrations))).close();
  }
  const copied = await copyCity(from.store.address, to.store.address, nothing, ids);
  for (const id of ids)
    t.ok(
      copied.some(({ name }) => name.startsWith(`${schemaNameOf(id)}.`)),
      id,
    );
});
