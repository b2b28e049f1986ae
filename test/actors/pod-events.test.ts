/** Those who own a place or speak for it hear, wherever they are, when its pool runs low or dry, and what becomes of it. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { deploying, does, exitBetween, goTo, linkFrom, pod, poolOf, rich, workshop } from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';

/** Ticks of runway at or below which the owner of a pool is alerted. */
const alert = 6;

const alerts = (town: Town) => town.newEvents().filter(({ type }) => type === 'pool.alert');
const upTo = (...names: string[]) => names.sort();
const heardBy = (town: Town, type: string) =>
  town
    .newEvents()
    .filter((event) => event.type === type)
    .map(({ audience }) => [...audience].sort());

t.test('owner and representative, who are elsewhere, are alerted once of a pool that runs low', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const shop = await workshop(town, 'ada', { representative: town.id('bo'), funding: 4_000 });
  t.same(alerts(town), [], 'half a credit a tick: 8 ticks');
  await does(town, 'ada', move('home'));
  await does(town, 'bo', move('home'));
  await town.ticks(1);
  t.same(alerts(town), []);
  await town.ticks(1);
  const [low, ...more] = alerts(town);
  t.match(low, {
    category: 'infrastructure',
    subject: shop,
    data: { pod: shop, balance: 3, burn_per_tick: 0.5, runway_ticks: alert },
  });
  t.same([...(low?.audience ?? [])].sort(), upTo(`to:${town.actor('ada')}`, `to:${town.actor('bo')}`));
  t.same(more, []);
  await town.ticks(1);
  t.same(alerts(town), [], 'again only after it was above');
  await does(town, 'bo', { type: 'fund', pod: shop, amount: 1_000 });
  await town.ticks(1);
  t.equal(alerts(town).length, 1, 'above, and low again');
});

t.test('they are alerted at once of a pool that is low from the first, or that a larger tier makes low', async (t) => {
  const town = await given({ ada: rich });
  const id = await pod(town, 'ada', { funding: 2_000 });
  t.match(alerts(town), [{ data: { balance: 2, burn_per_tick: 0.5, runway_ticks: 4 } }]);
  await does(town, 'ada', { type: 'fund', pod: id, amount: 10_000 });
  await does(town, 'ada', deploying(id, { tier: 'small', links: [], funding: 2_000 }));
  t.same(alerts(town), [], `${poolOf(town, id)} for 2 a tick`);
  await does(town, 'ada', deploying(id, { tier: 'large', links: [], funding: 8_000 }));
  t.match(alerts(town), [{ data: { burn_per_tick: 8, runway_ticks: 3 } }]);
});

t.test('owner and representative hear what becomes of a pod, wherever they are', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await workshop(town, 'ada', { representative: town.id('bo') });
  const both = upTo(`at:${id}`, 'public', `to:${town.actor('ada')}`, `to:${town.actor('bo')}`);
  await does(town, 'bo', deploying(id, { links: [linkFrom(commons)], funding: 2_000 }));
  t.same(heardBy(town, 'pod.deployed'), [both]);
  const wayIn = exitBetween(town, commons, id);
  await goTo(town, 'bo', id);
  await does(town, 'bo', { type: 'request_connection', to: commons, ...linkFrom(id, { bidirectional: false }) });
  await does(town, 'bo', { type: 'close_connection', exit: wayIn });
  await does(town, 'bo', move('home'));
  t.same(heardBy(town, 'pod.orphaned').length, 1);
  await does(town, 'ada', { type: 'fund', pod: id, amount: 30_000 });
  t.same(heardBy(town, 'pod.reconnected'), [both]);
  await town.ticks(poolOf(town, id) / 1_000 + 1);
  t.same(heardBy(town, 'pod.shut_down'), [both]);
});
