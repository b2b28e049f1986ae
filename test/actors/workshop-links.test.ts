/** Connections that are asked for with a workshop: held, approved and opened like any request, and all of it in one turn. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import {
  balanced,
  deploying,
  does,
  holds,
  linkFrom,
  newest,
  opening,
  pod,
  poolOf,
  refuses,
  requestState,
  rich,
  stateOf,
  termsOf,
} from './built-places.ts';
import { given, type Town } from './given-residents.ts';

const open = (town: Town, name: string, rest: Parameters<typeof opening>[1]) => opening(town.id(name), rest);

/** The requests that the answered command made, in the order of its list. */
function requestsOf(town: Town): readonly string[] {
  return town.newEvents().flatMap(({ type, subject }) => (type === 'connection.requested' && subject ? [subject] : []));
}

const hatch = { ...linkFrom(commons), bidirectional: false };
const gated = (from: string) => ({ ...linkFrom(from), access: { type: 'gated' as const, allowed: [] } });

t.test(
  '[WS6] each connection but the door is a request: its fee is held, and who speaks for its beginning is asked',
  async (t) => {
    const town = await given({ ada: rich, bo: rich });
    const mill = await pod(town, 'bo', { name: 'mill', tier: 'small' });
    const before = town.balance('ada');
    town.newEvents();
    await does(town, 'ada', open(town, 'ada', { tier: 'small', links: [linkFrom(commons), hatch, gated(mill)] }));
    const requests = requestsOf(town);
    const id = newest(town, 'workshop.created');
    t.match(
      requests.map((one) => termsOf(town, one).terms),
      [
        { from: commons, to: id, bidirectional: true, visibility: 'visible', access: { type: 'public' } },
        { from: commons, to: id, bidirectional: false },
        { from: mill, to: id, access: { type: 'gated' }, requester: town.id('ada') },
      ],
    );
    t.equal(
      before - town.balance('ada'),
      20_000 + 10_000 + 6_000 + 12_000 + 6_000,
      'half the cost, the pool, the fees',
    );
    t.same(
      requests.map((one) => requestState(town, one)),
      ['approved.reserved', 'approved.reserved', 'pending_approval'],
    );
    t.equal(holds(town, 'escrow'), 6_000, 'the Commons asks nobody, so its fees are paid already');
    balanced(t, town);
    const [, , asked = ''] = requests;
    await refuses(t, town, 'ada', { type: 'approve_connection', request: asked }, 'not_representative');
    await does(town, 'bo', { type: 'approve_connection', request: asked });
    const left = town.balance('ada');
    await does(
      town,
      'ada',
      deploying(id, { tier: 'small', links: [commons, commons, mill].map((from) => linkFrom(from)) }),
    );
    t.same(
      requests.map((one) => requestState(town, one)),
      ['approved.open', 'approved.open', 'approved.open'],
    );
    t.equal(left - town.balance('ada'), 40_000 + 10_000, 'no fee is taken again');
    balanced(t, town);
  },
);

t.test('[WS6] what is refused refuses all: credits first, then places, then capacity', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const mill = await pod(town, 'bo', { name: 'mill', tier: 'tiny' });
  await pod(town, 'bo', { name: 'shed', links: [linkFrom(commons), linkFrom(mill)] });
  const frail = await given({ ada: { credits: 15_999 } });
  const short = { required: 16_000, balance: 15_999 };
  const cheap = { tier: 'tiny', funding: 4_000, links: [hatch] };
  await refuses(t, frail, 'ada', open(frail, 'ada', cheap), 'insufficient_credits', short);
  for (const [links, code, context] of [
    [[gated('nowhere'), hatch], 'not_found', { kind: 'location', id: 'nowhere' }],
    [[gated(mill)], 'tier_capacity_exceeded', { place: mill, max: 2, current: 2 }],
    [[hatch, hatch, gated(town.home('ada'))], 'tier_capacity_exceeded', { max: 2, current: 0, asked: 3 }],
  ] as const)
    await refuses(t, town, 'ada', open(town, 'ada', { funding: 500, links }), code, context);
  await does(town, 'bo', open(town, 'bo', { name: 'Hut' }));
  const hut = newest(town, 'workshop.created');
  await refuses(t, town, 'bo', open(town, 'bo', { links: [gated(hut)] }), 'invalid_request', {
    issues: [{ path: 'connections' }],
  });
  await refuses(t, town, 'ada', open(town, 'ada', { funding: 500, links: [gated(hut)] }), 'not_found', { id: hut });
});

t.test(
  '[WS6] a representative that is not the one who opens it agrees itself; what ends with the workshop is paid back',
  async (t) => {
    const town = await given({ ada: rich, bo: rich });
    const before = town.balance('ada');
    town.newEvents();
    await does(town, 'ada', { ...opening(town.id('bo'), { funding: null, links: [hatch] }) });
    const [asked = ''] = requestsOf(town);
    const id = newest(town, 'workshop.created');
    t.equal(requestState(town, asked), 'pending_approval');
    t.equal(poolOf(town, id), 500, '[WS2] funding that is not named is one tick of its upkeep');
    await town.ticks(2);
    t.equal(stateOf(town, id), 'shut_down');
    t.equal(requestState(town, asked), 'cancelled');
    t.equal(before - town.balance('ada'), 10_000 + 500 + 2 * 1_000, 'the fee came back');
    balanced(t, town);
  },
);
