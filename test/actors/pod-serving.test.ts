/** What a pod does for others: lets them in, takes tolls, shares what it earns, is funded, is cut off, and ends. */
import t from 'tap';
import { commons, podActor } from '../../actors/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import {
  asking,
  at,
  balanced,
  burns,
  calling,
  deploying,
  does,
  exitBetween,
  goTo,
  holds,
  linkFrom,
  newest,
  opening,
  pod,
  podAt,
  poolOf,
  priced,
  refuses,
  requestState,
  rich,
  service,
  stateOf,
  workshop,
  writing,
} from './built.ts';
import { given, move, type Town } from './given.ts';

const access = (town: Town, pod: string, type: string, ...names: string[]) => ({
  type: 'set_access',
  pod,
  access: { type, allowed: names.map((name) => town.id(name)) },
});
const pricing = (pod: string, rest: Parameters<typeof priced>[0]) => ({
  type: 'set_pricing',
  pod,
  pricing: priced(rest),
});
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
      reply: { view: 'arrival', args: { resident: town.id('bo'), exit } },
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

t.test('[TO4] earnings are shared by fractions, rounded down; the share of the dead stays in the pool', async (t) => {
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
  town.news();
  await refuses(t, town, 'bo', { type: 'fund', pod: id, amount: 5_001 }, 'insufficient_credits', {
    required: 5_001,
    balance: 5_000,
  });
  await refuses(t, town, 'bo', { type: 'fund', pod: 'nowhere', amount: 1 }, 'not_found', { kind: 'pod' });
  const pool = poolOf(town, id);
  await does(town, 'bo', { type: 'fund', pod: id, amount: 1_234 });
  t.same([poolOf(town, id), town.balance('bo')], [pool + 1_234, 3_766]);
  t.match(
    town.news().filter(({ type }) => type === 'pool.funded'),
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

/** commons <-> hub <-> leaf; the hub lives for `hubTicks`, the leaf long. */
async function chain(hubFunding: number, leafFunding = 100_000) {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const hub = await pod(town, 'ada', { name: 'hub', funding: hubFunding });
  await goTo(town, 'ada', hub);
  const leaf = await workshop(town, 'ada', { name: 'leaf', funding: leafFunding });
  await does(town, 'ada', deploying(leaf, { links: [linkFrom(hub)] }));
  await does(town, 'ada', move('commons'));
  return { town, hub, leaf };
}

/** What may be asked of a pod from anywhere. */
const everyUse = (town: Town, hub: string): readonly Message[] => [
  { type: 'fund', pod: hub, amount: 1_000 },
  access(town, hub, 'public'),
  pricing(hub, {}),
  { type: 'appoint', pod: hub, to: town.id('bo') },
  { type: 'transfer_pod', pod: hub, to: town.id('bo') },
  deploying(hub, { links: [], tier: 'large' }),
  { type: 'allow_container', pod: hub, agent: town.id('bo'), name: 'x', cpuMillis: 1, memoryMib: 1 },
  { type: 'remove_container', pod: hub, name: 'x' },
  { type: 'deploy_container', pod: hub, name: 'x', workshop: 'leaf', description: null },
];

t.test(
  '[PD2] a pool that is empty: shut down, and what it alone led to is orphaned, in the same tick; all are told',
  async (t) => {
    const { town, hub, leaf } = await chain(2_000);
    await goTo(town, 'bo', hub);
    await goTo(town, 'bo', leaf);
    await goTo(town, 'cleo', hub);
    const [toHub, toLeaf] = [exitBetween(town, commons, hub), exitBetween(town, hub, leaf)];
    const pool = poolOf(town, hub);
    await town.ticks(Math.ceil(pool / 1_000) - 1);
    t.equal(stateOf(town, hub), 'deployed');
    town.news();
    await town.ticks(1);
    t.same([stateOf(town, hub), stateOf(town, leaf)], ['shut_down', 'orphaned']);
    t.same([poolOf(town, hub), burns(town, podActor(hub))], [0, 0]);
    const news = town.news().filter(({ type }) => type.startsWith('pod') || type.startsWith('connection'));
    t.same(news.map(({ type }) => type).sort(), [
      'connection.closed',
      'connection.closed',
      'pod.orphaned',
      'pod.shut_down',
    ]);
    t.match(
      news.find(({ type }) => type === 'pod.orphaned'),
      { subject: leaf, audience: [`at:${leaf}`, `to:${town.actor('ada')}`] },
    );
    t.match(
      news.find(({ type }) => type === 'pod.shut_down'),
      { subject: hub, audience: [`at:${hub}`, `to:${town.actor('ada')}`, 'public'] },
    );
    for (const [name, exit] of [
      ['ada', toHub],
      ['cleo', toLeaf],
      ['bo', toLeaf],
    ] as const)
      await refuses(t, town, name, move(exit), 'exit_not_found');
    await does(town, 'cleo', move('commons'));
    await does(town, 'bo', move('home'));
    t.same([town.context('cleo').location, town.context('bo').location], [commons, town.home('bo')]);
    for (const event of everyUse(town, hub)) await refuses(t, town, 'ada', event, 'pod_shut_down', { location: hub });
    balanced(t, town);
  },
);

t.test('[PD5] a ruin: nobody builds, writes, runs or calls there', async (t) => {
  const { town, hub } = await chain(1_000);
  await goTo(town, 'ada', hub);
  await town.ticks(12);
  t.equal(stateOf(town, hub), 'shut_down');
  for (const event of [
    opening(town.id('ada')),
    writing(hub),
    { type: 'run_code', workshop: hub },
    calling(hub),
    asking(hub, commons),
  ])
    await refuses(t, town, 'ada', event, 'pod_shut_down', { location: hub });
});

t.test(
  'a chain comes down link by link: each is orphaned when cut off, and shut down when its own pool is empty',
  async (t) => {
    const { town, hub, leaf } = await chain(1_000, 15_000);
    await goTo(town, 'ada', hub);
    await goTo(town, 'ada', leaf);
    const tip = await workshop(town, 'ada', { name: 'tip', funding: 15_000 });
    await does(town, 'ada', deploying(tip, { links: [linkFrom(leaf)], funding: 15_000 }));
    const states = () => [hub, leaf, tip].map((id) => stateOf(town, id));
    await town.ticks(11);
    t.same(states(), ['shut_down', 'orphaned', 'orphaned']);
    await town.ticks(14);
    t.same(states(), ['shut_down', 'shut_down', 'orphaned']);
    await town.ticks(20);
    t.same(states(), ['shut_down', 'shut_down', 'shut_down']);
    t.same(
      [...town.world.city.state.images.values()].filter(({ state }) => state === 'approved.open'),
      [],
    );
    balanced(t, town);
  },
);

t.test('[PD3] in an orphan entry and services are free and earn nothing; it drains as before', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const hub = await pod(town, 'ada', { name: 'hub', funding: 2_000, tier: 'small' });
  await goTo(town, 'ada', hub);
  const leaf = await workshop(town, 'ada', { name: 'leaf', funding: 100_000 });
  await does(
    town,
    'ada',
    deploying(leaf, { links: [linkFrom(hub)], pricing: priced({ perEntry: 2_000, perQuery: 3_000 }) }),
  );
  const far = await workshop(town, 'ada', { name: 'far', funding: 100_000 });
  await does(town, 'ada', deploying(far, { links: [linkFrom(hub)] }));
  await goTo(town, 'ada', leaf);
  await does(town, 'ada', writing(leaf));
  await does(town, 'ada', access(town, leaf, 'gated'));
  await does(town, 'ada', asking(leaf, far));
  await goTo(town, 'ada', far);
  await does(town, 'bo', move('commons'));
  await goTo(town, 'bo', hub);
  await goTo(town, 'bo', far);
  await town.ticks(6);
  t.same([stateOf(town, hub), stateOf(town, leaf), stateOf(town, far)], ['shut_down', 'orphaned', 'orphaned']);
  const [bo, pool] = [town.balance('bo'), poolOf(town, leaf)];
  await goTo(town, 'bo', leaf);
  t.equal(town.context('bo').location, leaf);
  const outcome = await town.world.city.submit({
    to: town.actor('bo'),
    caller: town.actor('bo'),
    event: calling(leaf),
    awaits: true,
  });
  t.match(JSON.parse('json' in outcome ? outcome.json : '{}'), { charged: 0 });
  t.same([town.balance('bo'), poolOf(town, leaf)], [bo, pool]);
  await town.ticks(1);
  t.equal(poolOf(town, leaf), pool - 1_000);
  balanced(t, town);
});

t.test(
  '[PD4] funding an orphan with less than a connection only fills its pool; with enough it is deployed again at once',
  async (t) => {
    const { town, hub, leaf } = await chain(1_000);
    await goTo(town, 'bo', hub);
    await goTo(town, 'bo', leaf);
    await town.ticks(11);
    t.equal(stateOf(town, leaf), 'orphaned');
    t.equal(town.world.city.state.index('counted connections').count(commons), 0);
    const pool = poolOf(town, leaf);
    await does(town, 'cleo', { type: 'fund', pod: leaf, amount: 1_999 });
    t.same([stateOf(town, leaf), poolOf(town, leaf)], ['orphaned', pool + 1_999]);
    const [cleo, treasury] = [town.balance('cleo'), holds(town, 'treasury')];
    town.news();
    await does(town, 'cleo', { type: 'fund', pod: leaf, amount: 2_500 });
    t.equal(stateOf(town, leaf), 'deployed');
    t.equal(town.world.city.state.counters.tick, 11, 'in the same tick');
    t.same(
      [town.balance('cleo'), poolOf(town, leaf), holds(town, 'treasury')],
      [cleo - 2_500, pool + 1_999 + 500, treasury + 2_000],
    );
    const news = town.news();
    t.same(
      news.map(({ type }) => type),
      ['connection.opened', 'pool.funded', 'pod.reconnected'],
    );
    t.match(news[2], { subject: leaf, audience: [`at:${leaf}`, `to:${town.actor('ada')}`, 'public'] });
    await does(town, 'bo', move('commons'));
    await goTo(town, 'bo', leaf);
    t.equal(town.context('bo').location, leaf);
    balanced(t, town);
  },
);

t.test(
  '[PD4] the connection that funding buys may exceed the tier by one; what hangs on it comes back with it',
  async (t) => {
    const { town, leaf } = await chain(1_000);
    await goTo(town, 'ada', 'hub');
    await goTo(town, 'ada', leaf);
    const third = await workshop(town, 'ada', { name: 'third', funding: 100_000 });
    await does(town, 'ada', deploying(third, { links: [linkFrom(leaf)], tier: 'tiny' }));
    await goTo(town, 'ada', third);
    const fourth = await workshop(town, 'ada', { name: 'fourth', funding: 100_000 });
    await does(town, 'ada', deploying(fourth, { links: [linkFrom(third)] }));
    await town.ticks(11);
    t.same(
      [leaf, third, fourth].map((id) => stateOf(town, id)),
      ['orphaned', 'orphaned', 'orphaned'],
    );
    const counted = () => town.world.city.state.index('counted connections').count(third);
    t.equal(counted(), 2, 'a tiny pod has room for two');
    await does(town, 'ada', { type: 'fund', pod: third, amount: 2_000 });
    t.equal(counted(), 3);
    t.same(
      [leaf, third, fourth].map((id) => stateOf(town, id)),
      ['deployed', 'deployed', 'deployed'],
    );
    balanced(t, town);
  },
);

t.test('an orphan comes back by a new connection from a place that is reached', async (t) => {
  const { town, hub, leaf } = await chain(1_000);
  await town.ticks(11);
  t.equal(stateOf(town, leaf), 'orphaned');
  await does(town, 'ada', asking(commons, leaf, { bidirectional: false }));
  t.equal(stateOf(town, leaf), 'deployed');
  t.equal(requestState(town, newest(town, 'connection.requested')), 'approved.open');
  await refuses(t, town, 'ada', asking(commons, hub), 'pod_shut_down');
});

t.test('[LG3] the estate: pods go to the heir; without one nobody owns them and nobody must agree', async (t) => {
  for (const heired of [true, false]) {
    const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich, cleo: rich });
    const id = await pod(town, 'ada', { tier: 'small', funding: 90_000 });
    const shed = await workshop(town, 'ada', { name: 'shed', funding: 90_000 });
    const lent = await pod(town, 'ada', { name: 'lent', funding: 90_000 });
    await does(town, 'ada', { type: 'appoint', pod: lent, to: town.id('cleo') });
    if (heired) await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
    await town.ticks(3);
    t.equal(town.state('ada'), 'dead');
    const heir = heired ? town.id('bo') : null;
    for (const place of [id, shed]) t.match(podAt(town, place), { owner: heir, representative: heir }, place);
    t.match(podAt(town, lent), { owner: heir, representative: heired ? town.id('cleo') : null });
    t.equal(stateOf(town, id), 'deployed', 'it lives on its pool');
    await does(town, 'cleo', asking(commons, id));
    t.equal(requestState(town, newest(town, 'connection.requested')), heired ? 'pending_approval' : 'approved.open');
    if (heired) await does(town, 'bo', access(town, id, 'members'));
    else await refuses(t, town, 'bo', access(town, id, 'members'), 'not_representative', { representative: null });
    balanced(t, town);
  }
});

t.test('an heir that dies on the same tick takes nothing: the pods go where the credits went', async (t) => {
  const brief = { credits: 2_000_000, lifespan: 3 };
  const town = await given({ ada: brief, bo: brief, cleo: rich });
  const id = await pod(town, 'ada', { funding: 50_000 });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
  await does(town, 'bo', { type: 'bequeath', heir: town.id('cleo') });
  await town.ticks(3);
  t.same([town.state('ada'), town.state('bo')], ['dead', 'dead']);
  t.match(podAt(town, id), { owner: null, representative: null });
  balanced(t, town);
});

t.test('[RP3] a representative that dies is followed by the owner', async (t) => {
  const town = await given({ ada: rich, bo: { credits: 900_000, lifespan: 3 } });
  const id = await pod(town, 'ada', { funding: 50_000 });
  await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('bo') });
  await refuses(t, town, 'ada', access(town, id, 'members'), 'not_representative', { representative: town.id('bo') });
  await town.ticks(3);
  t.equal(town.state('bo'), 'dead');
  t.match(podAt(town, id), { owner: town.id('ada'), representative: town.id('ada') });
  await does(town, 'ada', access(town, id, 'members'));
  t.match(at(town, id).wakes, []);
});

t.test('[SV1] a public room, its service and what it shows come from its code', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await service(town, 'ada', { pricing: priced({ perQuery: 1_500 }) });
  await goTo(town, 'bo', id);
  const view = await town.world.city.view({ view: 'services', args: { resident: town.id('bo') } });
  t.match(view, { type: 'shown', value: { items: [{ id, pod: id, per_query: 1.5 }] } });
});
