/** The Portal Gateway as far as a city needs it to begin: founding, time, checkpoints, health. */
import t from 'tap';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { contentHash } from '../../engine/ids.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { applied } from './fake-city.ts';
import { ask, operatorToken, post, startedPortal } from './started-gateways.ts';

const soul = {
  name: 'Vera',
  first_memory: 'rain',
  aesthetic: 'grey',
  personality: 'calm',
  goals: 'a garden',
  alignment: 'kind',
  quirks: 'hums',
};

t.test('[J7] founding draws a token and sends only its hash', async (t) => {
  const { city, url } = await startedPortal(t);
  const { schema } = defaultFramework.input;
  city.outcome = applied({ id: 'vera-7' });
  const answer = await post(
    `${url}/v1/admin/residents`,
    operatorToken,
    { ...soul, credits: 100.5, lifespan_ticks: 10 },
    { 'Idempotency-Key': 'k' },
  );
  t.equal(answer.status, 201);
  t.match(answer.body, { id: 'vera-7', token: /^res_[\w-]{43}$/ });
  const [command] = city.commands;
  const { name: _, ...texts } = soul;
  t.match(command, {
    to: 'location:city-commons',
    caller: 'operator',
    event: {
      type: 'found',
      name: 'Vera',
      framework: 'default',
      schema,
      soul: contentHash(JSON.stringify(texts)),
      credits: 100_500,
      lifespan: 10,
      token: tokenHash(String(answer.body['token'])),
    },
    contents: [JSON.stringify(texts)],
    reply: { view: 'founded' },
    key: { key: 'k', keepAnswer: false },
  });
  t.notMatch(JSON.stringify(command), String(answer.body['token']));
  city.outcome = refused('already_exists', { id: 'vera-7' });
  const again = await post(`${url}/v1/admin/residents`, operatorToken, soul);
  t.match(again, { status: 409, body: { error: 'already_exists', id: 'vera-7' } });
  t.match(await post(`${url}/v1/admin/residents`, operatorToken, { ...soul, quirks: '' }), { status: 422 });
});

t.test('only the operator', async (t) => {
  const { city, url } = await startedPortal(t);
  const path = `${url}/v1/admin/pause`;
  t.match(await post(path, city.live('vera-7'), {}), { status: 403, body: { error: 'admin_required' } });
  t.match(await post(path, 'adm_wrong', {}), { status: 401 });
  t.match(await post(path, operatorToken, {}), { status: 200, body: { paused: true } });
});

t.test('ticks are driven here only when nothing else drives them', async (t) => {
  const { control, url } = await startedPortal(t);
  const path = `${url}/v1/admin/tick`;
  t.match(await post(path, operatorToken, { count: 3 }), {
    status: 409,
    body: { error: 'invalid_state', allowed_events: ['pause'] },
  });
  await post(`${url}/v1/admin/pause`, operatorToken, '');
  t.match(await post(path, operatorToken, { count: 3 }), { status: 200, body: { tick: 3 } });
  t.match(await post(path, operatorToken, ''), { status: 200, body: { tick: 4 } });
  for (const count of [0, 289, 1.5, '1']) t.match(await post(path, operatorToken, { count }), { status: 422 });
  t.match(await post(`${url}/v1/admin/resume`, operatorToken, ''), { status: 200, body: { paused: false } });
  t.equal(control.health.tick, 4);
});

t.test('the speed of the clock: within its bounds, and not where ticks come by hand', async (t) => {
  const { url } = await startedPortal(t);
  const set = (speed: unknown, token = operatorToken) => post(`${url}/v1/admin/speed`, token, { speed });
  const health = () => ask(`${url}/v1/admin/health`, { token: operatorToken });
  t.match(await health(), { body: { speed: 1 } });
  t.match(await set(60), { status: 200, body: { speed: 60 } });
  t.match(await set(0.25), { status: 200, body: { speed: 0.25 } });
  for (const wrong of [0.249, 60.1, 0, -1, '2', null]) t.match(await set(wrong), { status: 422 }, String(wrong));
  t.match(await set(2, 'adm_this_is_the_token_of_nobody'), { status: 401 });
  t.match(await health(), { body: { speed: 0.25 } });
  const byHand = await startedPortal(t, {}, { manualTicks: true });
  t.match(await post(`${byHand.url}/v1/admin/speed`, operatorToken, { speed: 2 }), {
    status: 409,
    body: { error: 'invalid_state', state: 'ticks come by hand only', allowed_events: ['tick'] },
  });
});

t.test('a repeated operation with a key happens once', async (t) => {
  const { control, url } = await startedPortal(t, {}, { manualTicks: true });
  const tick = (body: object) => post(`${url}/v1/admin/tick`, operatorToken, body, { 'Idempotency-Key': 'k' });
  let finish: () => void = () => {};
  control.ticking = new Promise((resolve) => {
    finish = resolve;
  });
  const first = tick({ count: 2 });
  while (control.ticksAsked === 0) await new Promise((resolve) => setImmediate(resolve));
  t.match(await tick({ count: 2 }), { status: 409, body: { error: 'request_in_progress', applied: 'unknown' } });
  finish();
  t.match(await first, { status: 200, body: { tick: 2 } });
  t.match(await tick({ count: 2 }), { status: 200, body: { tick: 2 } });
  t.match(await tick({ count: 1 }), { status: 422, body: { error: 'idempotency_mismatch' } });
  t.equal(control.health.tick, 2);
});

t.test('a tick that could not be, or is not durable in time, is 503 and tried anew under its key', async (t) => {
  const { control, url } = await startedPortal(t, {}, { manualTicks: true });
  const tick = (key?: string) =>
    post(`${url}/v1/admin/tick`, operatorToken, { count: 2 }, key === undefined ? {} : { 'Idempotency-Key': key });
  control.ends.push('busy');
  const busy = await tick('a');
  t.match(busy, { status: 503, body: { error: 'busy', applied: false, tick: 0 } });
  t.equal(busy.headers.get('retry-after'), '1');
  t.match(await tick('a'), { status: 200, body: { tick: 2 } });
  control.ends.push('overdue');
  t.match(await tick(), { status: 503, body: { error: 'busy', applied: 'unknown' } });
  control.ends.push('done', 'busy');
  t.match(await tick('b'), { status: 503, body: { applied: 'unknown', tick: 4 } }, 'the first of two has happened');
  control.ends.push('busy');
  t.match(await tick('b'), { status: 503, body: { applied: 'unknown' } }, 'nothing now, but perhaps before');
  t.match(await tick('b'), { status: 200, body: { tick: 6 } });
});

t.test('credits of a founding have a bound', async (t) => {
  const { city, url } = await startedPortal(t);
  city.outcome = applied({ id: 'vera-7' });
  const found = (credits: number) => post(`${url}/v1/admin/residents`, operatorToken, { ...soul, credits });
  t.match(await found(1_000_000_000), { status: 201 });
  t.match(await found(1_000_000_000.001), { status: 422, body: { issues: [{ path: 'credits' }] } });
  t.equal(city.commands.length, 1);
});

t.test('checkpoint, health and release', async (t) => {
  const { url, control } = await startedPortal(t);
  control.oldestWaitingMs = { service: 12_000 };
  t.match(await post(`${url}/v1/admin/checkpoint`, operatorToken, ''), { status: 200, body: { turn: 0, actors: 1 } });
  t.match(await ask(`${url}/v1/admin/health`, { token: operatorToken }), {
    status: 200,
    body: {
      ready: true,
      tick: 0,
      committed_turn: 0,
      oldest_waiting_ms: { service: 12_000 },
      failed_answers: { portal: 0 },
      paused: false,
      manual_ticks: false,
      speed: 1,
    },
  });
  t.match(await post(`${url}/v1/admin/actors/resident:vera-7/release`, operatorToken, ''), {
    status: 200,
    body: { id: 'resident:vera-7' },
  });
  t.match(await post(`${url}/v1/admin/actors/nobody/release`, operatorToken, ''), { status: 404 });
});
