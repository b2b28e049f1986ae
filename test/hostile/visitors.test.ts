/**
 * Nobody gets in who has no password, and nobody who is in gets at what is another's: each way is tried, over HTTP, with the real
 * city behind it.
 */
import { Agent } from 'node:http';
import t, { type Test } from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { type Asked, ask } from '../crash/http-exchange.ts';
import { operatorToken, optionsOf, startedPortalWorld } from '../gateways/started-gateways.ts';
import { found } from '../world.ts';

const password = 'a ladder of rope';
const unlimited = { anonymousWritesPerMinute: 1_000_000, visitorRatePerMinute: 1_000_000 };
const atOnce = 8;

async function visitorCity(t: Test, settings = {}) {
  const world = await startedPortalWorld(t, { ...unlimited, ...settings });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  t.teardown(() => agent.destroy());
  const port = Number(new URL(world.url).port);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Asked> =>
    ask(port, 'POST', path, { body, headers, agent });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Asked> =>
    ask(port, 'GET', path, { headers, agent });
  const register = async (handle: string) => {
    const { body } = await post('/v1/visitors/register', { handle, password });
    return { token: String(body['token']), id: String((body['visitor'] as { readonly id: string }).id) };
  };
  const login = (handle: string, secret: string, headers = {}) =>
    post('/v1/visitors/login', { handle, password: secret }, headers);
  return { ...world, port, post, get, register, login };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** How often each status was answered. */
function countsOf(answers: readonly Asked[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

t.test('[G8] of 10,000 wrong logins from 100 addresses 10 each are tried, and none gets in', async (t) => {
  const { register, login, store } = await visitorCity(t, { trustedProxies: 1 });
  await register('ada');
  const answers: Asked[] = [];
  const guesses = Array.from({ length: 10_000 }, (_, n) => n);
  await inParallel(atOnce, guesses, async (n) => {
    answers.push(await login('ada', `guess number ${n}`, { 'x-forwarded-for': `203.0.113.${n % 100}` }));
  });
  t.same(countsOf(answers), { 401: 1_000, 429: 9_000 });
  t.equal(store.sessions.size, 1, 'no session was opened');
  t.match(await login('ada', password, { 'x-forwarded-for': '203.0.113.1' }), { status: 429 }, 'the guesser waits');
  t.match(await login('ada', password, { 'x-forwarded-for': '198.51.100.1' }), { status: 200 }, 'she does not');
});

t.test('[G8] forged addresses and many handles are still one address', async (t) => {
  const { register, login } = await visitorCity(t);
  for (const handle of ['ada', 'bo-1']) await register(handle);
  const answers: Asked[] = [];
  const guesses = Array.from({ length: 1_000 }, (_, n) => n);
  await inParallel(atOnce, guesses, async (n) => {
    const forged = {
      'x-forwarded-for': `203.0.113.${n % 250}`,
      'x-real-ip': `10.0.0.${n % 250}`,
      forwarded: `for=10.1.1.${n % 250}`,
    };
    answers.push(await login(n % 2 === 0 ? 'ada' : `handle-${n}`, 'guess', forged));
  });
  t.same(countsOf(answers), { 401: 50, 429: 950 });
});

t.test('a session is never one that somebody brought along', async (t) => {
  const { register, login, get } = await visitorCity(t);
  await register('ada');
  const eve = await register('eve');
  const chosen = `vis_${'x'.repeat(43)}`;
  for (const planted of [chosen, eve.token]) {
    const answer = await login('ada', password, { cookie: `civitas_visitor=${planted}`, ...bearer(planted) });
    t.equal(answer.status, 200);
    t.not(answer.body['token'], planted, 'the login draws a token of its own');
    t.notMatch(String(answer.headers['set-cookie']), planted);
  }
  t.match(await get('/v1/visitors/me', bearer(chosen)), { status: 401 }, 'what was planted is nobody');
  t.match(await get('/v1/visitors/me', bearer(eve.token)), { body: { handle: 'eve' } }, 'or who it was before');
  const tokens = await Promise.all(Array.from({ length: 5 }, () => login('ada', password)));
  t.equal(new Set(tokens.map(({ body }) => body['token'])).size, 5, 'and no two are the same');
});

t.test('[VI2] nobody spends from another’s wallet, or hears notifications of another', async (t) => {
  const { city, post, get, register } = await visitorCity(t);
  const bo = await found(city, 'Bo', 10_000);
  const [ada, eve] = [await register('ada'), await register('eve')];
  await post('/v1/admin/credits', { visitor: ada.id, amount: 100 }, bearer(operatorToken));
  const gift = await post(
    '/v1/visitors/fund',
    { resident: bo, amount: 10 },
    { ...bearer(ada.token), 'idempotency-key': 'k' },
  );
  t.match(gift, { status: 201, body: { balance: 90 } });
  const asEve = bearer(eve.token);
  const tries: readonly (readonly [string, Promise<Asked>, number])[] = [
    ['an empty wallet', post('/v1/visitors/fund', { resident: bo, amount: 1 }, asEve), 402],
    ['another named in the body', post('/v1/visitors/fund', { visitor: ada.id, resident: bo, amount: 1 }, asEve), 422],
    ['a payer named in the body', post('/v1/visitors/fund', { from: ada.id, resident: bo, amount: 1 }, asEve), 422],
    ['less than nothing', post('/v1/visitors/fund', { resident: bo, amount: -1 }, asEve), 422],
    [
      'another’s key',
      post('/v1/visitors/fund', { resident: bo, amount: 10 }, { ...asEve, 'idempotency-key': 'k' }),
      402,
    ],
    ['the operator’s grant', post('/v1/admin/credits', { visitor: eve.id, amount: 1 }, asEve), 401],
    ['the operator’s overview', get('/v1/dashboard/residents', asEve), 401],
    [
      'another’s cookie beside her token',
      get('/v1/visitors/me', { ...asEve, cookie: `civitas_visitor=${ada.token}` }),
      200,
    ],
  ];
  for (const [what, trying, status] of tries) {
    const answer = await trying;
    t.equal(answer.status, status, what);
    t.notMatch(answer.text, /"balance":90|ada/, `${what}: nothing of hers is shown`);
  }
  t.match((await get('/v1/visitors/notifications', asEve)).body, { items: [], next_cursor: null });
  t.match((await get('/v1/visitors/me', bearer(ada.token))).body, { balance: 90 });
  t.same(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('a token opens its own door alone', async (t) => {
  const { city, get, post, register } = await visitorCity(t);
  await found(city, 'Bo', 10_000);
  const ada = await register('ada');
  const api = await startCityApi({ ...optionsOf(city, {}, []), portalPort: () => 0 });
  t.teardown(() => api.close());
  const me = (token: string) => ask(api.port, 'GET', '/v1/me', { token });
  t.match(await me('token of Bo'), { status: 200 });
  t.match(await me(ada.token), { status: 401 }, 'a visitor is no resident');
  for (const token of [
    'token of Bo',
    operatorToken,
    `sta_${'a'.repeat(43)}`,
    '',
    'vis_',
    `vis_${'a'.repeat(42)}`,
    `${ada.token}a`,
  ])
    t.match(await get('/v1/visitors/me', bearer(token)), { status: 401 }, `${token} is no visitor`);
  for (const cookie of [
    'civitas_visitor=',
    'civitas_visitor=;',
    'x',
    `civitas_visitor="${ada.token}`,
    `CIVITAS_VISITOR=${ada.token}`,
  ])
    t.match(await get('/v1/visitors/me', { cookie }), { status: 401 }, cookie);
  t.match(await post('/v1/visitors/logout', {}, { cookie: `civitas_visitor=${ada.token}` }), { status: 403 });
  t.match(await get('/v1/visitors/me', bearer(ada.token)), { status: 200 });
});

t.test('[G8] neither the text nor the time of an answer shows whether there is such a handle', async (t) => {
  const real = {
    passwordMemoryKib: 19_456,
    passwordPasses: 2,
    failedLoginsPerHandleMax: 1_000,
    failedLoginsPerAddressMax: 1_000,
  };
  const { register, login } = await visitorCity(t, real);
  await register('ada');
  // The first one makes the hash that nobody's password has.
  await login('nobody', 'a rope of ladders');
  const quickest = { ada: Number.POSITIVE_INFINITY, eve: Number.POSITIVE_INFINITY };
  const texts = new Set<string>();
  const isAlike = () => quickest.eve / quickest.ada > 0.6 && quickest.eve / quickest.ada < 1.7;
  // The quickest of many is what the work takes: whatever else the machine does only adds to it, so more are timed while they differ.
  for (let n = 0; n < 15 || (n < 150 && !isAlike()); n++)
    for (const handle of ['ada', 'eve'] as const) {
      const answer = await login(handle, 'a rope of ladders');
      quickest[handle] = Math.min(quickest[handle], answer.ms);
      texts.add(`${answer.status} ${answer.text}`);
    }
  t.equal(texts.size, 1, [...texts].join('\n'));
  t.ok(isAlike(), `with a handle ${quickest.ada} ms, without one ${quickest.eve} ms`);
});
