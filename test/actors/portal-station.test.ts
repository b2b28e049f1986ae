/** Portal stations: who may speak and print through them, what is held for a print, who hears it, and what becomes of it. */
import t from 'tap';
import { commons, innerPlace, stationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { adding, balanced, does, holds, pod, refuses, rich } from './built-places.ts';
import { applied, given, move, type Person, refusal, type Town } from './given-residents.ts';
import {
  answers,
  broadcasts,
  grants,
  keptStation,
  newestPrint,
  printing,
  printState,
  prints,
  printsIn,
  registers,
  speaking,
  stationIn,
  stationsOf,
  tells,
} from './portal-stations.ts';
import { visitorIn } from './visitors-and-souls.ts';

const fee = 5_000;
const people: Readonly<Record<string, Person>> = { ada: rich, bo: rich, cleo: { ...rich, atHome: true } };

const wallet = ({ world: { city } }: Town, visitor: string): number =>
  balanceAt(city.state.account(visitorActor(visitor)), city.state.counters.tick);

async function withStation() {
  const town = await given(people);
  const { city } = town.world;
  return { town, city, station: await stationIn(city) };
}

/** A print of ada's, in a city with one station. */
async function queued() {
  const { town, city, station } = await withStation();
  await does(town, 'ada', printing);
  return { town, city, station, print: newestPrint(city) };
}

t.test('[PS1] a station is registered for a place that stands, so many for one place', async (t) => {
  const town = await given(people);
  const { city } = town.world;
  t.match(await registers(city, 'nowhere'), refusal('not_found', { kind: 'location', id: 'nowhere' }));
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'meeting'));
  const den = innerPlace(town.home('ada'), 'den');
  const inDen = await stationIn(city, den, 'Über 9000!');
  t.match(inDen, /^ber-9000-\d+$/);
  for (let n = 0; n < 8; n++) await stationIn(city);
  t.match(await registers(city), refusal('tier_capacity_exceeded', { max: 8, current: 8, of: 'stations' }));
  await does(town, 'ada', { type: 'remove_room', name: 'den' });
  t.match(await registers(city, den), refusal('pod_shut_down', { location: den }));
  t.equal(keptStation(city, inDen).state, 'closed', 'it ends with its place');
  t.same(await stationsOf(city, 'closed'), [inDen]);
});

t.test('[PS2] [PS3] what is said at a portal goes to every active station there, and to nobody else', async (t) => {
  const { town, city, station } = await withStation();
  const second = await stationIn(city, commons, 'Cafe');
  const silent = await stationIn(city, commons, 'Attic');
  await tells(city, silent, { type: 'silent' });
  await refuses(t, town, 'cleo', speaking(), 'location_required', { required: 'portal', current: town.home('cleo') });
  await refuses(t, town, 'cleo', printing, 'location_required', { required: 'portal', current: town.home('cleo') });
  const before = town.balance('ada');
  town.newEvents();
  await does(town, 'ada', speaking('Hello.'));
  t.equal(town.balance('ada'), before - 100, 'the price of a message');
  const [said, ...more] = town.newEvents();
  t.same(more, []);
  t.match(said, {
    type: 'portal.message',
    category: 'emergent',
    location: commons,
    actor: town.id('ada'),
    data: { message: 'Hello.', stations: [station, second] },
  });
  t.same(
    [...(said?.audience ?? [])].sort(),
    [town.actor('ada'), stationActor(station), stationActor(second)].map((id) => `to:${id}`).sort(),
  );
  t.equal((await city.letters(stationActor(station), 1_000, 10)).length, 1, 'where the station finds it');
  await tells(city, station, { type: 'silent' });
  await tells(city, second, { type: 'silent' });
  await refuses(t, town, 'ada', speaking(), 'location_required', { required: 'portal', current: commons });
  await tells(city, second, { type: 'heard' });
  await does(town, 'ada', speaking());
});

t.test('[PS3] [L5] a print goes to the station registered first; its fee is held, then taken', async (t) => {
  const { town, city, station, print } = await queued();
  await stationIn(city, commons, 'Aaa');
  t.equal(printsIn(city)[0]?.context.station, station);
  t.equal(town.balance('ada'), 2_000_000 - fee);
  t.equal(holds(town, 'escrow'), fee);
  balanced(t, town);
  const treasury = holds(town, 'treasury');
  t.match(
    town.newEvents().find(({ type }) => type === 'print.queued'),
    { actor: town.id('ada'), category: 'emergent', data: { id: print, station, by: town.id('ada'), cost: 5 } },
  );
  t.match(await answers(city, station, print), applied);
  t.equal(printState(city, print), 'printed');
  t.equal(holds(town, 'treasury'), treasury + fee);
  t.match(town.newEvents(), [
    {
      type: 'portal.printed',
      actor: null,
      subject: print,
      data: { station, status: 'printed', reason: 'answered' },
      audience: [`to:${stationActor(station)}`, `to:${town.actor('ada')}`],
    },
  ]);
  t.match(await answers(city, station, print), refusal('invalid_state', { state: 'printed' }), 'only once');
  t.match(await answers(city, station, print, 'failed'), refusal('invalid_state'));
  balanced(t, town);
  await town.ticks(12);
  t.equal(printState(city, print), undefined, 'it has left');
  t.match(await answers(city, station, print), refusal('not_found', { kind: 'print' }));
});

t.test('[PS4] a print that fails gives the fee back: answered so, not answered in 12 ticks, or closed', async (t) => {
  for (const how of ['answered', 'expired', 'closed'] as const) {
    const { town, city, station, print } = await queued();
    const burnt = how === 'expired' ? 12_000 : 0;
    town.newEvents();
    if (how === 'answered') t.match(await answers(city, station, print, 'failed'), applied);
    if (how === 'closed') t.match(await tells(city, station, { type: 'close' }), applied);
    if (how === 'expired') {
      await town.ticks(11);
      t.equal(printState(city, print), 'queued');
      await town.ticks(1);
    } else await new Promise((resolve) => setImmediate(resolve));
    t.equal(printState(city, print), 'failed', how);
    t.equal(town.balance('ada'), 2_000_000 - burnt, `${how}: nothing is paid`);
    const events = town.newEvents();
    t.match(
      events.find(({ type }) => type === 'portal.printed'),
      { data: { status: 'failed', reason: how } },
    );
    t.match(
      events.find(({ type }) => type === 'credits.received'),
      { subject: town.id('ada'), data: { reason: 'refund', amount: 5, place: commons } },
    );
    t.notMatch(await answers(city, station, print), applied);
    balanced(t, town);
    await town.ticks(12);
    t.equal(printState(city, print), undefined);
  }
});

t.test('[PS4] what was held for who has died goes to the heir', async (t) => {
  const { town, city, station, print } = await queued();
  await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
  await does(town, 'ada', { type: 'shut_down' });
  await town.ticks(1);
  const bo = town.balance('bo');
  t.match(await answers(city, station, print, 'failed'), applied);
  t.equal(town.balance('bo'), bo + fee);
  balanced(t, town);
});

t.test(
  '[PS4] six prints of a resident in 12 ticks, twelve of a station, and those that failed do not count',
  async (t) => {
    const { town, city, station } = await withStation();
    for (let n = 0; n < 6; n++) await does(town, 'ada', printing);
    const seconds = { window_seconds: 3_600, retry_after_seconds: 3_600, of: 'prints' };
    await refuses(t, town, 'ada', printing, 'rate_limited', { limit: 6, ...seconds });
    const [first] = printsIn(city);
    await answers(city, station, first?.context.id ?? '');
    await refuses(t, town, 'ada', printing, 'rate_limited', { limit: 6 });
    await town.ticks(1);
    for (let n = 0; n < 6; n++) await does(town, 'bo', printing);
    const visitor = await visitorIn(city);
    await grants(city, visitor, 8 * fee);
    t.match(
      await prints(city, visitor, station),
      refusal('rate_limited', { limit: 12, ...seconds, retry_after_seconds: 3_300 }),
    );
    await town.ticks(11);
    await refuses(t, town, 'bo', printing, 'rate_limited', { limit: 6, retry_after_seconds: 300 });
    for (let n = 0; n < 6; n++) t.match(await prints(city, visitor, station), applied);
    t.match(await prints(city, visitor, station), refusal('rate_limited', { limit: 6 }), 'a visitor too');
    t.match(await answers(city, station, newestPrint(city), 'failed'), applied);
    t.match(await prints(city, visitor, station), applied, 'one that failed counts no more');
    balanced(t, town);
  },
);

t.test('[PS6] no visitor learns where a station is that stands at a hidden place', async (t) => {
  const { town, city } = await withStation();
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'meeting'));
  const place = innerPlace(town.home('ada'), 'den');
  const station = await stationIn(city, place);
  t.match(await city.view(view('station', { id: station })), { value: { location: null } });
  const visitor = await visitorIn(city);
  await grants(city, visitor, fee);
  town.newEvents();
  const said = await broadcasts(city, visitor, station);
  t.match(said, applied);
  t.notMatch(JSON.stringify(said), place);
  t.match(await prints(city, visitor, station), applied);
  t.match(await answers(city, station, newestPrint(city), 'failed'), applied);
  const events = town.newEvents();
  t.ok(events.some(({ audience, location }) => audience.includes(`at:${place}`) && location === place));
  const heard = events.filter(({ audience }) => audience.includes(`to:${visitorActor(visitor)}`));
  t.same(heard.map(({ type }) => type).sort(), [
    'credits.received',
    'portal.broadcast',
    'portal.printed',
    'print.queued',
  ]);
  for (const event of heard) t.notMatch(JSON.stringify({ ...event, audience: [] }), place, event.type);
});

t.test('[PS3] a visitor prints out of its wallet, and speaks to those who are there', async (t) => {
  const { town, city, station } = await withStation();
  const visitor = await visitorIn(city);
  t.match(await prints(city, visitor, station), refusal('insufficient_credits', { required: fee, balance: 0 }));
  await grants(city, visitor, fee + 1);
  t.match(await prints(city, visitor, station), applied);
  t.equal(wallet(town, visitor), 1);
  t.match(
    town.newEvents().find(({ type }) => type === 'print.queued'),
    { category: 'visitor', actor: visitor },
  );
  t.match(await answers(city, station, newestPrint(city), 'failed'), applied);
  t.equal(wallet(town, visitor), fee + 1);
  t.match(
    (await city.letters(visitorActor(visitor), 1_000, 10)).map(({ type }) => type),
    ['portal.printed', 'credits.received', 'credits.received'],
  );
  town.newEvents();
  t.match(await broadcasts(city, visitor, station, 'Hi.'), applied);
  const [said] = town.newEvents();
  t.match(said, {
    type: 'portal.broadcast',
    category: 'visitor',
    location: commons,
    actor: visitor,
    subject: station,
    data: { message: 'Hi.', station },
  });
  t.same(
    [...(said?.audience ?? [])].sort(),
    [`at:${commons}`, 'public', `to:${stationActor(station)}`, `to:${visitorActor(visitor)}`].sort(),
  );
  t.match(await broadcasts(city, visitor, 'library-999'), refusal('not_found', { kind: 'portal-station' }));
  await tells(city, station, { type: 'silent' });
  const silent = refusal('invalid_state', { state: 'inactive', allowed_events: [], reason: /GET \/v1\/portals/ });
  t.match(await broadcasts(city, visitor, station), silent);
  t.match(await prints(city, visitor, station), silent);
  balanced(t, town);
});

t.test('[PS5] silent and heard change nothing twice; closed it is for good', async (t) => {
  const { city, station } = await withStation();
  const token = keptStation(city, station).context.token;
  for (const [event, state] of [
    ['heard', 'active'],
    ['silent', 'inactive'],
    ['silent', 'inactive'],
    ['heard', 'active'],
    ['silent', 'inactive'],
  ] as const) {
    t.match(await tells(city, station, { type: event }), applied);
    t.equal(keptStation(city, station).state, state);
    t.match(await city.view(view('station_token', { hash: token })), {
      value: { id: station, status: state },
    });
  }
  t.match(await tells(city, station, { type: 'close' }), applied);
  t.match(await city.view(view('station_token', { hash: token })), { code: 'not_found' });
  for (const type of ['close', 'heard', 'silent'] as const)
    t.match(await tells(city, station, { type }), refusal('invalid_state', { state: 'closed' }));
});

t.test('[PS7] a print is its own station’s to answer', async (t) => {
  const { town, city, print } = await queued();
  const other = await stationIn(city, commons, 'Cafe');
  t.match(await answers(city, other, print), refusal('not_found', { kind: 'print', id: print }));
  t.match(await answers(city, other, 'print_aaaaaaaaaaaaaaaa'), refusal('not_found', { kind: 'print' }));
  t.equal(printState(city, print), 'queued');
  t.match(await city.view(view('print', { station: other, id: print })), { code: 'not_found' });
  t.match(await city.view(view('prints', { station: other, status: null, limit: 9, cursor: null })), {
    value: { items: [], next_cursor: null },
  });
  balanced(t, town);
});

t.test('[PS1] [PS4] when a pod shuts down its station is closed and its prints fail, in the same tick', async (t) => {
  const town = await given(people);
  const { city } = town.world;
  const place = await pod(town, 'ada', { funding: 2_000 });
  const station = await stationIn(city, place);
  const visitor = await visitorIn(city);
  await grants(city, visitor, fee);
  t.match(await prints(city, visitor, station), applied);
  t.equal(wallet(town, visitor), 0);
  await town.ticks(5);
  t.equal(city.state.images.get(stationActor(station))?.state, 'closed');
  t.match(printsIn(city), [{ state: 'failed', context: { held: 0 } }]);
  t.equal(wallet(town, visitor), fee);
  balanced(t, town);
});
