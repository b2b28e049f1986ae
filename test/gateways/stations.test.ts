/** Portal stations over both gateways: registered, heard of, spoken through, printed at, looked through. */
import t from 'tap';
import { stationActor } from '../../actors/rules/place/names.ts';
import { Client } from './feed-client.ts';
import { pictureOf, pixel, startedStations } from './station-gateways.ts';

const commons = 'city-commons';

t.test('[PS1] [J7] the operator registers a station; its token is given out once, and kept nowhere', async (t) => {
  const { operator, nobody, world } = await startedStations(t);
  const library = { name: 'The Library', place: 'Main Street 1', location: commons };
  t.match(await nobody('POST', '/v1/portals/register', library), { status: 401 });
  const answer = await operator('POST', '/v1/portals/register', library, 'k');
  t.match(answer, {
    status: 201,
    body: { id: /^the-library-\d+$/, ...library, status: 'active', token: /^sta_[\w-]{43}$/, registered_at: String },
  });
  const { id, token } = answer.body;
  t.match(await operator('POST', '/v1/portals/register', library, 'k'), {
    status: 409,
    body: { error: 'already_exists' },
  });
  t.notMatch(JSON.stringify([world.store.batches, [...world.city.state.images]]), String(token));
  const shown = { id, ...library, status: 'active' };
  t.match(await nobody('GET', '/v1/portals'), { status: 200, body: { items: [shown], next_cursor: null } });
  t.match(await nobody('GET', `/v1/portals/${id}`), { status: 200, body: shown });
  t.notMatch(JSON.stringify((await nobody('GET', '/v1/portals')).body), /token/);
  for (const wrong of [{ location: 'nowhere' }, { location: 'No Where' }])
    t.match(await operator('POST', '/v1/portals/register', { ...library, ...wrong }), {
      status: 404,
      body: { error: 'not_found' },
    });
  for (const wrong of [{ name: '' }, { place: 'x'.repeat(81) }, { name: 'a\u0000b' }, { more: 1 }])
    t.match(await operator('POST', '/v1/portals/register', { ...library, ...wrong }), { status: 422 });
  for (let n = 0; n < 7; n++) await operator('POST', '/v1/portals/register', library);
  t.match(await operator('POST', '/v1/portals/register', library), {
    status: 409,
    body: { error: 'tier_capacity_exceeded', max: 8, message: /DELETE \/v1\/portals/ },
  });
  const page = await nobody('GET', '/v1/portals?limit=5');
  t.match(page.body, { next_cursor: String });
  const { items } = (await nobody('GET', `/v1/portals?cursor=${page.body['next_cursor']}`)).body;
  t.equal((items as readonly unknown[]).length, 3);
});

t.test('[PS2] [PS3] a resident speaks at a portal, and there alone', async (t) => {
  const { resident, station, nobody, visitor } = await startedStations(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo', true)];
  const refused = { status: 403, body: { error: 'location_required', required: 'portal', current: commons } };
  t.match(await ada('POST', '/v1/portals/message', { message: 'Hi.' }), refused);
  t.match(await ada('POST', '/v1/portals/print', {}), refused, 'before its body is looked at');
  t.match(await ada('GET', '/v1/portals/camera'), refused);
  const library = await station();
  t.match(await bo('POST', '/v1/portals/message', {}), { ...refused, body: { current: /^city-housing/ } });
  t.match(await ada('POST', '/v1/portals/message', {}), { status: 422 });
  t.match(await ada('POST', '/v1/portals/message', { message: 'Hi.' }), {
    status: 201,
    body: { id: /^msg_/, message: 'Hi.', stations: [library.id], location: commons, charged: 0.1, balance: 99.9 },
  });
  const eve = await visitor('eve');
  t.match(await eve('POST', `/v1/portals/${library.id}/broadcast`, { message: 'Hello, city.' }), {
    status: 201,
    body: { id: /^msg_/, message: 'Hello, city.', station: library.id },
  });
  const activity = `/v1/portals/${library.id}/activity`;
  t.match(await nobody('GET', activity), {
    status: 200,
    body: {
      items: [
        { type: 'portal.broadcast', actor: eve.id, data: { message: 'Hello, city.' } },
        { type: 'portal.message', actor: ada.id, data: { message: 'Hi.' } },
      ],
      next_cursor: null,
    },
  });
  const { next_cursor } = (await nobody('GET', `${activity}?limit=1`)).body;
  t.match(await nobody('GET', `${activity}?limit=1&cursor=${next_cursor}`), { body: { items: [{ actor: ada.id }] } });
  t.match(await nobody('GET', '/v1/portals/library-999/activity'), { status: 404 });
});

t.test('[PS8] whoever watches a public place sees what its station sees, as long as that is active', async (t) => {
  const { station, nobody, operator, portalPort } = await startedStations(t);
  const library = await station();
  const seen = `/v1/portals/${library.id}/camera`;
  t.match(await nobody('GET', seen), { status: 404, body: { error: 'not_found', message: /picture/ } });
  t.match(await nobody('GET', `/v1/portals/${library.id}`), { status: 200, body: { picture_taken_at: null } });
  await library('POST', seen, pixel);
  t.match(await nobody('GET', `/v1/portals/${library.id}`), { body: { name: 'Library', picture_taken_at: String } });
  const response = await fetch(`http://127.0.0.1:${portalPort}${seen}`);
  t.same(Buffer.from(await response.arrayBuffer()), pixel);
  t.equal(response.headers.get('content-type'), 'image/jpeg');
  t.match(response.headers.get('last-modified'), /GMT$/);
  t.match(await nobody('GET', `/v1/places/${commons}`), {
    body: { seq: Number, stations: [{ id: library.id, name: 'Library', place: 'Main Street' }] },
  });
  await operator('DELETE', `/v1/portals/${library.id}`);
  t.match(await nobody('GET', seen), { status: 404 });
  t.match(await nobody('GET', `/v1/places/${commons}`), { body: { stations: [] } });
});

t.test('[PS8] where no stranger may walk, no stranger sees the picture either', async (t) => {
  const { resident, station, nobody } = await startedStations(t);
  const ada = await resident('Ada', true);
  const study = await station('Study', `city-housing/${ada.id}`);
  await study('POST', `/v1/portals/${study.id}/camera`, pixel);
  const hidden = { location: null, status: 'active', shows_picture: false, picture_taken_at: null };
  t.match(await nobody('GET', `/v1/portals/${study.id}`), { status: 200, body: hidden });
  t.match(await nobody('GET', `/v1/portals/${study.id}/camera`), { status: 404 });
});

t.test('[PS3] [PS4] prints of residents and visitors, from asking to the answer', async (t) => {
  const { resident, station, visitor, nobody, world } = await startedStations(t);
  const ada = await resident('Ada');
  const library = await station();
  const asked = await ada('POST', '/v1/portals/print', { content: 'A poem.' }, 'once');
  const shown = { station: library.id, status: 'queued', by: ada.id, content: 'A poem.', cost: 5, answer_due_tick: 12 };
  t.match(asked, { status: 201, body: { id: /^print_[a-z2-7]{16}$/, ...shown, balance: 95 } });
  const again = await ada('POST', '/v1/portals/print', { content: 'A poem.' }, 'once');
  t.same(again.body, asked.body, '[J4] only once');
  t.match((await ada('GET', '/v1/credits')).body, { balance: 95 });
  const eve = await visitor('eve', 7);
  t.match(await eve('POST', `/v1/portals/${library.id}/print`, { content: 'A card.' }), {
    status: 201,
    body: { by: eve.id, balance: 2 },
  });
  t.match(await eve('POST', `/v1/portals/${library.id}/print`, { content: 'Two.' }), {
    status: 402,
    body: { error: 'insufficient_credits', required: 5, balance: 2 },
  });
  const prints = `/v1/portals/${library.id}/prints`;
  const first = `${prints}/${asked.body['id']}`;
  const { items } = (await library('GET', `${prints}?status=queued`)).body;
  t.equal((items as readonly unknown[]).length, 2);
  t.match(await library('POST', first, { status: 'burnt' }), { status: 422 });
  t.match(await library('POST', first, { status: 'printed' }, 'a'), { status: 200, body: { status: 'printed' } });
  t.match(await library('POST', first, { status: 'printed' }, 'a'), { status: 200, body: { status: 'printed' } });
  t.match(await library('POST', first, { status: 'failed' }), {
    status: 409,
    body: { error: 'invalid_state', state: 'printed' },
  });
  t.match((await library('GET', `${prints}?status=printed`)).body, { items: [{ id: asked.body['id'] }] });
  for (let n = 0; n < 12; n++) await world.city.tick();
  t.match((await library('GET', `${prints}?status=failed`)).body, { items: [{ by: eve.id, content: 'A card.' }] });
  t.match((await eve('GET', '/v1/visitors/me')).body, { balance: 7 });
  t.match((await eve('GET', '/v1/visitors/notifications')).body, {
    items: [
      { type: 'portal.printed', data: { status: 'failed', reason: 'expired' } },
      { type: 'credits.received', data: { reason: 'refund', amount: 5 } },
      { type: 'credits.received' },
    ],
  });
  const { body } = await nobody('GET', `/v1/portals/${library.id}/activity`);
  t.notMatch(JSON.stringify(body), /A poem|A card/, 'what was printed is for who had it printed');
});

t.test('[PS4] what is too much or no text is not printed', async (t) => {
  const { resident, station, world } = await startedStations(t);
  const ada = await resident('Ada');
  await station();
  for (const content of ['', 'x'.repeat(4_001), 'a\u0000b', 7])
    t.equal((await ada('POST', '/v1/portals/print', { content })).status, 422);
  for (let n = 0; n < 6; n++) await ada('POST', '/v1/portals/print', { content: 'More.' });
  t.match(await ada('POST', '/v1/portals/print', { content: 'More.' }), {
    status: 429,
    body: { error: 'rate_limited', limit: 6, window_seconds: 3600, retry_after_seconds: 3600, message: /6 prints/ },
  });
  t.same(world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[PS8] the newest picture of a station here, as it came', async (t) => {
  const { resident, station, look, world } = await startedStations(t);
  const ada = await resident('Ada');
  const library = await station();
  t.match(await ada('GET', '/v1/portals/camera'), { status: 404, body: { error: 'not_found', message: /picture/ } });
  const turns = world.city.state.counters.turn;
  t.match(await library('POST', `/v1/portals/${library.id}/camera`, pixel), {
    status: 201,
    body: { station: library.id, bytes: pixel.length },
  });
  t.equal(world.city.state.counters.turn, turns, 'no turn of the city');
  const seen = await look('Ada');
  t.match(
    [seen.status, seen.headers.get('content-type'), seen.headers.get('x-portal-station')],
    [200, 'image/jpeg', library.id],
  );
  t.equal(seen.headers.get('x-content-type-options'), 'nosniff');
  t.same(Buffer.from(await seen.arrayBuffer()), pixel);
  t.notMatch(JSON.stringify(world.store.batches), pixel.toString('base64'), 'and nothing of it in the journal');
});

t.test('[PS5] [PS7] a closed station is nobody’s: its token opens nothing, its prints failed', async (t) => {
  const { resident, station, operator, nobody } = await startedStations(t);
  const ada = await resident('Ada');
  const library = await station();
  t.match(await library('POST', `/v1/portals/${library.id}/heartbeat`), {
    status: 200,
    body: { id: library.id, status: 'active', silent_after_seconds: 60 },
  });
  await ada('POST', '/v1/portals/print', { content: 'A poem.' });
  t.match(await nobody('DELETE', `/v1/portals/${library.id}`), { status: 401 });
  t.match(await operator('DELETE', `/v1/portals/${library.id}`), { status: 200, body: { status: 'closed' } });
  t.match(await library('POST', `/v1/portals/${library.id}/heartbeat`), { status: 401 });
  t.match((await nobody('GET', '/v1/portals')).body, { items: [] });
  t.match((await nobody('GET', `/v1/portals/${library.id}`)).body, { status: 'closed' });
  t.match((await ada('GET', '/v1/credits')).body, { balance: 100 });
  t.match(await ada('POST', '/v1/portals/message', { message: 'Hi.' }), { status: 403 });
});

t.test('[PS6] what visitors say and print has a limit of its own; look-ups of strangers too', async (t) => {
  const { station, visitor, nobody, world } = await startedStations(t, {
    stationVisitsPerMinute: 3,
    activityLookUpsMax: 1,
  });
  const library = await station();
  const eve = await visitor('eve', 100);
  for (let n = 0; n < 3; n++)
    t.equal((await eve('POST', `/v1/portals/${library.id}/broadcast`, { message: `${n}` })).status, 201);
  const limited = { status: 429, body: { error: 'rate_limited', limit: 3, window_seconds: 60 } };
  t.match(await eve('POST', `/v1/portals/${library.id}/broadcast`, { message: 'more' }), limited);
  t.match(await eve('POST', `/v1/portals/${library.id}/print`, { content: 'more' }), limited);
  const letters = await world.city.letters(stationActor(library.id), 1_000, 10);
  t.equal(letters.length, 3);
  const both = await Promise.all([1, 2, 3, 4].map(() => nobody('GET', `/v1/portals/${library.id}/activity`)));
  t.ok(both.every(({ status }) => status === 200 || status === 503));
  t.ok(both.some(({ status }) => status === 200));
});

t.test('[PS5] pictures weigh what they have of 64 KiB, and take no heartbeat its place', async (t) => {
  const { station } = await startedStations(t, { stationRatePerMinute: 20 });
  const library = await station();
  const [camera, heartbeat] = ['camera', 'heartbeat'].map((what) => `/v1/portals/${library.id}/${what}`);
  const sends = (picture: Buffer) => library('POST', String(camera), picture);
  t.equal((await sends(pictureOf(1_048_576))).status, 201, 'sixteen of twenty');
  t.match(await sends(pictureOf(5 * 65_536)), { status: 429 });
  t.equal((await sends(pictureOf(4 * 65_536))).status, 201, 'what is left');
  t.match(await library('GET', `/v1/portals/${library.id}/prints`), { status: 429 });
  for (let n = 0; n < 20; n++) t.equal((await library('POST', String(heartbeat))).status, 200);
  t.match(
    await library('POST', String(heartbeat)),
    { status: 429, body: { limit: 20 } },
    'they have a limit of their own',
  );
});

t.test(
  '[PS6] [PF1] strangers hear what comes from a station into a public room, and not what goes out by it',
  async (t) => {
    const { resident, station, visitor, cityPort, portalPort, world } = await startedStations(t, { socketHoldMs: 1 });
    const [ada, library, eve] = [await resident('Ada'), await station(), await visitor('eve')];
    await resident('Bo');
    await resident('Cleo', true);
    const listeners = {
      stranger: new Client(t, portalPort),
      present: new Client(t, cityPort, 'token of Bo'),
      elsewhere: new Client(t, cityPort, 'token of Cleo'),
      speaker: new Client(t, cityPort, 'token of Ada'),
    };
    for (const client of Object.values(listeners)) await client.until('hello');
    await ada('POST', '/v1/portals/message', { message: 'Out.' });
    const { body } = await ada('POST', '/v1/portals/print', { content: 'Out.' });
    await library('POST', `/v1/portals/${library.id}/prints/${body['id']}`, { status: 'printed' });
    await eve('POST', `/v1/portals/${library.id}/broadcast`, { message: 'In.' });
    await world.city.tick();
    const heard = Object.entries(listeners).map(async ([who, client]) => {
      await client.until('tick.completed');
      return [who, client.frames.map(({ type }) => type).filter((type) => /^(portal|print)/.test(type))];
    });
    const out = ['portal.message', 'print.queued', 'portal.printed'];
    t.same(Object.fromEntries(await Promise.all(heard)), {
      stranger: ['portal.broadcast'],
      present: ['portal.broadcast'],
      elsewhere: [],
      speaker: [...out, 'portal.broadcast'],
    });
    t.match(await listeners.stranger.until('portal.broadcast'), { actor: eve.id, data: { message: 'In.' } });
  },
);
