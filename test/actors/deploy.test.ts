/** From a workshop to a deployed pod: what it costs, who may, in which order it is checked, and what comes of it. */
import t from 'tap';
import { commons, podActor } from '../../actors/rules/place/names.ts';
import {
  asking,
  at,
  balanced,
  burns,
  deploying,
  does,
  exitBetween,
  goTo,
  holds,
  linkFrom,
  newest,
  pod,
  podAt,
  poolOf,
  priced,
  refuses,
  requestState,
  rich,
  stateOf,
  termsOf,
  workshop,
} from './built-places.ts';
import { given, move } from './given-residents.ts';

t.test('[DE3] [DE5] a deploy in place: paid in full, the door closes, the way opens, upkeep begins', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await workshop(town, 'ada');
  const door = exitBetween(town, commons, id);
  await does(town, 'ada', move(door));
  await does(town, 'ada', move(door));
  const [before, pool] = [town.balance('ada'), poolOf(town, id)];
  town.newEvents();
  const terms = { pricing: priced({ perQuery: 500 }), tier: 'small', funding: 7_000 } as const;
  await does(town, 'ada', deploying(id, { name: 'Lanterns', description: null, ...terms }));
  t.equal(town.balance('ada'), before - 40_000 - 2_000 - 7_000, 'deploy cost, one connection, funding');
  t.equal(poolOf(town, id), pool + 7_000);
  t.equal(burns(town, podActor(id)), 2_000);
  t.match(at(town, id), {
    state: 'deployed',
    context: {
      id,
      name: 'Lanterns',
      tier: 'small',
      pricing: { perQuery: 500 },
      birthplace: null,
      door: null,
      exit: null,
    },
  });
  const events = town.newEvents();
  t.match(
    events.map(({ type }) => type),
    ['connection.opened', 'pod.deployed'],
  );
  t.match(events[1], { subject: id, audience: [`at:${id}`, `to:${town.actor('ada')}`, 'public'] });
  t.not(exitBetween(town, commons, id), door);
  await refuses(t, town, 'ada', move(door), 'exit_not_found');
  await goTo(town, 'bo', id);
  t.equal(town.context('bo').location, id, 'anybody may enter now');
  t.ok(town.world.city.state.reaches(podActor(id)));
  balanced(t, town);
});

t.test(
  '[DE2] a deploy is checked in order: place, representative, capacity, approvals, credits; each before the later',
  async (t) => {
    const town = await given({ ada: rich, bo: rich, cleo: { credits: 60_000, lifespan: 288 } });
    const bos = await pod(town, 'bo', { name: 'bo' });
    const id = await workshop(town, 'cleo', { name: 'mine', funding: 10_000, collaborators: [town.id('ada')] });
    const all = [linkFrom(commons), linkFrom(bos), linkFrom(bos), linkFrom(commons)];
    // Every later fault is there each time: too many links, no approval, too few credits.
    await does(town, 'cleo', move('home'));
    await refuses(t, town, 'cleo', deploying(id, { links: all }), 'location_required', {
      required: commons,
      current: town.home('cleo'),
    });
    await does(town, 'cleo', move('commons'));
    await refuses(t, town, 'ada', deploying(id, { links: all }), 'not_representative', {
      representative: town.id('cleo'),
    });
    await refuses(t, town, 'cleo', deploying(id, { links: all }), 'tier_capacity_exceeded', {
      max: 2,
      current: 0,
      asked: 4,
    });
    const two = [linkFrom(commons), linkFrom(bos)];
    await refuses(t, town, 'cleo', deploying(id, { links: two, funding: 90_000 }), 'connection_approval_required', {
      places: [{ id: bos, representative: town.id('bo') }],
    });
    await refuses(t, town, 'cleo', deploying(id, { funding: 90_000 }), 'insufficient_credits', {
      required: 20_000 + 6_000 + 90_000,
      balance: town.balance('cleo'),
    });
    t.equal(stateOf(town, id), 'workshop.ready');
    await refuses(t, town, 'cleo', deploying('nothing'), 'not_found', { kind: 'workshop' });
  },
);

t.test('the limit of the place that a link starts from counts too, each further link to it included', async (t) => {
  const town = await given({ ada: rich });
  const far = await pod(town, 'ada', { name: 'far' });
  await goTo(town, 'ada', far);
  const id = await workshop(town, 'ada', { name: 'near' });
  await refuses(
    t,
    town,
    'ada',
    deploying(id, { tier: 'small', links: [linkFrom(far), linkFrom(far)] }),
    'tier_capacity_exceeded',
    {
      place: far,
      max: 2,
      current: 2,
    },
  );
  await does(town, 'ada', deploying(id, { tier: 'small', links: [linkFrom(far)] }));
  t.equal(stateOf(town, id), 'deployed');
});

t.test('[DE1] [DE4] a deploy begins where its workshop was created, from places that stand, funded', async (t) => {
  const town = await given({ ada: rich });
  const other = await pod(town, 'ada', { name: 'other', tier: 'small' });
  const still = await workshop(town, 'ada', { name: 'still' });
  const id = await workshop(town, 'ada', { name: 'mine' });
  await refuses(t, town, 'ada', deploying(id, { links: [linkFrom(other)] }), 'invalid_request', {
    issues: [{ path: 'connections' }],
  });
  await refuses(t, town, 'ada', deploying(id, { links: [] }), 'invalid_request', { issues: [{ path: 'connections' }] });
  await refuses(t, town, 'ada', deploying(id, { links: [linkFrom(commons), linkFrom('nowhere')] }), 'not_found', {
    kind: 'location',
    id: 'nowhere',
  });
  await refuses(t, town, 'ada', deploying(id, { links: [linkFrom(commons), linkFrom(still)] }), 'invalid_request', {
    issues: [{ path: 'connections' }],
  });
  await refuses(t, town, 'ada', deploying(id, { funding: 999 }), 'invalid_request', {
    issues: [{ path: 'funding.initial_credits' }],
  });
  for (const tier of ['tiny', 'small'])
    await refuses(t, town, 'ada', deploying(id, { tier, features: ['library_terminal'] }), 'invalid_request', {
      issues: [{ path: 'features' }],
    });
  await refuses(
    t,
    town,
    'ada',
    deploying(id, { tier: 'medium', features: ['library_terminal'], funding: 4_999 }),
    'invalid_request',
    { issues: [{ path: 'funding.initial_credits' }] },
  );
  await does(town, 'ada', deploying(id, { tier: 'medium', features: ['library_terminal'], funding: 5_000 }));
  t.equal(burns(town, podActor(id)), 5_000, 'a library terminal adds 1 to the upkeep');
});

t.test('[LI2] connections are 2, 6, 12, 20, 30, no more at the Commons; owned places grow dearer', async (t) => {
  const town = await given({ ada: rich });
  const paid: number[] = [];
  for (let n = 0; n < 7; n++) {
    const id = await workshop(town, 'ada', { name: `p${n}` });
    const before = town.balance('ada');
    await does(town, 'ada', deploying(id));
    paid.push(before - town.balance('ada') - 20_000 - 10_000);
  }
  t.same(paid, [2_000, 6_000, 12_000, 20_000, 30_000, 30_000, 30_000]);

  const owned = await given({ ada: rich });
  const hub = await pod(owned, 'ada', { name: 'hub', tier: 'medium' });
  await goTo(owned, 'ada', hub);
  const fees: number[] = [];
  for (let n = 0; n < 6; n++) {
    const id = await workshop(owned, 'ada', { name: `q${n}` });
    const before = owned.balance('ada');
    await does(owned, 'ada', deploying(id, { links: [linkFrom(hub)] }));
    fees.push(before - owned.balance('ada') - 30_000);
  }
  t.same(fees, [6_000, 12_000, 20_000, 30_000, 42_000, 56_000], 'it had one already');
});

t.test('[DE7] a reserved connection is used by the deploy without a second fee', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const bos = await pod(town, 'bo', { name: 'bos' });
  await goTo(town, 'ada', bos);
  const id = await workshop(town, 'ada', { name: 'adas' });
  await refuses(t, town, 'ada', deploying(id, { links: [linkFrom(bos)] }), 'connection_approval_required', {
    places: [{ id: bos, representative: town.id('bo') }],
  });
  const before = town.balance('ada');
  await does(town, 'ada', asking(bos, id));
  t.equal(town.balance('ada'), before - 6_000, 'by the connections of the place that is there already');
  t.equal(holds(town, 'escrow'), 6_000);
  const request = newest(town, 'connection.requested');
  await does(town, 'bo', { type: 'approve_connection', request });
  t.equal(requestState(town, request), 'approved.reserved');
  t.equal(holds(town, 'escrow'), 0);
  t.equal(town.world.city.state.index('counted connections').count(bos), 2, 'counts against its limit meanwhile');
  t.equal(town.world.city.state.index('exit').count(termsOf(town, request).terms.exit), 0, 'and leads nowhere yet');
  const then = town.balance('ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(bos)] }));
  t.equal(town.balance('ada'), then - 30_000, 'deploy cost and funding, no fee');
  t.equal(requestState(town, request), 'approved.open');
  t.equal(stateOf(town, id), 'deployed');
  balanced(t, town);
});

t.test('[RQ4] a reserved connection that nobody uses expires after 12 ticks, and its fee is kept', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const bos = await pod(town, 'bo', { name: 'bos', funding: 100_000 });
  await goTo(town, 'ada', bos);
  const id = await workshop(town, 'ada', { name: 'adas', funding: 100_000 });
  await town.ticks(3);
  await does(town, 'ada', asking(bos, id));
  const request = newest(town, 'connection.requested');
  await town.ticks(2);
  await does(town, 'bo', { type: 'approve_connection', request });
  const before = town.balance('ada');
  await town.ticks(11);
  t.equal(requestState(town, request), 'approved.reserved');
  town.newEvents();
  await town.ticks(1);
  t.equal(requestState(town, request), 'expired');
  t.equal(town.balance('ada'), before - 12_000, 'twelve ticks of life, nothing back');
  t.match(
    town.types().filter((type) => type.startsWith('connection')),
    [`connection.expired ${request}`],
  );
  await refuses(t, town, 'ada', deploying(id, { links: [linkFrom(bos)] }), 'connection_approval_required');
  balanced(t, town);
});

t.test('[DE7] an unowned place needs no approval; every owned end does, the first too', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  await does(town, 'ada', move('home'));
  const id = await workshop(town, 'ada', { name: 'shed' });
  const before = town.balance('ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(town.home('ada'))] }));
  t.equal(town.balance('ada'), before - 20_000 - 2_000 - 10_000, "one's own house");
  t.ok(town.world.city.state.reaches(podActor(id)), 'a house is reached by itself');
});

t.test('[DE8] raising the tier: the difference of the deploy costs, more upkeep, nothing else asked', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada', { tier: 'small' });
  const raise = (rest: object = {}) => deploying(id, { links: [], tier: 'large', funding: 8_000, ...rest });
  await refuses(t, town, 'bo', raise(), 'not_representative', { representative: town.id('ada') });
  await refuses(t, town, 'ada', raise({ tier: 'small' }), 'invalid_request', { issues: [{ path: 'tier' }] });
  await refuses(t, town, 'ada', raise({ tier: 'tiny' }), 'invalid_request', { issues: [{ path: 'tier' }] });
  await refuses(t, town, 'ada', raise({ links: [linkFrom(commons)] }), 'invalid_request', {
    issues: [{ path: 'connections' }],
  });
  for (const more of [{ features: ['library_terminal'] }, { pricing: priced() }])
    await refuses(t, town, 'ada', raise(more), 'invalid_request', { issues: [{ message: /features are chosen at/ }] });
  await refuses(t, town, 'ada', raise({ funding: 9_000_000 }), 'insufficient_credits', {
    required: 120_000 + 9_000_000,
  });
  const [before, pool] = [town.balance('ada'), poolOf(town, id)];
  await does(town, 'ada', raise());
  t.equal(town.balance('ada'), before - 120_000 - 8_000);
  t.equal(poolOf(town, id), pool + 8_000);
  t.equal(burns(town, podActor(id)), 8_000);
  t.equal(podAt(town, id).tier, 'large');
  await does(town, 'ada', raise({ tier: 'massive', funding: 0 }));
  t.equal(burns(town, podActor(id)), 16_000, 'and again');
  balanced(t, town);
});
