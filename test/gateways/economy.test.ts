/** The operator's series by tick: a row for each, kept in the database, read back in pages. */
import t, { type Test } from 'tap';
import { censusOf } from '../../actors/census.ts';
import type { City, FeedItem } from '../../engine/city-interface.ts';
import { type AccountId, actorId } from '../../engine/ids.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { takeCensus } from '../../engine/state/census.ts';
import { emptyAccount } from '../../engine/state/ledger.ts';
import { TickRecorder } from '../../gateways/overview/tick-recorder.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { act, found, silentLog, withoutPublicWorks } from '../world.ts';
import { ask, operatorToken, startedPortalWorld } from './started-gateways.ts';

const noPause = { yield: () => Promise.resolve() };

const giniOf = async (balances: readonly number[]) => {
  const accounts = new Map<AccountId, typeof emptyAccount>(
    balances.map((balance, n) => [actorId('resident', `r-${n}`), { ...emptyAccount, balance }]),
  );
  const { all } = await takeCensus({ accounts, counters: { tick: 0 } }, noPause, () => 'all');
  return all?.gini;
};

t.test('how unevenly credits are held is counted as Gini did', async (t) => {
  const near = (found: number | null | undefined, gini: number) =>
    t.ok(typeof found === 'number' && Math.abs(found - gini) < 0.002, `${found} is ${gini}`);
  near(await giniOf([5_000, 5_000, 5_000]), 0);
  near(await giniOf([0, 0, 0, 8_000]), 0.75);
  near(await giniOf([1_000, 2_000, 3_000, 4_000]), 0.25);
  near(await giniOf(Array.from({ length: 2_000 }, (_, n) => n * 1_000)), 1 / 3);
  t.equal(await giniOf([0, 0]), null);
});

t.test('a census lets others go on between its slices', async (t) => {
  let pauses = 0;
  const accounts = new Map(
    Array.from({ length: 1_600 }, (_, n) => [actorId('resident', `r-${n}`), emptyAccount] as const),
  );
  const clock = {
    yield: async () => {
      pauses += 1;
    },
  };
  const counted = await takeCensus({ accounts, counters: { tick: 0 } }, clock, () => 'all');
  t.match(counted, { all: { count: 1_600, balance: 0 } });
  t.equal(pauses, 3);
});

async function recorded(t: Test) {
  const warnings: object[] = [];
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, error: quiet, warn: (fields: object) => void warnings.push(fields) };
  const portal = await startedPortalWorld(t, {}, {}, withoutPublicWorks.env);
  const rows = new MemoryTickRows(portal.store);
  const { city, clock } = portal;
  const recorder = new TickRecorder({ city, census: () => censusOf(city.state, clock), rows, log });
  t.teardown(() => recorder.close());
  const operate = async (path: string) =>
    (await ask(`${portal.url}/v1/dashboard/${path}`, { token: operatorToken })).body as {
      readonly items: readonly Record<string, unknown>[];
      readonly next_cursor: string | null;
    };
  /** So many ticks, each with its row. */
  const pass = async (count: number) => {
    for (let n = 0; n < count; n++) await city.tick();
    while (portal.store.tickRows.size < city.state.counters.tick) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...portal, rows, recorder, warnings, operate, pass };
}

t.test('each tick has a row: who lives, what is held, births, deaths, and which events there were', async (t) => {
  const { city, operate, pass, url } = await recorded(t);
  const ada = await found(city, 'Ada', 200_000);
  const bo = await found(city, 'Bo', 20_000, 2);
  await pass(1);
  await act(city, ada, { type: 'transfer', to: bo, amount: 1_000 });
  await pass(2);
  const { items } = await operate('economy');
  t.match(items, [
    { tick: 3, population: 1, births: 0, deaths: {}, accounts: { residents: { count: 1, balance: 196, gini: 0 } } },
    { tick: 2, population: 1, births: 0, deaths: { natural: 1 } },
    {
      tick: 1,
      population: 2,
      births: 2,
      deaths: {},
      accounts: { residents: { count: 2, balance: 218 }, treasury: { count: 1, balance: -218 } },
      prices: { services: { count: 0, average: null }, tolls: { count: 0, average: null } },
    },
  ]);
  const counted = await operate('activity');
  t.match(counted.items, [
    { tick: 3, events: { 'tick.completed': 1 } },
    { tick: 2, events: { 'credits.transferred': 1, 'resident.died': 1, 'tick.completed': 1 } },
    { tick: 1, events: { 'resident.born': 2, 'tick.completed': 1 } },
  ]);
  const first = await operate('economy?limit=2');
  const second = await operate(`economy?limit=2&cursor=${encodeURIComponent(String(first.next_cursor))}`);
  t.same([...first.items, ...second.items], items);
  t.equal(second.next_cursor, null);
  t.match(await ask(`${url}/v1/dashboard/economy`), { status: 401 });
});

t.test(
  'a row has what was paid on average since the tick before: for services, and of what was received as tolls',
  async (t) => {
    let hear: (items: readonly FeedItem[]) => void = () => undefined;
    const subscribe: City['subscribe'] = (listener) => {
      hear = listener;
      return () => undefined;
    };
    const store = new MemoryStore();
    const recorder = new TickRecorder({
      city: { subscribe },
      census: () => Promise.resolve({ population: 0, accounts: {} }),
      rows: new MemoryTickRows(store),
      log: silentLog,
    });
    const happens = (type: string, data: object) => {
      const json = JSON.stringify({ at: '2030-01-01T00:00:00.000Z', tick: 1, data });
      hear([{ type: 'event', event: { seq: 1, type, audience: [], json } }]);
    };
    for (const charged of [2, 0, 5]) happens('service.called', { charged });
    for (const amount of [0.5, 1.001]) happens('credits.received', { reason: 'toll', amount });
    happens('credits.received', { reason: 'estate', amount: 900 });
    happens('tick.completed', {});
    await recorder.close();
    const { prices } = JSON.parse(store.tickRows.get(1)?.body ?? '{}');
    t.same(prices, { services: { count: 2, average: 3.5 }, tolls: { count: 2, average: 0.751 } });
  },
);

t.test('a row that cannot be written is lost and logged, and the next one is written', async (t) => {
  const { city, rows, warnings, pass, store } = await recorded(t);
  await pass(1);
  const write = rows.write.bind(rows);
  rows.write = () => Promise.reject(new JournalUnavailable('away'));
  await city.tick();
  while (warnings.length === 0) await new Promise((resolve) => setImmediate(resolve));
  rows.write = write;
  await city.tick();
  while (!store.tickRows.has(3)) await new Promise((resolve) => setImmediate(resolve));
  t.match(warnings, [{ tick: 2 }]);
  t.same([...store.tickRows.keys()], [1, 3]);
});
