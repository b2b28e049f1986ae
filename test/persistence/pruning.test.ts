/** What is removed of the tables that gateways keep beside the journal, on every persistence. */
import t from 'tap';
import { memoryStores, postgresStores } from './support.ts';

const postgres = await postgresStores();
t.teardown(() => postgres.stop());

const session = (hash: string, openedAt: number) => ({
  ...{ hash, login: 'login of ada', openedAt },
  expiresAt: openedAt + 100,
});

for (const maker of [memoryStores(), postgres])
  t.test(`${maker.name}: sessions go when they have ended, rows of ticks with the history before a date`, async (t) => {
    const store = await maker.fresh();
    const city = await store.open();
    t.teardown(async () => {
      await city.close();
      await store.remove();
    });
    const { credentials, tickRows, housekeeping } = city;
    for (const n of [1, 2, 3]) await credentials.openSession(session(`h${n}`, n), 10);
    const { expiresAt } = session('h2', 2);
    t.equal(await housekeeping.pruneSessions(expiresAt), 2);
    const left = await Promise.all(['h1', 'h2', 'h3'].map((hash) => credentials.session(hash)));
    t.same(left, [undefined, undefined, session('h3', 3)]);
    for (const tick of [1, 2, 3]) await tickRows.write({ tick, at: tick * 1_000, body: '{}' });
    await housekeeping.prune(3);
    t.equal((await tickRows.read(10, 10)).length, 3, 'an event number is no date');
    await housekeeping.prune(new Date(3_000));
    t.same(
      (await tickRows.read(10, 10)).map(({ tick }) => tick),
      [3],
    );
  });
