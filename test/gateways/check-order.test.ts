/** The order of checks on one request, and what comes back when each fails. */
import { createConnection } from 'node:net';
import t from 'tap';
import type { Outcome } from '../../engine/command.ts';
import { actorId } from '../../engine/ids.ts';
import { type Refused, refusedBy } from '../../engine/refusal.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { until } from '../until.ts';
import { expect } from './expect-refusal.ts';
import { applied } from './fake-city.ts';
import { raw } from './raw-requests.ts';
import { ask, operatorToken, post, startedCity } from './started-gateways.ts';

const me = { id: 'vera-7', status: 'alive', location: 'city-commons', balance: 60, died_at: null };

t.test('a view is answered as JSON, with a request id', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: me });
  const answer = await ask(`${url}/v1/me`, { token });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/json');
  t.match(answer.headers.get('x-request-id'), /^req-/);
  t.same(answer.body, me);
  t.same(city.views.at(-1), { view: 'me', args: { id: 'vera-7' } });
});

t.test('a move becomes an event of the caller, credits millicredits', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.outcome = applied({ to: 'city-housing/vera-7' });
  const answer = await post(`${url}/v1/location/move`, token, { exit_id: 'home', max_toll: 2.5 });
  t.equal(answer.status, 200);
  t.same(answer.body, { to: 'city-housing/vera-7' });
  t.same(city.commands, [
    {
      to: actorId('resident', 'vera-7'),
      event: { type: 'move', exit: 'home', max_toll: 2500 },
      caller: actorId('resident', 'vera-7'),
      reply: { view: 'arrival', args: { resident: 'vera-7', exit: 'home' } },
    },
  ]);
});

t.test('a broadcast is created, in NFC', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const answer = await post(`${url}/v1/mesh/broadcast`, token, { message: 'cafe\u0301' });
  t.equal(answer.status, 201);
  t.same(city.commands[0]?.event, { type: 'broadcast', text: 'caf\u00e9' });
});

t.test('[WK2] checks come in their order: each refusal hides those behind it', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 2, bodyBytesMax: 1000 });
  const home = city.live('rich-1', { at_home: true, location: 'city-housing/rich-1' });
  const away = city.live('away-2', { balance: 0 });
  const dead = city.live('dead-3', { status: 'dead', died_at: '2030-01-01T00:00:00.000Z', cause: 'credit' });
  const send = (token: string, body: unknown) => post(`${url}/v1/me/messages/send`, token, body);
  expect(t, await send('res_nobody', 'x'.repeat(2000)), 413, 'payload_too_large', { max_bytes: 1000 });
  expect(t, await send('res_nobody', '{'), 401, 'unauthorized');
  expect(t, await send(dead, '{'), 410, 'resident_dead', { cause: 'credit', died_at: '2030-01-01T00:00:00.000Z' });
  expect(t, await send(away, '{'), 403, 'location_required', {
    required: 'city-housing/away-2',
    current: 'city-commons',
  });
  expect(t, await send(home, '{'), 400, 'invalid_json');
  expect(t, await send(home, { to: 5 }), 422, 'invalid_request');
  const limited = await send(home, '{');
  expect(t, limited, 429, 'rate_limited', { limit: 2, window_seconds: 60 });
  t.match(limited.headers.get('retry-after'), /^[0-9]+$/);
  t.equal(limited.headers.get('ratelimit-limit'), '2');
  t.same(city.commands, []);
});

t.test('credits are checked before the rules of the city, and are shown in credits', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('poor-1', { balance: 1.25 });
  expect(t, await post(`${url}/v1/mesh/shout`, token, { message: 'hey' }), 402, 'insufficient_credits', {
    required: 2,
    balance: 1.25,
  });
  t.equal(city.commands.length, 0);
  city.change('poor-1', { location: 'city-housing/poor-1', at_home: true, balance: 0 });
  t.equal((await post(`${url}/v1/mesh/broadcast`, token, { message: 'free' })).status, 201);
});

t.test('refusals of the city have a status and a message that says what to do', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const expected: readonly [Refused, number, object][] = [
    [refused('exit_not_found'), 404, {}],
    [refused('access_denied'), 403, {}],
    [refused('recipient_not_here'), 409, {}],
    [refused('insufficient_credits', { required: 100, balance: 50 }), 402, { required: 0.1, balance: 0.05 }],
    [
      refused('insufficient_credits', { required: 1_800, balance: 1_000, pool: 'mill' }),
      402,
      { required: 1.8, balance: 1, message: /the pool of mill has 1\..*POST \/v1\/credits\/pools\/mill\/fund/ },
    ],
    [refused('invalid_state', { state: 'dying.legacy', allowed_events: ['compose'] }), 409, { state: 'dying.legacy' }],
    [
      refused('resident_dead', { died_at: '1970-01-01T00:00:00.000Z', cause: 'crash' }),
      410,
      { died_at: '1970-01-01T00:00:00.000Z' },
    ],
    [refused('pod_shut_down', { location: 'mill' }), 410, {}],
    [refused('request_in_progress'), 409, {}],
    [refused('idempotency_mismatch'), 422, {}],
    [refused('already_exists', { id: 'x' }), 409, { id: 'x' }],
    [refused('internal_error', { incident: 'inc_1' }), 500, { incident: 'inc_1' }],
  ];
  for (const [refusal, status, shown] of expected) {
    city.outcome = refusal;
    const answer = await post(`${url}/v1/location/move`, token, { exit_id: 'home' });
    expect(t, answer, status, refusal.code, shown);
  }
  city.outcome = { ...refused('busy', { retry_after_seconds: 3 }), applied: 'unknown' };
  const busy = await post(`${url}/v1/location/move`, token, { exit_id: 'home' });
  t.match(busy, { status: 503, body: { error: 'busy', applied: 'unknown', message: /Idempotency-Key/ } });
  t.equal(busy.headers.get('retry-after'), '3');
});

t.test('[H5] a code without a status, and an exception, are 500 and logged', async (t) => {
  const { city, url, errors } = await startedCity(t);
  const token = city.live('vera-7');
  city.outcome = refusedBy('out_of_cheese');
  expect(t, await post(`${url}/v1/location/move`, token, { exit_id: 'home' }), 500, 'internal_error');
  city.outcome = () => {
    throw new Error('broken');
  };
  const answer = await post(`${url}/v1/location/move`, token, { exit_id: 'home' });
  const incident = answer.headers.get('x-request-id');
  expect(t, answer, 500, 'internal_error', { incident, applied: 'unknown' });
  t.equal(errors.length, 2);
});

t.test('[G4] a dead resident is refused at once, whatever the cache holds', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: me });
  t.equal((await ask(`${url}/v1/me`, { token })).status, 200);
  city.shown.set('me', { type: 'shown', value: { ...me, status: 'dead', died_at: 'then', death_cause: 'natural' } });
  expect(t, await ask(`${url}/v1/me`, { token }), 410, 'resident_dead', { cause: 'natural' });
  city.change('vera-7', { status: 'dead', died_at: 'then', cause: 'natural' });
  expect(t, await ask(`${url}/v1/location`, { token }), 410, 'resident_dead', { cause: 'natural' });
  const asked = city.views.filter(({ view }) => view === 'token').length;
  t.equal(asked, 1, 'the token was in the cache');
  city.tell('resident.died', ['public'], { actor: 'vera-7' });
  await ask(`${url}/v1/me`, { token });
  t.equal(city.views.filter(({ view }) => view === 'token').length, asked + 1, 'death has emptied the cache');
});

t.test('a known path has its methods only, an unknown one nothing', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const wrong = await ask(`${url}/v1/me`, { method: 'DELETE', token });
  expect(t, wrong, 405, 'method_not_allowed');
  t.equal(wrong.headers.get('allow'), 'GET, HEAD');
  expect(t, await ask(`${url}/v1/nothing`, { token }), 404, 'not_found');
  expect(t, await ask(`${url}/ws`, { token }), 426, 'invalid_request');
});

t.test('the operator is checked before anything below /v1/admin is known', async (t) => {
  const { city, url } = await startedCity(t);
  const path = `${url}/v1/admin/nothing`;
  const nobody = await ask(path, { method: 'POST' });
  expect(t, nobody, 401, 'unauthorized');
  t.equal(nobody.headers.get('www-authenticate'), 'Bearer');
  expect(t, await ask(path, { token: 'adm_wrong' }), 401, 'unauthorized');
  expect(t, await ask(path, { token: city.live('vera-7') }), 403, 'admin_required');
  expect(t, await ask(path, { token: operatorToken }), 404, 'not_found');
});

t.test('lists take limit and cursor', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.shown.set('exits', { type: 'shown', value: { items: [], next_cursor: 'exit_a/b' } });
  const get = (query: string) => ask(`${url}/v1/location/exits${query}`, { token });
  const first = await get('');
  t.equal(first.status, 200);
  t.same(city.views.at(-1)?.args, { resident: 'vera-7', limit: 20, cursor: null });
  t.equal((await get(`?limit=200&cursor=${first.body['next_cursor']}`)).status, 200);
  t.same(city.views.at(-1)?.args, { resident: 'vera-7', limit: 200, cursor: 'exit_a/b' });
  for (const query of ['?limit=0', '?limit=201', '?limit=x', '?limit=1e2', '?more=1', '?cursor=']) {
    expect(t, await get(query), 422, 'invalid_request');
  }
});

t.test('identifiers of the wrong form are unknown', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  for (const id of ['%00', '%zz', 'a'.repeat(300), '..%2f..%2fetc']) {
    expect(t, await ask(`${url}/v1/residents/${id}/passport`, { token }), 404, 'not_found');
  }
});

t.test('frameworks are public', async (t) => {
  const { city, url } = await startedCity(t);
  city.shown.set('framework', { type: 'shown', value: { id: 'default' } });
  t.match(await ask(`${url}/v1/frameworks/default`), { status: 200, body: { id: 'default' } });
});

t.test('[OP13] close lets answers under way end, with Connection: close', async (t) => {
  const { city, port, close } = await startedCity(t);
  const token = city.live('vera-7');
  let finish: (() => void) | undefined;
  city.outcome = () =>
    new Promise((resolve) => {
      finish = () => resolve(applied({ late: true }));
    });
  const body = '{"message":"a"}';
  const asking = raw(port, [
    `POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ]);
  await until('it is asked for', () => finish !== undefined);
  const closing = close();
  await t.rejects(ask(`http://127.0.0.1:${port}/healthz`), 'nobody else is let in');
  finish?.();
  t.match(await asking, /^HTTP\/1.1 201[\s\S]*Connection: close[\s\S]*"late":true/i);
  await closing;
});

t.test('[H1] [H2] who goes before its answer is not written to; what it asked for is done', async (t) => {
  const { city, port, url, errors } = await startedCity(t);
  const token = city.live('vera-7');
  const waiting: ((outcome: Outcome) => void)[] = [];
  city.outcome = () => new Promise((resolve) => waiting.push(resolve));
  const body = '{"message":"a"}';
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until('it is asked for', () => waiting.length > 0);
  socket.destroy();
  await until('it is seen to be gone', async () =>
    (await (await fetch(`${url}/metrics`)).text()).includes('status="0"'),
  );
  waiting[0]?.(applied({ late: true }));
  t.match(city.commands, [{ event: { type: 'broadcast', text: 'a' } }]);
  t.equal((await ask(`${url}/healthz`)).status, 200);
  t.same(errors, []);
});

t.test('the page for newcomers names the address that it was asked at, if that is one', async (t) => {
  const { port } = await startedCity(t);
  const said = async (host: string) => {
    const page = await raw(port, [`GET /SKILL.md HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
    t.notMatch(page, '{address}');
    return /CITY:-(.*)\}"/.exec(page)?.[1];
  };
  for (const host of ['city.example', 'City-1.example:8080', 'a', 'my_city:3000', '10.0.0.7:3000', '[::1]:3000'])
    t.equal(await said(host), `http://${host}`);
  const strange = [
    '$(id)',
    'a`id`',
    'a"; id; "',
    'a}b',
    "a'b",
    'a b',
    'a/b',
    'me@a',
    'a\\b',
    'a:b',
    'a:123456',
    '-a',
    '$&',
    'x'.repeat(300),
    '',
  ];
  for (const host of strange) t.equal(await said(host), `http://127.0.0.1:${port}`, host);
});

t.test('a port in use is a clear error', async (t) => {
  const { port } = await startedCity(t);
  await t.rejects(startedCity(t, {}, { port }), /in use.*choose another port/i);
});
