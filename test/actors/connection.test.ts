/** Connections, from the request for one to its closing: the fee, the approvals, the limits, the last one (A2, L5). */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { withoutPublicWorks } from '../world.ts';
import {
  asking,
  balanced,
  deploying,
  does,
  exitBetween,
  goTo,
  holds,
  linkFrom,
  newest,
  pod,
  podAt,
  refuses,
  requestState,
  rich,
  stateOf,
  termsOf,
  workshop,
} from './built-places.ts';
import { given, move } from './given-residents.ts';

const approve = (request: string) => ({ type: 'approve_connection', request });
const reject = (request: string) => ({ type: 'reject_connection', request });

/** Two pods, of ada and of bo, that could be joined; ada stands in hers. */
async function twoPods(tier: 'tiny' | 'small' = 'small') {
  const town = await given({ ada: rich, bo: rich, cleo: rich }, withoutPublicWorks);
  const adas = await pod(town, 'ada', { name: 'adas', tier, funding: 100_000 });
  const bos = await pod(town, 'bo', { name: 'bos', tier, funding: 100_000 });
  await goTo(town, 'ada', adas);
  town.newEvents();
  return { town, adas, bos };
}

t.test('[RQ1] a request holds its fee in escrow, and asks the far end first', async (t) => {
  const { town, adas, bos } = await twoPods();
  const before = town.balance('ada');
  const outcome = await town.world.city.submit({
    to: town.actor('ada'),
    caller: town.actor('ada'),
    event: asking(adas, bos),
    reply: view('requested', { resident: town.id('ada') }),
  });
  t.match(JSON.parse('json' in outcome ? outcome.json : '{}'), {
    status: 'pending_approval',
    requires_approval_from: town.id('bo'),
    fee: 6,
    expires_tick: 12,
    from_pod: adas,
    to_pod: bos,
  });
  t.equal(town.balance('ada'), before - 6_000);
  t.equal(holds(town, 'escrow'), 6_000);
  const request = newest(town, 'connection.requested');
  t.match(town.newEvents(), [
    {
      type: 'connection.requested',
      category: 'emergent',
      actor: town.id('ada'),
      subject: request,
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  t.equal(requestState(town, request), 'pending_approval');
  balanced(t, town);
});

t.test('the last approval opens it at once, and the fee is paid', async (t) => {
  const { town, adas, bos } = await twoPods();
  await does(town, 'ada', asking(adas, bos));
  const request = newest(town, 'connection.requested');
  const treasury = holds(town, 'treasury');
  town.newEvents();
  await refuses(t, town, 'cleo', approve(request), 'not_representative', { representative: town.id('bo') });
  await refuses(t, town, 'cleo', reject(request), 'not_representative');
  await refuses(t, town, 'cleo', approve('req_aaaaaaaaaaaaaaaa'), 'not_found', { kind: 'connection-request' });
  await does(town, 'bo', approve(request));
  t.equal(requestState(town, request), 'approved.open');
  t.same([holds(town, 'escrow'), holds(town, 'treasury')], [0, treasury + 6_000]);
  t.same(
    town.newEvents().map(({ type, actor }) => [type, actor]),
    [
      ['connection.approved', town.id('bo')],
      ['connection.opened', town.id('bo')],
    ],
  );
  await refuses(t, town, 'bo', approve(request), 'invalid_state', {
    state: 'approved.open',
    allowed_events: ['close_connection', 'update_connection'],
  });
  await goTo(town, 'ada', bos);
  t.equal(town.context('ada').location, bos);
});

t.test('[RQ2] anyone standing at the from place may ask; then both ends have to agree', async (t) => {
  const { town, adas, bos } = await twoPods();
  await refuses(t, town, 'cleo', asking(adas, bos), 'location_required', { required: adas, current: commons });
  await goTo(town, 'cleo', adas);
  await does(town, 'cleo', asking(adas, bos));
  const request = newest(town, 'connection.requested');
  await does(town, 'ada', approve(request));
  t.same(
    [requestState(town, request), termsOf(town, request).approved],
    ['pending_approval', { from: true, to: false }],
  );
  t.equal(holds(town, 'escrow'), 6_000, 'held until the last approval');
  await does(town, 'bo', approve(request));
  t.equal(requestState(town, request), 'approved.open');
  balanced(t, town);
});

t.test('[RQ3] where nobody has to be asked, it is approved by itself in the same tick, with an event', async (t) => {
  const { town, adas, bos } = await twoPods();
  await does(town, 'ada', move('commons'));
  town.newEvents();
  const before = town.balance('ada');
  await town.when('ada', asking(commons, adas));
  await does(town, 'ada', asking(commons, adas, { bidirectional: false }));
  t.equal(
    town.balance('ada'),
    before - 6_000 - 12_000,
    'by the connections of the far end, the first one counted already',
  );
  t.same(
    town
      .newEvents()
      .map(({ type }) => type)
      .sort(),
    [
      'connection.approved',
      'connection.approved',
      'connection.opened',
      'connection.opened',
      'connection.opened',
      'connection.requested',
      'connection.requested',
    ],
  );
  t.equal(town.world.city.state.counters.tick, 0);
  t.equal(holds(town, 'escrow'), 0);
  t.equal(town.world.city.state.index('counted connections').count(adas), 3);
  await does(town, 'ada', asking(commons, bos));
  t.equal(requestState(town, newest(town, 'connection.requested')), 'pending_approval', "another's pod has to agree");
  balanced(t, town);
});

t.test('[RQ1] rejected, expired and cancelled: the fee goes back to who asked', async (t) => {
  const ends: readonly [
    string,
    (town: Awaited<ReturnType<typeof twoPods>>['town'], request: string) => Promise<unknown>,
  ][] = [
    ['rejected', (town, request) => does(town, 'bo', reject(request))],
    ['rejected', (town, request) => does(town, 'ada', reject(request))],
    ['expired', (town) => town.ticks(12)],
  ];
  for (const [end, comes] of ends) {
    const { town, adas, bos } = await twoPods();
    const before = town.balance('ada');
    await does(town, 'ada', asking(adas, bos));
    const request = newest(town, 'connection.requested');
    await comes(town, request);
    const { tick } = town.world.city.state.counters;
    t.equal(requestState(town, request), end);
    t.equal(town.balance('ada'), before - tick * 1_000);
    t.equal(holds(town, 'escrow'), 0);
    t.equal(termsOf(town, request).held, 0);
    t.match(town.newEvents().at(-1)?.type, `connection.${end}`);
    await refuses(t, town, 'bo', approve(request), 'invalid_state', { allowed_events: [] });
    balanced(t, town);
  }
});

t.test('a reserved connection expires 12 ticks after its approval, with an event', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const bos = await pod(town, 'bo', { name: 'bos', funding: 100_000 });
  await goTo(town, 'ada', bos);
  const adas = await workshop(town, 'ada', { name: 'adas', funding: 100_000 });
  await does(town, 'ada', asking(bos, adas));
  const request = newest(town, 'connection.requested');
  await town.ticks(5);
  await does(town, 'bo', approve(request));
  t.equal(requestState(town, request), 'approved.reserved');
  const shown = await town.world.city.view(view('connection', { request }));
  t.match(shown, { type: 'shown', value: { expires_tick: 17 } });
});

t.test('the approver dies without an heir: nobody has to be asked any more, it is approved at once', async (t) => {
  const town = await given({ ada: { credits: 2_000_000, lifespan: 3 }, cleo: rich, dora: rich }, withoutPublicWorks);
  const adas = await pod(town, 'ada', { name: 'adas', tier: 'small', funding: 100_000 });
  const doras = await pod(town, 'dora', { name: 'doras', tier: 'small', funding: 100_000 });
  await goTo(town, 'cleo', adas);
  await does(town, 'cleo', asking(adas, commons));
  const free = newest(town, 'connection.requested');
  await does(town, 'cleo', asking(adas, doras));
  const waits = newest(town, 'connection.requested');
  await town.ticks(3);
  t.equal(podAt(town, adas).representative, null);
  t.equal(requestState(town, free), 'approved.open');
  t.equal(requestState(town, waits), 'pending_approval', 'its other end has somebody to be asked');
  await does(town, 'dora', approve(waits));
  t.equal(requestState(town, waits), 'approved.open');
  balanced(t, town);
});

t.test('[RQ4] a request expires after 12 ticks, not before', async (t) => {
  const { town, adas, bos } = await twoPods();
  await does(town, 'ada', asking(adas, bos));
  const request = newest(town, 'connection.requested');
  await town.ticks(11);
  t.equal(requestState(town, request), 'pending_approval');
  await town.ticks(1);
  t.equal(requestState(town, request), 'expired');
});

t.test(
  '[L8] [RQ6] the requester died: cancelled in that tick, and the fee goes to the heir, else the treasury',
  async (t) => {
    for (const heired of [true, false]) {
      const people = { ada: rich, bo: rich, cleo: rich, dora: { credits: 100_000, lifespan: 5 } };
      const town = await given(people, withoutPublicWorks);
      const adas = await pod(town, 'ada', { name: 'adas', tier: 'small', funding: 100_000 });
      const bos = await pod(town, 'bo', { name: 'bos', tier: 'small', funding: 100_000 });
      await goTo(town, 'dora', adas);
      await town.ticks(1);
      if (heired) await does(town, 'dora', { type: 'bequeath', heir: town.id('cleo') });
      await does(town, 'dora', asking(adas, bos));
      const request = newest(town, 'connection.requested');
      const [cleos, doras] = [town.balance('cleo'), town.balance('dora')];
      await town.ticks(4);
      t.equal(town.state('dora'), 'dead');
      t.equal(requestState(town, request), 'cancelled');
      t.equal(holds(town, 'escrow'), 0);
      const estate = doras - 4_000 + 6_000;
      t.equal(town.balance('cleo'), cleos - 4_000 + (heired ? estate : 0));
      t.equal(town.balance('dora'), 0);
      balanced(t, town);
    }
  },
);

t.test('[LI7] a place that ends cancels what was asked of it, and closes what is open, in the same tick', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const adas = await pod(town, 'ada', { name: 'adas', tier: 'small', funding: 100_000 });
  const brief = await pod(town, 'bo', { name: 'brief', tier: 'small', funding: 2_000 });
  await does(town, 'ada', asking(commons, brief));
  const asked = newest(town, 'connection.requested');
  const open = exitBetween(town, commons, brief);
  const before = town.balance('ada');
  await town.ticks(6);
  t.equal(stateOf(town, brief), 'shut_down');
  t.equal(requestState(town, asked), 'cancelled');
  t.equal(town.balance('ada'), before - 6_000 + 6_000);
  await refuses(t, town, 'ada', move(open), 'exit_not_found');
  await refuses(t, town, 'ada', asking(commons, brief), 'pod_shut_down', { location: brief });
  t.equal(town.world.city.state.index('counted connections').count(brief), 0);
  t.equal(stateOf(town, adas), 'deployed');
  balanced(t, town);
});

t.test('what cannot be asked for: itself, what is unknown, what has no room, what cannot be paid', async (t) => {
  const { town, adas, bos } = await twoPods('tiny');
  await refuses(t, town, 'ada', asking(adas, adas), 'invalid_request', { issues: [{ path: 'to_pod' }] });
  await refuses(t, town, 'ada', asking(adas, 'nowhere'), 'not_found', { kind: 'location', id: 'nowhere' });
  await does(town, 'ada', asking(adas, bos));
  await does(town, 'bo', approve(newest(town, 'connection.requested')));
  await refuses(t, town, 'ada', asking(adas, commons), 'tier_capacity_exceeded', { place: adas, max: 2, current: 2 });
  await does(town, 'ada', move('commons'));
  await refuses(t, town, 'ada', asking(commons, bos), 'tier_capacity_exceeded', { place: bos, max: 2, current: 2 });
  await does(town, 'ada', { type: 'transfer', to: town.id('bo'), amount: town.balance('ada') - 1_000 });
  await refuses(t, town, 'ada', asking(commons, town.home('ada')), 'insufficient_credits', {
    required: 2_000,
    balance: 1_000,
  });
});

t.test('[RQ5] capacity is checked at request and again at approval; a pending one reserves nothing', async (t) => {
  const { town, adas, bos } = await twoPods('tiny');
  const requests: string[] = [];
  for (let n = 0; n < 2; n++) {
    await does(town, 'ada', asking(adas, bos));
    requests.push(newest(town, 'connection.requested'));
  }
  t.equal(holds(town, 'escrow'), 6_000 + 12_000, 'the second costs more, as if the first were open');
  await does(town, 'bo', approve(requests[0] ?? ''));
  await refuses(t, town, 'bo', approve(requests[1] ?? ''), 'tier_capacity_exceeded', {
    place: adas,
    max: 2,
    current: 2,
  });
  t.equal(requestState(town, requests[1] ?? ''), 'pending_approval');
  t.equal(holds(town, 'escrow'), 12_000);
  balanced(t, town);
});

t.test('approval by itself finds no room: rejected, and the fee goes back', async (t) => {
  const town = await given({ ada: rich });
  const adas = await pod(town, 'ada', { name: 'adas' });
  const before = town.balance('ada');
  // Both are asked for before either is approved.
  await Promise.all([town.when('ada', asking(commons, adas)), town.when('ada', asking(commons, adas))]);
  await does(town, 'ada', move('home'));
  const states = [...town.world.city.state.images.values()]
    .filter(({ id }) => id.startsWith('connection-request:'))
    .map(({ state }) => state);
  t.same(states.toSorted(), ['approved.open', 'approved.open', 'rejected'], 'the first way, and these two');
  t.equal(town.balance('ada'), before - 12_000, 'one fee paid, one returned: the second was approved first');
  balanced(t, town);
});

t.test('[LI4] the last connection of a deployed pod is not closed; others are, by either representative', async (t) => {
  const { town, adas, bos } = await twoPods();
  const first = exitBetween(town, commons, bos);
  await refuses(t, town, 'bo', { type: 'close_connection', exit: first }, 'last_connection');
  await does(town, 'ada', asking(adas, bos));
  await does(town, 'bo', approve(newest(town, 'connection.requested')));
  const between = exitBetween(town, adas, bos);
  await refuses(t, town, 'cleo', { type: 'close_connection', exit: between }, 'not_representative');
  await refuses(t, town, 'ada', { type: 'close_connection', exit: 'exit_aaaaaaaaaaaaaaaa' }, 'exit_not_found');
  await does(town, 'bo', { type: 'close_connection', exit: first });
  await refuses(t, town, 'ada', { type: 'close_connection', exit: between }, 'last_connection');
  await refuses(t, town, 'bo', { type: 'close_connection', exit: first }, 'exit_not_found');
  t.equal(stateOf(town, bos), 'deployed', 'reached through the other');
});

t.test('one that waits for a deploy does not stand in for the last one that is open', async (t) => {
  const { town, bos } = await twoPods();
  await does(town, 'ada', move('commons'));
  await goTo(town, 'ada', bos);
  const shed = await workshop(town, 'ada', { name: 'shed' });
  await does(town, 'ada', asking(bos, shed));
  await does(town, 'bo', approve(newest(town, 'connection.requested')));
  await refuses(t, town, 'bo', { type: 'close_connection', exit: exitBetween(town, commons, bos) }, 'last_connection');
});

t.test('[LI5] a connection is changed by the representative of an end: visibility, access, texts', async (t) => {
  const { town, bos } = await twoPods();
  const exit = exitBetween(town, commons, bos);
  const change = { type: 'update_connection', exit, entrance: null, way_back: null, visibility: null, access: null };
  await refuses(t, town, 'ada', { ...change, visibility: 'hidden' }, 'not_representative', {
    representative: town.id('bo'),
  });
  await does(town, 'bo', { ...change, visibility: 'subtle', access: { type: 'members', allowed: [town.id('cleo')] } });
  await does(town, 'ada', move('commons'));
  await refuses(t, town, 'ada', move(exit), 'access_denied');
  await does(town, 'cleo', move(exit));
  t.equal(town.context('cleo').location, bos);
});

t.test('[LI6] one way is one way: there is no way back, and none for reachability', async (t) => {
  const { town, adas, bos } = await twoPods();
  await does(town, 'ada', asking(adas, bos, { bidirectional: false }));
  await does(town, 'bo', approve(newest(town, 'connection.requested')));
  const exit = exitBetween(town, adas, bos);
  await does(town, 'ada', move(exit));
  t.equal(town.context('ada').location, bos);
  await refuses(t, town, 'ada', move(exit), 'exit_not_found');
  await does(town, 'bo', { type: 'close_connection', exit: exitBetween(town, commons, bos) });
  t.equal(stateOf(town, bos), 'deployed', 'reached from adas');
  await does(town, 'ada', move('commons'));
  const third = await workshop(town, 'ada', { name: 'third' });
  await does(town, 'ada', deploying(third, { links: [linkFrom(commons)] }));
  t.equal(stateOf(town, third), 'deployed');
});

t.test('a one-way connection towards the Commons reaches nothing: the pod is cut off at once', async (t) => {
  const { town, bos } = await twoPods();
  await goTo(town, 'bo', bos);
  await does(town, 'bo', asking(bos, commons, { bidirectional: false }));
  await does(town, 'bo', { type: 'close_connection', exit: exitBetween(town, commons, bos) });
  t.equal(stateOf(town, bos), 'orphaned');
});

t.test('[LI1] houses have room for two connections of their own, which need the owner', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  await does(town, 'bo', asking(commons, town.home('ada')));
  await does(town, 'ada', approve(newest(town, 'connection.requested')));
  await does(town, 'bo', asking(commons, town.home('ada')));
  await does(town, 'ada', approve(newest(town, 'connection.requested')));
  await refuses(t, town, 'bo', asking(commons, town.home('ada')), 'tier_capacity_exceeded', {
    place: town.home('ada'),
    max: 2,
    current: 2,
  });
  await refuses(t, town, 'bo', move(exitBetween(town, commons, town.home('ada'))), 'not_invited');
});
