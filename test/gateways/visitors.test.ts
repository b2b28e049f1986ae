/** Accounts of visitors over HTTP, with the real city behind them: getting in, staying in, and out. */
import t, { type Test } from 'tap';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { kindOf } from '../../engine/ids.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { OpeningCity } from '../../engine/starting-city.ts';
import { OpeningCredentials, type VisitorLogin } from '../../gateways/visitors/credentials.ts';
import { Passwords } from '../../gateways/visitors/passwords.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { nextMs } from '../until.ts';
import { type Answer, ask, post, type StartedPortal, startedPortalWorld } from './started-gateways.ts';

const password = 'a ladder of rope';
const ada = { handle: 'ada', password };

const enter = (url: string, way: 'register' | 'login', body: object, headers = {}): Promise<Answer> =>
  ask(`${url}/v1/visitors/${way}`, { method: 'POST', body: JSON.stringify(body), headers });
const tokenOf = ({ body }: Answer): string => String(body['token']);
const me = (url: string, token: string): Promise<Answer> => ask(`${url}/v1/visitors/me`, { token });

async function registered(t: Test, settings = {}, more = {}): Promise<StartedPortal & { readonly token: string }> {
  const portal = await startedPortalWorld(t, settings, more);
  return { ...portal, token: tokenOf(await enter(portal.url, 'register', ada)) };
}

t.test('[VI1] [G6] who registers is a visitor of the city, and logged in for 30 days', async (t) => {
  const { url, store, city } = await startedPortalWorld(t);
  const answer = await enter(url, 'register', ada);
  t.equal(answer.status, 201);
  t.match(answer.body, { visitor: { id: 'vis-1', handle: 'ada', balance: 0 }, token: /^vis_[\w-]{43}$/ });
  const days = (Date.parse(String(answer.body['expires_at'])) - Date.now()) / 86_400_000;
  t.ok(days > 29.9 && days <= 30, `${days} days`);
  t.match(await me(url, tokenOf(answer)), { status: 200, body: { id: 'vis-1', handle: 'ada', balance: 0 } });
  const kept = JSON.stringify([[...store.logins], [...store.sessions], store.batches, [...city.state.images.values()]]);
  t.notMatch(kept, tokenOf(answer), 'no token is kept');
  t.notMatch(kept, password, 'and no password');
  t.match(store.logins.get('ada')?.passwordHash, /^\$argon2id\$v=19\$/);
  t.notMatch(JSON.stringify(store.batches), /argon2id/, '[J7] and nothing of it in the journal');
});

t.test('[SO11] accounts of one network are the same to the city, which learns no address', async (t) => {
  const { url, store, city } = await startedPortalWorld(t, { trustedProxies: 1 });
  const from = { 'one-1': '203.0.113.7', 'two-2': '203.0.113.7', 'three-3': '203.0.113.8' };
  for (const [handle, address] of Object.entries(from))
    await enter(url, 'register', { handle, password }, { 'x-forwarded-for': address });
  const images = [...city.state.images.values()];
  const networks = images.filter(({ id }) => kindOf(id) === 'visitor').map(({ context }) => String(context['network']));
  const [one, two, three] = networks;
  t.match(one, /^[\w-]{16}$/);
  t.equal(one, two);
  t.not(one, three);
  t.notMatch(JSON.stringify([store.batches, images]), '203.0.113');
});

t.test('[VI4] where no visitor is taken any more, nothing is kept of who registers', async (t) => {
  const { url, store } = await startedPortalWorld(t, {}, {}, { VISITORS_MAX: '1' });
  t.match(await enter(url, 'register', ada), { status: 201 });
  t.match(await enter(url, 'register', { handle: 'bo-1', password }), {
    status: 409,
    body: { error: 'tier_capacity_exceeded', max: 1, current: 1, of: 'visitors', message: /VISITORS_MAX/ },
  });
  t.same([...store.logins.keys()], ['ada']);
  t.match(await enter(url, 'login', ada), { status: 200 });
});

t.test('handles and passwords have a form; a handle is one visitor’s', async (t) => {
  const { url } = await registered(t);
  t.match(await enter(url, 'register', ada), { status: 409, body: { error: 'already_exists' } });
  const malformed = ['ab', 'a'.repeat(41), 'Ada', 'ada lovelace', 'ada_1', '', 7];
  for (const handle of malformed)
    t.match(await enter(url, 'register', { handle, password }), { status: 422 }, String(handle));
  for (const wrong of ['1234567', 'x'.repeat(201), null])
    t.match(await enter(url, 'register', { handle: 'bo-1', password: wrong }), { status: 422 });
  t.match(await enter(url, 'register', { handle: 'bo-1', password: '🗝'.repeat(8) }), { status: 201 });
  t.match(await enter(url, 'login', { handle: 'bo-1', password: '🗝'.repeat(8) }), { status: 200 });
});

t.test('a password is the same however its letters are composed', async (t) => {
  const { url } = await startedPortalWorld(t);
  await enter(url, 'register', { handle: 'ada', password: 'caf\u00e9 caf\u00e9' });
  t.match(await enter(url, 'login', { handle: 'ada', password: 'cafe\u0301 cafe\u0301' }), { status: 200 });
});

t.test('a session ends with its logout, and no other does', async (t) => {
  const { url, token } = await registered(t);
  const second = tokenOf(await enter(url, 'login', ada));
  t.not(second, token);
  const out = await post(`${url}/v1/visitors/logout`, token, {});
  t.match(out, { status: 200, body: { logged_out: true } });
  t.match(out.headers.get('set-cookie'), /^civitas_visitor=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
  t.match(await me(url, token), {
    status: 401,
    body: { error: 'unauthorized', message: /POST \/v1\/visitors\/login/ },
  });
  t.match(await me(url, second), { status: 200 });
});

t.test('of ten sessions the oldest ends with the eleventh login', async (t) => {
  const { url, token, clock } = await registered(t, { sessionsPerVisitorMax: 3, anonymousWritesPerMinute: 100 });
  const tokens = [token];
  for (let n = 0; n < 3; n++) {
    clock.ms += 1;
    await nextMs();
    tokens.push(tokenOf(await enter(url, 'login', ada)));
  }
  const statuses = await Promise.all(tokens.map(async (each) => (await me(url, each)).status));
  t.same(statuses, [401, 200, 200, 200]);
});

t.test('a session ends by itself', async (t) => {
  const clock = { now: () => now, elapsed: () => performance.now() };
  let now = Date.now();
  const { url, token } = await registered(t, {}, { clock });
  now += 30 * 86_400_000 - 1;
  t.match(await me(url, token), { status: 200 });
  now += 1;
  t.match(await me(url, token), { status: 401 });
});

t.test('a session outlives the gateway, for it is in the database', async (t) => {
  const { url, token, store, city } = await registered(t);
  const credentials = new MemoryCredentials(store);
  const again = await startedPortalWorld(t, {}, { city, control: city, credentials });
  t.not(again.url, url);
  t.match(await me(again.url, token), { status: 200, body: { id: 'vis-1' } });
});

t.test('a registration that did not reach the city is completed by the next login, once', async (t) => {
  const portal = await startedPortalWorld(t);
  const lost = new MemoryCredentials(portal.store);
  const passwordHash = await new Passwords({
    passwordMemoryKib: 8,
    passwordPasses: 1,
    passwordHashesAtOnceMax: 1,
    passwordHashesWaitingMax: 1,
  }).hash(password);
  const login: VisitorLogin = { handle: 'ada', login: 'a-random-reference', passwordHash };
  await lost.add(login);
  t.match(await enter(portal.url, 'register', ada), { status: 409 });
  const both = await Promise.all([enter(portal.url, 'login', ada), enter(portal.url, 'login', ada)]);
  t.match(both, [{ status: 200 }, { status: 200 }]);
  t.same(
    both.map(({ body }) => body['visitor']),
    [both[0]?.body['visitor'], both[0]?.body['visitor']],
  );
  const event = { type: 'register_visitor', handle: 'eve', login: login.login };
  t.match(await portal.city.submit({ to: locationActor(commons), caller: 'city', event }), { code: 'already_exists' });
});

t.test('while the city or the database is away a visitor is refused as busy', async (t) => {
  const portal = await startedPortalWorld(t, {}, { credentials: new OpeningCredentials() });
  t.match(await enter(portal.url, 'register', ada), { status: 503, body: { error: 'busy' } });
  t.match(await enter(portal.url, 'login', ada), { status: 503, body: { error: 'busy' } });
  t.match(await me(portal.url, `vis_${'a'.repeat(43)}`), { status: 503, body: { error: 'busy' } });
  const closed = await startedPortalWorld(t, {}, { city: new OpeningCity() });
  t.match(await enter(closed.url, 'register', ada), { status: 503, body: { error: 'busy' } });
  t.equal(closed.store.logins.size, 0, 'and nothing is kept of who registers');
});

t.test('a visitor has 60 requests a minute; an address without a token 20 that would change something', async (t) => {
  const { url, token } = await registered(t, { visitorRatePerMinute: 3, anonymousWritesPerMinute: 4 });
  for (let n = 0; n < 3; n++) t.match(await me(url, token), { status: 200 });
  t.match(await me(url, token), { status: 429, body: { error: 'rate_limited', limit: 3 } });
  for (const handle of ['bo-1', 'cy-1', 'di-1'])
    t.match(await enter(url, 'register', { handle, password }), { status: 201 });
  const limited = await enter(url, 'login', ada);
  t.match(limited, { status: 429, body: { error: 'rate_limited', limit: 4 } });
  t.match(limited.headers.get('retry-after'), /^\d+$/);
});

t.test('tokens of others are none here, and count as refused', async (t) => {
  const { url, token } = await registered(t, { strangerRatePerMinute: 3 });
  for (const wrong of [`res_${'a'.repeat(43)}`, 'adm_operator', `vis_${'a'.repeat(43)}`])
    t.match(await me(url, wrong), { status: 401 });
  t.match(await me(url, `vis_${'b'.repeat(43)}`), { status: 429, body: { error: 'rate_limited', limit: 3 } });
  t.match(await me(url, token), { status: 200 }, 'a right one that is known gets in');
});

/** A database that goes away between the writes of a request. */
class UnansweredCredentials extends MemoryCredentials {
  isAway = false;

  override openSession(...args: Parameters<MemoryCredentials['openSession']>): Promise<readonly string[]> {
    return this.isAway ? Promise.reject(new JournalUnavailable('away')) : super.openSession(...args);
  }

  override changePassword(
    ...args: Parameters<MemoryCredentials['changePassword']>
  ): Promise<readonly string[] | undefined> {
    return this.isAway ? Promise.reject(new JournalUnavailable('away')) : super.changePassword(...args);
  }
}

t.test('where the database does not say whether it has written, nor does the answer', async (t) => {
  const credentials = new UnansweredCredentials();
  const { url } = await startedPortalWorld(t, {}, { credentials });
  credentials.isAway = true;
  const unknown = { status: 503, body: { error: 'busy', applied: 'unknown', message: /look before you repeat/ } };
  t.match(await enter(url, 'register', ada), unknown);
  credentials.isAway = false;
  const login = await enter(url, 'login', ada);
  t.match(login, { status: 200 }, 'who was registered can log in');
  credentials.isAway = true;
  const change = { password, new_password: 'another ladder of rope' };
  t.match(await post(`${url}/v1/visitors/password`, tokenOf(login), change), unknown);
});
