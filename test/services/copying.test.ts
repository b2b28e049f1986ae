/** What global services keep goes along when a city is copied. */
import t from 'tap';
import { copyCity, NotAllCopied } from '../../persistence/copying.ts';
import { caddr } from '../../services/caddr/index.ts';
import type { PostgresStore } from '../persistence/support.ts';
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
    ['mailbox', 'message', 'once'].map((name) => ({ name: `service_caddr.${name}`, rows: 1 })),
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

t.test('what would be left out, or would count anew, is refused before anything is changed', async (t) => {
  const from = await withCity(await opened(t, caddr));
  const to = await withCity(await opened(t, caddr));
  await to.free('register', 'bo');
  await t.rejects(copyCity(from.store.address, to.store.address, nothing), NotAllCopied);
  await from.store.sql`create table service_caddr.counted (n integer generated always as identity)`;
  await t.rejects(copyCity(from.store.address, to.store.address, nothing, ['caddr']), /service_caddr\.counted counts/);
  t.match(await to.free('inbox', 'bo'), { items: [] });
});
