/** What global services keep goes along when a city is copied. */
import t from 'tap';
import { copyCity, NotAllCopied } from '../../persistence/copying.ts';
import { caddr } from '../../services/caddr/index.ts';
import { memory } from '../../services/memory/index.ts';
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
  const from = await withCity(await opened(t, memory));
  const to = await withCity(await opened(t, memory));
  await from.store.sql`
    insert into service_memory.message (resident, position, id, session, peer, content)
    values ('ada-1', 0, 'm', 's', 'p', 'A lamp being lit.')`;
  await copyCity(from.store.address, to.store.address, nothing, ['memory']);
  const words = ({ store }: typeof from) => store.sql`select content, words::text from service_memory.message`;
  t.same([...(await words(to))], [...(await words(from))]);
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
