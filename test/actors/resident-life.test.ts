/** How lives end: of age, of debt, by choice; what is allowed meanwhile; what becomes of the estate. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { rounds } from '../engine/held-journal.ts';
import { act, found, withoutPublicWorks } from '../world.ts';
import { applied, given, inCommons, move, refusal, say } from './given-residents.ts';

const bequeath = (heir: string) => ({ type: 'bequeath', heir });
const rich = { credits: 60_000 };

t.test('[DY1] [DD3] natural death: warned at D-2, dying at D-1, dead at D', async (t) => {
  const town = await given({ ada: { lifespan: 5 } }, withoutPublicWorks);
  await town.ticks(2);
  t.same(town.newEvents(), []);
  await town.ticks(1);
  t.match(town.newEvents(), [
    {
      type: 'death.warning',
      category: 'infrastructure',
      data: { cause: 'natural', at_tick: 5 },
      audience: [`to:${town.actor('ada')}`],
    },
  ]);
  t.equal(town.state('ada'), 'alive.active');
  await town.ticks(1);
  t.match(town.newEvents(), [
    {
      type: 'resident.dying',
      data: { cause: 'natural', at_tick: 5 },
      audience: [inCommons, `to:${town.actor('ada')}`],
    },
  ]);
  t.equal(town.state('ada'), 'dying.legacy');
  await town.ticks(1);
  t.match(town.newEvents(), [
    {
      type: 'resident.died',
      actor: town.id('ada'),
      location: commons,
      data: { name: 'ada', cause: 'natural' },
      audience: [inCommons, `to:${town.actor('ada')}`, 'public'],
    },
  ]);
  t.equal(town.state('ada'), 'dead');
  t.match(town.context('ada'), { cause: 'natural', diedAt: town.world.clock.ms });
  t.same(town.world.city.state.images.get(town.actor('ada'))?.wakes, [], '[K5] death takes away wake-ups');
  t.match(town.world.city.state.account(town.actor('ada')), { balance: 0, burn: 0, suspended: 0 }, '[K5] and burn');
});

t.test('a life of one or two ticks has its warning and its legacy window at once', async (t) => {
  for (const [lifespan, types] of [
    [1, ['death.warning', 'resident.dying']],
    [2, ['death.warning']],
  ] as const) {
    const town = await given({});
    await found(town.world.city, 'brief', undefined, lifespan);
    await rounds();
    t.same(
      town
        .newEvents()
        .map(({ type }) => type)
        .slice(1),
      types,
    );
    await town.ticks(lifespan);
    t.match(town.newEvents().at(-1), { type: 'resident.died' });
  }
});

t.test('[L4] [UP3] credit death: dry at zero and warned, everything allowed; dead at the next tick', async (t) => {
  const town = await given({ ada: { credits: 1_500 }, bo: rich });
  await town.ticks(1);
  town.newEvents();
  await town.ticks(1);
  t.equal(town.balance('ada'), 0, 'it paid what it had');
  t.equal(town.state('ada'), 'alive.warned');
  t.match(town.newEvents(), [
    {
      type: 'death.warning',
      data: { cause: 'credit', required: 1.5, owed: 0.5, at_tick: 3 },
      audience: [`to:${town.actor('ada')}`],
    },
  ]);
  t.match(await town.when('ada', move('home')), applied);
  t.match(await town.when('ada', say('free at home')), applied);
  town.newEvents();
  await town.ticks(1);
  t.match(town.newEvents(), [{ type: 'resident.died', location: town.home('ada'), data: { cause: 'credit' } }]);
  t.match(town.context('ada'), { cause: 'credit', diesTick: 3 });
});

t.test('[L4] [UP4] a warned resident that can pay the next burn lives on; 0.001 a tick buys no life', async (t) => {
  for (const [gift, state, balance] of [
    [999, 'dead', 0],
    [1_001, 'alive.active', 1],
    [5_000, 'alive.active', 4_000],
  ] as const) {
    const town = await given({ ada: { credits: 1_000 }, bo: rich });
    await town.ticks(1);
    t.equal(town.state('ada'), 'alive.warned');
    await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: gift });
    t.equal(town.state('ada'), 'alive.warned', 'until the tick');
    await town.ticks(1);
    t.equal(town.state('ada'), state, `given ${gift}`);
    t.equal(town.balance('ada'), balance);
    await town.ticks(2);
    t.equal(town.state('ada') === 'alive.active', gift === 5_000);
    t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  }
});

t.test('[L4] left with exactly nothing it is warned anew in that turn, as often as it takes', async (t) => {
  const town = await given({ ada: { credits: 1_000 }, bo: rich });
  await town.ticks(1);
  town.newEvents();
  for (let tick = 2; tick < 5; tick++) {
    await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 1_000 });
    town.newEvents();
    await town.ticks(1);
    t.equal(town.state('ada'), 'alive.warned');
    t.match(
      town.newEvents().filter(({ type }) => type === 'death.warning'),
      [{ data: { cause: 'credit', required: 1, at_tick: tick + 1 } }],
    );
  }
  await town.ticks(1);
  t.equal(town.state('ada'), 'dead');
});

t.test('[L3] a resident who spends its last credit is warned at the next tick, as one that runs dry', async (t) => {
  const town = await given({ ada: { credits: 5_000 }, bo: rich });
  await town.when('ada', { type: 'transfer', to: town.id('bo'), amount: 5_000 });
  await town.ticks(1);
  t.equal(town.state('ada'), 'alive.warned');
  await town.ticks(1);
  t.equal(town.state('ada'), 'dead');
});

t.test('[DY2] voluntary: dying at once, dead at the next tick; the warning of age is forgotten', async (t) => {
  const town = await given({ ada: { lifespan: 4 } }, withoutPublicWorks);
  t.match(await town.when('ada', { type: 'shut_down' }), applied);
  t.match(town.newEvents(), [{ type: 'resident.dying', data: { cause: 'voluntary', at_tick: 1 } }]);
  t.match(await town.when('ada', { type: 'shut_down' }), refusal('invalid_state', { state: 'dying.legacy' }));
  await town.ticks(4);
  t.same(town.types(), ['resident.died ada-1']);
  t.equal(town.context('ada').cause, 'voluntary');
});

t.test('[DY4] natural wins when both clocks end on one tick', async (t) => {
  for (const credits of [2_000, 3_000, 4_000]) {
    const town = await given({ ada: { lifespan: 4, credits } });
    await town.ticks(4);
    t.equal(town.state('ada'), 'dead');
    t.equal(town.context('ada').cause, credits === 2_000 ? 'credit' : 'natural', `${credits}`);
  }
});

t.test('[DY3] in the legacy window the mesh and legacy are open, everything else is invalid_state', async (t) => {
  const town = await given({ ada: { credits: 20_000 }, bo: {} });
  await town.when('ada', { type: 'shut_down' });
  const to = town.id('bo');
  for (const event of [
    say('farewell'),
    { type: 'shout', text: 'farewell' },
    { type: 'whisper', to, text: 'bye' },
    bequeath(to),
    { type: 'compose', title: 't', content: 'c' },
    { type: 'end_token', token: 'another' },
  ])
    t.match(await town.when('ada', event), applied, event.type);
  t.match(await town.when('ada', { type: 'letter', to, text: 'x' }), refusal('location_required'), 'from home only');
  const speech = ['answer_question', 'broadcast', 'letter', 'shout', 'whisper'];
  const allowed_events = [...speech, 'bequeath', 'compose', 'end_token', 'renew_token'].sort();
  for (const event of [move('home'), { type: 'transfer', to, amount: 1 }, { type: 'shut_down' }])
    t.match(
      await town.when('ada', event),
      refusal('invalid_state', { state: 'dying.legacy', allowed_events }),
      event.type,
    );
  t.match(
    await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 1 }),
    applied,
    'others may still act upon it',
  );
  t.match(await town.when('bo', { type: 'whisper', to: town.id('ada'), text: 'bye' }), applied);
});

t.test('a dying resident at home may still write letters', async (t) => {
  const town = await given({ ada: { credits: 20_000, atHome: true }, bo: {} });
  await town.when('ada', { type: 'shut_down' });
  town.newEvents();
  const before = town.balance('ada');
  t.match(await town.when('ada', { type: 'letter', to: town.id('bo'), text: 'farewell' }), applied);
  t.match(town.newEvents(), [{ type: 'message.direct', subject: town.id('bo'), data: { message: 'farewell' } }]);
  t.equal(town.balance('ada'), before - 100);
});

t.test('a warning says when death comes, and what would prevent it', async (t) => {
  const town = await given({ ada: { credits: 1_400, lifespan: 5 }, bo: { lifespan: 3 } });
  const warnings = () => town.newEvents().filter(({ type }) => type === 'death.warning');
  const text = (pattern: RegExp) => [{ data: { text: pattern } }];
  await town.ticks(1);
  t.match(warnings(), text(/^You die at tick 3: .*nothing prevents it.*write letters from home/), 'of age');
  await town.ticks(1);
  t.match(warnings(), text(/^You die at the next tick, 3, unless you have 1\.6 credits then: 1 .* 0\.6 of this one/));
});

t.test('[L8] [LG3] the estate goes to the heir; without one, or with a dead one, to the treasury', async (t) => {
  for (const [will, fate] of [
    ['bo', 'alive'],
    ['bo', 'dead'],
    [null, 'alive'],
  ] as const) {
    const town = await given({
      ada: { credits: 30_000, lifespan: 6 },
      bo: { credits: 20_000, lifespan: fate === 'dead' ? 3 : 72 },
    });
    if (will !== null) await town.when('ada', bequeath(town.id(will)));
    await town.ticks(6);
    t.equal(town.state('ada'), 'dead');
    t.equal(town.balance('ada'), 0);
    t.equal(town.balance('bo'), fate === 'dead' ? 0 : 14_000 + (will === null ? 0 : 24_000), `${will} ${fate}`);
    t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  }
});

t.test('[L8] [K4] heirs of each other that die on one tick leave everything to the treasury', async (t) => {
  const town = await given({ ada: { lifespan: 3, credits: 10_000 }, bo: { lifespan: 3, credits: 20_000 } });
  await town.when('ada', bequeath(town.id('bo')));
  await town.when('bo', bequeath(town.id('ada')));
  await town.ticks(3);
  t.same([town.state('ada'), town.state('bo')], ['dead', 'dead']);
  t.same([town.balance('ada'), town.balance('bo'), town.balance('ada')], [0, 0, 0]);
  t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[L8] what is left of a debtor, less than one burn, is its estate too', async (t) => {
  const town = await given({ ada: { credits: 1_000 }, bo: { credits: 20_000 } });
  await town.when('ada', bequeath(town.id('bo')));
  await town.ticks(1);
  await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 700 });
  await town.ticks(1);
  t.equal(town.state('ada'), 'dead');
  t.equal(town.balance('bo'), 18_000);
});

t.test('[DD1] an act upon the dead is refused as such and costs nothing; the dead do nothing', async (t) => {
  const town = await given({ ada: { lifespan: 1, credits: 9_000 }, bo: { credits: 20_000, atHome: true }, cleo: {} });
  await town.ticks(1);
  const to = town.id('ada');
  const gone = refusal('resident_dead', {
    resident: to,
    cause: 'natural',
    died_at: new Date(town.world.clock.ms).toISOString(),
  });
  const before = town.balance('bo');
  for (const event of [
    { type: 'transfer', to, amount: 1 },
    { type: 'whisper', to, text: 'x' },
    { type: 'letter', to, text: 'x' },
  ])
    t.match(await town.when('bo', event), gone, event.type);
  t.equal(town.balance('bo'), before);
  for (const event of [
    say('boo'),
    move('home'),
    { type: 'shut_down' },
    { type: 'transfer', to: town.id('bo'), amount: 1 },
  ])
    t.match(await town.when('ada', event), refusal('invalid_state', { state: 'dead', allowed_events: [] }), event.type);
});

t.test('[DD2] the dead are nowhere, follow nothing, and their house is a ruin', async (t) => {
  const town = await given({ ada: { lifespan: 3 }, bo: {} });
  const { city, store } = town.world;
  t.equal(city.state.index('present').count(commons), 2);
  await town.ticks(3);
  t.same(city.state.index('present').page(commons, '', 9), [town.actor('bo')]);
  t.match(store.followings.get(town.actor('ada'))?.at(-1), { topic: null });
  t.match(await act(city, town.id('bo'), move('home')), applied);
  t.match(city.state.images.get(`location:${town.home('ada')}` as ReturnType<typeof town.actor>), { state: 'ruin' });
});

t.test('[K5] [S1] an heir in quarantine holds a death up, and does not prevent it', async (t) => {
  const town = await given({ ada: { lifespan: 3 }, bo: {} });
  const { city } = town.world;
  await town.when('ada', bequeath(town.id('bo')));
  const broken = { type: 'transfer', to: town.id('ada'), amount: 0.5 };
  for (const caller of ['u-7', 'v-8', 'w-9', 'x-10'])
    await city.submit({
      to: town.actor('bo'),
      caller: `resident:${caller}` as ReturnType<typeof town.actor>,
      event: broken,
    });
  t.same(city.health.quarantined, [town.actor('bo')]);
  await town.ticks(3);
  t.equal(town.state('ada'), 'dying.legacy');
  await city.release(town.actor('bo'));
  await town.ticks(1);
  t.equal(town.state('ada'), 'dead');
});
