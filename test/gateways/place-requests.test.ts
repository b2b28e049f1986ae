/** Requests to the routes of places: the order of checks, what becomes of a body, and how refusals are answered. */
import t, { type Test } from 'tap';
import type { Outcome } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { applied, type FakeCity } from './fake-city.ts';
import { type Answer, post, type StartedCity, startedCity } from './started-gateways.ts';

/** The workshop is empty and the caller stands in it. */
function standIn(city: FakeCity, manifest: object = {}, base: string | null = null): void {
  city.shown.set('workshop_place', { type: 'shown', value: { required: 'lamp-shop', current: 'lamp-shop' } });
  const value = { id: 'lamp-shop', status: 'workshop', base, entry: null, manifest };
  city.shown.set('code', { type: 'shown', value });
}

/** A city in which every command is refused so. */
async function refusing(t: Test): Promise<StartedCity & { readonly token: string }> {
  const started = await startedCity(t);
  return { ...started, token: started.city.live('vera-7', { location: 'lamp-shop' }) };
}

/** Code for which nobody answers. */
const nobodys = { owner: null, representative: null };

t.test('a workshop: rate and key come before place, place before body, body before what the city says', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 7, codeBytesMax: 3000, bodyBytesMax: 1000 });
  const token = city.live('vera-7');
  const code = `${url}/v1/workshops/lamp-shop/code`;
  const far = { required: 'lamp-shop', current: 'city-commons' };
  city.shown.set('workshop_place', { type: 'shown', value: far });
  city.kept.set('known', applied({ id: 'lamp-shop', status: 'workshop', base: null, entry: null, manifest: {} }));
  expect(t, await post(code, 'res_nobody', 'x'.repeat(4000)), 413, 'payload_too_large', { max_bytes: 3000 });
  expect(t, await post(`${url}/v1/deploy`, token, 'x'.repeat(2000)), 413, 'payload_too_large', { max_bytes: 1000 });
  expect(t, await post(code, 'res_nobody', '{'), 401, 'unauthorized');
  t.match(await post(code, token, '{', { 'Idempotency-Key': 'known' }), { status: 200, body: { files: [] } });
  expect(t, await post(code, token, '{'), 403, 'location_required', far);
  standIn(city);
  expect(t, await post(code, token, `{"x":"${'x'.repeat(2000)}`), 400, 'invalid_json');
  expect(t, await post(code, token, { files: { '../up.js': '' } }), 422, 'invalid_request');
  city.outcome = refused('pod_shut_down', { location: 'lamp-shop' });
  expect(t, await post(code, token, { files: { 'a.js': '' } }), 410, 'pod_shut_down');
  city.shown.set('workshop_place', { type: 'shown', value: { required: null, current: 'city-commons' } });
  expect(t, await post(`${url}/v1/workshops/nothing/code`, token, {}), 422, 'invalid_request');
  city.shown.set('workshop_place', refused('busy', { retry_after_seconds: 1 }));
  expect(t, await post(code, token, '{'), 503, 'busy');
  expect(t, await post(code, token, '{'), 429, 'rate_limited');
});

t.test('a house: in a room of it one is at its workshop, next door one is not', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const run = `${url}/v1/workshops/studio/run`;
  const required = 'city-housing/vera-7';
  for (const current of [required, `${required}/studio`, `${required}/parlour`]) {
    city.shown.set('workshop_place', { type: 'shown', value: { required, current } });
    t.equal((await post(run, token, '')).status, 200, current);
  }
  for (const current of ['city-commons', `${required}1`, `${required}1/studio`]) {
    city.shown.set('workshop_place', { type: 'shown', value: { required, current } });
    t.equal((await post(run, token, '')).status, 403, current);
  }
});

t.test('the house: place comes before body', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  for (const path of ['rooms', 'rooms/lab/invite', 'rooms/lab/revoke'])
    expect(t, await post(`${url}/v1/house/${path}`, token, '{'), 403, 'location_required');
  city.change('vera-7', { at_home: true });
  expect(t, await post(`${url}/v1/house/rooms`, token, '{'), 400, 'invalid_json');
  expect(t, await post(`${url}/v1/house/rooms/lab/invite`, token, { residents: [] }), 422, 'invalid_request');
});

t.test('speaking is free in every room of the own home', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { location: 'city-housing/vera-7/studio', at_home: true, balance: 0 });
  t.equal((await post(`${url}/v1/mesh/broadcast`, token, { message: 'hey' })).status, 201);
  t.equal((await post(`${url}/v1/mesh/whisper`, token, { to: 'bo-1', message: 'hey' })).status, 201);
  city.change('vera-7', { at_home: false });
  expect(t, await post(`${url}/v1/mesh/broadcast`, token, { message: 'hey' }), 402, 'insufficient_credits');
});

t.test('what a workshop is opened with: texts travel as content, people once', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const text = 'A green door.';
  await post(`${url}/v1/workshops`, token, {
    name: 'Lamp Shop',
    tier: 'small',
    access: ['bo-1', 'bo-1'],
    connections: [
      { from: 'city-commons', entrance_description: text, access: { type: 'private', allowed: ['cy-2', 'bo-1'] } },
    ],
    funding: { initial_credits: 2.5, contributors: ['dee-3'] },
  });
  t.match(city.commands, [
    {
      to: 'resident:vera-7',
      contents: [text],
      event: {
        type: 'open_workshop',
        place: 'current',
        name: 'Lamp Shop',
        tier: 'small',
        collaborators: ['bo-1', 'bo-1'],
        contributors: ['dee-3'],
        representative: 'vera-7',
        funding: 2500,
        links: [
          {
            from: 'city-commons',
            bidirectional: true,
            entrance: contentHash(text),
            access: { type: 'private', allowed: ['cy-2', 'bo-1'] },
          },
        ],
      },
      reply: { view: 'built', args: { resident: 'vera-7' } },
    },
  ]);
});

t.test('what a deploy says: its defaults, and where one stands by name', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  await post(`${url}/v1/deploy`, token, {
    source: 'lamp-shop',
    tier: 'tiny',
    description: 'Light.',
    connections: [
      { from: 'current', exit_description: 'Back.' },
      { from: 'mill', bidirectional: false, visibility: 'subtle', access: { type: 'gated' } },
    ],
    funding: { initial_credits: 3 },
  });
  const openToAll = { type: 'public', allowed: [] };
  const link = { bidirectional: true, visibility: 'visible', entrance: null, wayBack: null, access: openToAll };
  t.match(city.commands[0], {
    contents: ['Light.', 'Back.'],
    event: {
      type: 'deploy',
      source: 'lamp-shop',
      name: null,
      description: contentHash('Light.'),
      links: [
        { ...link, from: 'city-commons', wayBack: contentHash('Back.') },
        { ...link, from: 'mill', bidirectional: false, visibility: 'subtle', access: { type: 'gated', allowed: [] } },
      ],
      pricing: null,
      features: [],
      funding: 3000,
    },
  });
});

t.test('an id with a slash is one part of a path when it is written %2F', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  t.equal((await post(`${url}/v1/services/mill%2Fbooth/call`, token, { input: null })).status, 200);
  t.match(city.commands, [
    { awaits: true, event: { type: 'call_service', service: 'mill/booth', input: 'null', max_price: null } },
  ]);
  t.notOk(city.commands[0]?.reply);
  expect(t, await post(`${url}/v1/services/mill/booth/call`, token, {}), 404, 'not_found');
});

t.test('what a service is called with goes on as it came, up to 64 KiB of JSON', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const call = (body: unknown) => post(`${url}/v1/services/mill/call`, token, body);
  const inputs = [undefined, null, 0, '', [], { a: [{ b: 'e\u0301' }] }, 'x'.repeat(65_534)];
  for (const input of inputs) t.equal((await call({ input, max_price: 0 })).status, 200);
  t.same(
    city.commands.map(({ event }) => JSON.parse(String(event['input']))),
    inputs.map((input) => input ?? null),
  );
  expect(t, await call({ input: 'x'.repeat(65_535) }), 413, 'payload_too_large', { max_bytes: 65_536 });
  expect(t, await call({ input: '\u706f'.repeat(21_850) }), 413, 'payload_too_large');
  expect(t, await call('{"input":{"__proto__":1}}'), 422, 'invalid_request');
  expect(t, await call('{"input":"a\\u0000"}'), 422, 'invalid_request');
});

t.test('code may be 4 MiB, all else 1 MiB', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  standIn(city);
  city.outcome = (command) => applied({ ...seen, manifest: JSON.parse(command.contents?.[0] ?? '{}') });
  const seen = { id: 'lamp-shop', status: 'workshop', base: null, entry: 'index.js' };
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.js`, `${n}`.padEnd(65_000, '.')]));
  const body = JSON.stringify({ files });
  t.ok(body.length > 3.5 * 1024 * 1024);
  const written = await post(`${url}/v1/workshops/lamp-shop/code`, token, body);
  t.equal(written.status, 200);
  t.same(written.body['files'], Object.keys(files).sort());
  t.equal(city.commands[0]?.contents?.length, 61);
  const { codeBytesMax: max_bytes } = gatewayDefaults;
  const over = `${body.slice(0, -1)}${' '.repeat(max_bytes)}}`;
  expect(t, await post(`${url}/v1/workshops/lamp-shop/code`, token, over), 413, 'payload_too_large', { max_bytes });
  expect(t, await post(`${url}/v1/workshops/lamp-shop/run`, token, body), 413, 'payload_too_large');
});

t.test('code merges into what is there; who was overtaken merges again, five times at most', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const old = { hash: contentHash('old'), bytes: 3 };
  standIn(city, { 'a.js': old, 'main.py': old }, 'base-1');
  const overtaken: Outcome[] = [refused('stale_code'), refused('stale_code')];
  const value = { id: 'lamp-shop', status: 'workshop', entry: 'index.js', base: 'base-4', manifest: {} };
  city.outcome = () => overtaken.shift() ?? applied(value);
  const files = { 'index.js': 'new', 'a.js': null };
  const write = (key = 'k') => post(`${url}/v1/workshops/lamp-shop/code`, token, { files }, { 'Idempotency-Key': key });
  t.match(await write(), { status: 200, body: { id: 'lamp-shop', entry: 'index.js', files: [] } });
  t.equal(city.commands.length, 3);
  const manifest = JSON.stringify({ 'index.js': { hash: contentHash('new'), bytes: 3 }, 'main.py': old });
  t.match(city.commands[2], {
    contents: [manifest, 'new'],
    key: { key: 'k' },
    event: {
      type: 'write_code',
      workshop: 'lamp-shop',
      base: 'base-1',
      code: contentHash(manifest),
      entry: 'index.js',
      files: 2,
    },
  });
  city.outcome = refused('stale_code');
  expect(t, await write('l'), 503, 'busy');
  t.equal(city.commands.length, 8);
  city.shown.set('code', refused('access_denied'));
  expect(t, await write('m'), 403, 'access_denied');
});

/** With the status, what of the context is shown, and what the message says. */
const refusals: readonly [Refused, number, object, RegExp][] = [
  [refused('not_representative', { representative: 'ada-1' }), 403, { representative: 'ada-1' }, /Only ada-1 speaks/],
  [refused('not_representative', { representative: null }), 403, { representative: null }, /has none/],
  [refused('not_invited'), 403, {}, /invit/],
  [
    refused('tier_capacity_exceeded', { max: 2, current: 3 }),
    409,
    { max: 2, current: 3 },
    /room for 2 and there are 3/,
  ],
  [
    refused('tier_capacity_exceeded', { max: 2, current: 2, place: 'mill' }),
    409,
    { place: 'mill' },
    /^mill has room for 2/,
  ],
  [
    refused('connection_approval_required', { places: [{ id: 'mill', representative: 'ada-1' }] }),
    409,
    { places: [{ id: 'mill', representative: 'ada-1' }] },
    /ada-1 for mill must agree.*connections\/request/,
  ],
  [refused('last_connection'), 409, {}, /must keep one/],
  [
    refused('insufficient_resources', { available: { cpu: '250m', memory: '0Mi' } }),
    409,
    { available: { cpu: '250m', memory: '0Mi' } },
    /250m of CPU and 0Mi/,
  ],
  [refused('price_changed', { price: 6500, max: 5000 }), 409, { price: 6.5, max: 5 }, /costs 6\.5 credits.*max_price/],
  [refused('already_exists'), 409, {}, /another name/],
  [
    refused('invalid_state', { state: 'orphaned', allowed_events: ['fund'] }),
    409,
    { state: 'orphaned' },
    /"orphaned".*fund/,
  ],
  [refused('pod_shut_down', { location: 'mill' }), 410, { location: 'mill' }, /^mill has ended/],
  [refused('resident_dead'), 410, {}, /is dead\. The dead/],
  [refused('not_found', { kind: 'workshop', id: 'x' }), 404, { kind: 'workshop' }, /no such workshop: x/],
  [
    refused('service_failed', { ...nobodys, outcome: 'failed', reason: 'it threw' }),
    502,
    { reason: 'it threw' },
    /failed: it threw/,
  ],
  [refused('sandbox_unavailable', { reason: 'off' }), 503, { reason: 'off' }, /\(off\).*Nothing was charged/],
  [refused('timeout', { ...nobodys, duration_ms: 10_000 }), 504, { duration_ms: 10_000 }, /in time/],
];

t.test('each refusal of a place has its status, and says what to do in credits and names', async (t) => {
  const { city, url, token, errors } = await refusing(t);
  for (const [refusal, status, shown, message] of refusals) {
    city.outcome = refusal;
    const answer = await post(`${url}/v1/services/mill/call`, token, {});
    expect(t, answer, status, refusal.code, shown);
    t.match(answer.body['message'], message);
    t.equal(answer.headers.has('retry-after'), status === 503, `${refusal.code}: Retry-After`);
  }
  t.same(errors, [], 'none is unknown');
});

function expect(t: Test, answer: Answer, status: number, error: string, more: object = {}): void {
  t.match(answer, { status, body: { error, applied: false, ...more } }, `${status} ${error}`);
}
