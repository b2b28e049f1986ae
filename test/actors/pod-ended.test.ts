/** What becomes of a pod whose pool is empty and of those that it alone led to: ruins, orphans, and how these come back. */
import t from 'tap';
import { commons, podActor } from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import {
  asking,
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
  poolOf,
  priced,
  refuses,
  requestState,
  rich,
  stateOf,
  workshop,
  writing,
} from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';
import { access, pricing } from './pod-terms.ts';

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
  '[PD2] a pool that is empty: shut down, and what it alone led to is orphaned, in the same tick; all concerned are notified',
  async (t) => {
    const { town, hub, leaf } = await chain(2_000);
    await goTo(town, 'bo', hub);
    await goTo(town, 'bo', leaf);
    await goTo(town, 'cleo', hub);
    const [toHub, toLeaf] = [exitBetween(town, commons, hub), exitBetween(town, hub, leaf)];
    const pool = poolOf(town, hub);
    await town.ticks(Math.ceil(pool / 1_000) - 1);
    t.equal(stateOf(town, hub), 'deployed');
    town.newEvents();
    await town.ticks(1);
    t.same([stateOf(town, hub), stateOf(town, leaf)], ['shut_down', 'orphaned']);
    t.same([poolOf(town, hub), burns(town, podActor(hub))], [0, 0]);
    const events = town.newEvents().filter(({ type }) => type.startsWith('pod') || type.startsWith('connection'));
    t.same(events.map(({ type }) => type).sort(), [
      'connection.closed',
      'connection.closed',
      'pod.orphaned',
      'pod.shut_down',
    ]);
    t.match(
      events.find(({ type }) => type === 'pod.orphaned'),
      { subject: leaf, audience: [`at:${leaf}`, `to:${town.actor('ada')}`] },
    );
    t.match(
      events.find(({ type }) => type === 'pod.shut_down'),
      {
        subject: hub,
        audience: [`at:${hub}`, `to:${town.actor('ada')}`, 'public'],
        data: { id: hub, owner: town.id('ada') },
      },
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
    town.newEvents();
    await does(town, 'cleo', { type: 'fund', pod: leaf, amount: 2_500 });
    t.equal(stateOf(town, leaf), 'deployed');
    t.equal(town.world.city.state.counters.tick, 11, 'in the same tick');
    t.same(
      [town.balance('cleo'), poolOf(town, leaf), holds(town, 'treasury')],
      [cleo - 2_500, pool + 1_999 + 500, treasury + 2_000],
    );
    const events = town.newEvents();
    t.same(
      events.map(({ type }) => type),
      ['connection.opened', 'pool.funded', 'pod.reconnected'],
    );
    t.match(events[2], { subject: leaf, audience: [`at:${leaf}`, `to:${town.actor('ada')}`, 'public'] });
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
