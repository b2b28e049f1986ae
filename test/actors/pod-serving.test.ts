/** What a pod does for others: lets them in, takes tolls, shares what it earns, is funded, serves. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import {
  balanced,
  does,
  exitBetween,
  goTo,
  linkFrom,
  pod,
  poolOf,
  priced,
  refuses,
  rich,
  service,
} from './built-places.ts';
import { given, move } from './given-residents.ts';
import { access, pricing } from './pod-terms.ts';

const through = (exit: string, max_toll: number | null = null) => ({ type: 'move', exit, max_toll });

t.test('[TO1] a gated entry costs per_entry, 1 when unset, to the pool; leaving is free', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada');
  const exit = exitBetween(town, commons, id);
  await does(town, 'ada', access(town, id, 'gated'));
  for (const [perEntry, toll] of [
    [null, 1_000],
    [2_500, 2_500],
    [0, 0],
  ] as const) {
    await does(town, 'ada', pricing(id, { perEntry }));
    const [bo, pool] = [town.balance('bo'), poolOf(town, id)];
    const outcome = await town.world.city.submit({
      to: town.actor('bo'),
      caller: town.actor('bo'),
      event: through(exit),
      reply: view('arrival', { resident: town.id('bo'), exit }),
    });
    t.match(JSON.parse('json' in outcome ? outcome.json : '{}'), {
      from: commons,
      to: id,
      toll_paid: toll / 1_000,
      balance: (bo - toll) / 1_000,
    });
    t.same([town.balance('bo'), poolOf(town, id)], [bo - toll, pool + toll]);
    await does(town, 'bo', through(exit));
    t.equal(town.balance('bo'), bo - toll, 'leaving is free');
  }
  balanced(t, town);
});

t.test('a gated connection asks for the toll of a public pod; the representative and owner enter free', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const gated = { type: 'gated', allowed: [] } as const;
  const id = await pod(town, 'ada', {
    links: [linkFrom(commons, { access: gated })],
    pricing: priced({ perEntry: 3_000 }),
  });
  await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('cleo') });
  const before = ['ada', 'bo', 'cleo'].map((name) => town.balance(name));
  for (const name of ['ada', 'bo', 'cleo']) await goTo(town, name, id);
  t.same(
    ['ada', 'bo', 'cleo'].map((name, n) => (before[n] ?? 0) - town.balance(name)),
    [0, 3_000, 0],
  );
});

t.test('[TO3] a toll above what one would pay is refused: 5 when nothing is said, or max_toll', async (t) => {
  const town = await given({ ada: rich, bo: { credits: 4_000 }, cleo: rich });
  const id = await pod(town, 'ada');
  const exit = exitBetween(town, commons, id);
  await does(town, 'ada', access(town, id, 'gated'));
  await does(town, 'ada', pricing(id, { perEntry: 5_001 }));
  await refuses(t, town, 'cleo', through(exit), 'price_changed', { price: 5_001, max: 5_000 });
  await refuses(t, town, 'cleo', through(exit, 5_000), 'price_changed', { price: 5_001, max: 5_000 });
  await refuses(t, town, 'bo', through(exit, 6_000), 'insufficient_credits', { required: 5_001, balance: 4_000 });
  await does(town, 'cleo', through(exit, 5_001));
  t.equal(town.context('cleo').location, id);
  await does(town, 'ada', pricing(id, { perEntry: 5_000 }));
  await refuses(t, town, 'bo', through(exit), 'insufficient_credits', { required: 5_000, balance: 4_000 });
  await refuses(t, town, 'bo', through(exit, 0), 'price_changed', { price: 5_000, max: 0 });
  t.equal(town.context('bo').location, commons);
});

t.test("[MV4] private and members: both the pod's and the connection's list must have the traveller", async (t) => {
  for (const type of ['private', 'members']) {
    const town = await given({ ada: rich, bo: rich, cleo: rich, dora: rich });
    const id = await pod(town, 'ada');
    const exit = exitBetween(town, commons, id);
    await does(town, 'ada', access(town, id, type, 'bo', 'cleo'));
    const change = { type: 'update_connection', exit, entrance: null, way_back: null, visibility: null };
    await does(town, 'ada', { ...change, access: { type, allowed: [town.id('cleo'), town.id('dora')] } });
    await refuses(t, town, 'bo', through(exit), 'access_denied');
    await refuses(t, town, 'dora', through(exit), 'access_denied');
    await does(town, 'cleo', through(exit));
    await does(town, 'cleo', through(exit));
    await does(town, 'ada', through(exit));
    t.same([town.context('cleo').location, town.context('ada').location], [commons, id]);
  }
});

t.test('[TO4] earnings are shared by fractions, rounded down; the share of the dead remains in the pool', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: { credits: 900_000, lifespan: 4 }, dora: rich });
  const split = { [town.id('bo')]: 0.333, [town.id('cleo')]: 0.25 };
  const id = await pod(town, 'ada', { pricing: priced({ perEntry: 1_999, split }), funding: 50_000 });
  await does(town, 'ada', access(town, id, 'gated'));
  const exit = exitBetween(town, commons, id);
  const before = () => [poolOf(town, id), town.balance('bo'), town.balance('cleo')];
  const gained = (was: number[]) => before().map((is, n) => is - (was[n] ?? 0));
  let was = before();
  await does(town, 'dora', through(exit));
  t.same(gained(was), [1_999 - 665 - 499, 665, 499]);
  await town.ticks(4);
  t.equal(town.state('cleo'), 'dead');
  await does(town, 'dora', through(exit));
  was = before();
  await does(town, 'dora', through(exit));
  t.same(gained(was), [1_999 - 665, 665, 0]);
  balanced(t, town);
});

t.test('[PD1] anyone funds a pool, from anywhere, with what they have', async (t) => {
  const town = await given({ ada: rich, bo: { credits: 5_000 } });
  const id = await pod(town, 'ada');
  await does(town, 'bo', move('home'));
  town.newEvents();
  await refuses(t, town, 'bo', { type: 'fund', pod: id, amount: 5_001 }, 'insufficient_credits', {
    required: 5_001,
    balance: 5_000,
  });
  await refuses(t, town, 'bo', { type: 'fund', pod: 'nowhere', amount: 1 }, 'not_found', { kind: 'pod' });
  const pool = poolOf(town, id);
  await does(town, 'bo', { type: 'fund', pod: id, amount: 1_234 });
  t.same([poolOf(town, id), town.balance('bo')], [pool + 1_234, 3_766]);
  t.match(
    town.newEvents().filter(({ type }) => type === 'pool.funded'),
    [
      {
        subject: id,
        actor: town.id('bo'),
        data: { amount: 1.234 },
        audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
      },
    ],
  );
});

t.test('[SV1] a public room, its service and what it shows come from its code', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await service(town, 'ada', { pricing: priced({ perQuery: 1_500 }) });
  await goTo(town, 'bo', id);
  const seen = await town.world.city.view(view('services', { resident: town.id('bo'), limit: 20, cursor: null }));
  t.match(seen, { type: 'shown', value: { items: [{ id, pod: id, per_query: 1.5 }] } });
});
