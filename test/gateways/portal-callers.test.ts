/** Who is authenticated at the Portal Gateway: cookies by the page that sends them, trusted proxies, and station tokens. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import { listen, open } from '../../gateways/gateway.ts';
import { defineRoute } from '../../gateways/route/route.ts';
import { FakeCity } from './fake-city.ts';
import { type Answer, ask, optionsOf, post, type StartedPortal, startedPortalWorld } from './started-gateways.ts';

const ada = { handle: 'ada', password: 'a ladder of rope' };

const register = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(`${url}/v1/visitors/register`, { method: 'POST', body: JSON.stringify(ada), headers });

async function withCookie(t: Test, settings = {}): Promise<StartedPortal & { readonly cookie: string }> {
  const portal = await startedPortalWorld(t, settings);
  const set = (await register(portal.url)).headers.get('set-cookie') ?? '';
  return { ...portal, cookie: set.slice(0, set.indexOf(';')) };
}

const out = (url: string, headers: Record<string, string>): Promise<Answer> =>
  ask(`${url}/v1/visitors/logout`, { method: 'POST', headers });

t.test('the cookie is for this city’s pages alone: no script sees it, no other site’s form sends it', async (t) => {
  const { url } = await startedPortalWorld(t);
  const answer = await register(url);
  const expires = 'Expires=\\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]{8} GMT';
  t.match(
    answer.headers.get('set-cookie'),
    new RegExp(`^civitas_visitor=vis_[\\w-]{43}; Path=/; ${expires}; HttpOnly; SameSite=Lax$`),
  );
});

t.test('[G7] who comes with the cookie may read, and write from a page of our own', async (t) => {
  const { url, cookie } = await withCookie(t);
  t.match(await ask(`${url}/v1/visitors/me`, { headers: { cookie } }), { status: 200, body: { handle: 'ada' } });
  t.match(await ask(`${url}/v1/visitors/me`, { headers: { cookie: `a=b; ${cookie}; c="d"` } }), { status: 200 });
  const foreign = ['https://evil.example', 'null', url.replace('http:', 'https:'), `${url}.evil.example`, `${url}0`];
  for (const origin of foreign) {
    const refused = await out(url, { cookie, origin });
    t.match(refused, { status: 403, body: { error: 'access_denied', applied: false, expected: url } }, origin);
  }
  t.match(await out(url, { cookie }), { status: 403, body: { error: 'access_denied', origin: '' } }, 'without one too');
  t.match(await ask(`${url}/v1/visitors/me`, { headers: { cookie } }), { status: 200 }, 'nothing has happened');
  t.match(await out(url, { cookie, origin: url }), { status: 200 });
  t.match(await ask(`${url}/v1/visitors/me`, { headers: { cookie } }), { status: 401 });
});

t.test('a token in the header needs no page, and goes before the cookie', async (t) => {
  const { url, cookie } = await withCookie(t);
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const wrong = `vis_${'a'.repeat(43)}`;
  const both = { cookie, Authorization: `Bearer ${wrong}` };
  t.match(await ask(`${url}/v1/visitors/me`, { headers: both }), { status: 401 });
  t.match(await out(url, { ...both, origin: url }), { status: 401 });
  t.match(await out(url, { Authorization: `Bearer ${token}`, origin: 'https://evil.example' }), { status: 200 });
});

t.test('behind PORTAL_PUBLIC_URL its origin is ours, and the address asked at is not', async (t) => {
  const { url, cookie } = await withCookie(t, { portalOrigin: 'https://city.example' });
  t.match(await out(url, { cookie, origin: url }), { status: 403, body: { expected: 'https://city.example' } });
  t.match(await out(url, { cookie, origin: 'https://city.example' }), { status: 200 });
});

t.test('[G7] nobody’s page logs its reader in as somebody else', async (t) => {
  const { url, store } = await startedPortalWorld(t);
  t.match(await register(url, { origin: 'https://evil.example' }), { status: 403, body: { error: 'access_denied' } });
  t.equal(store.logins.size, 0);
  t.match(await register(url, { origin: url }), { status: 201 });
  const login = (origin: string) =>
    ask(`${url}/v1/visitors/login`, { method: 'POST', body: JSON.stringify(ada), headers: { origin } });
  t.match(await login('https://evil.example'), { status: 403 });
  t.match(await login(url), { status: 200 });
});

t.test('behind a trusted proxy the cookie is for https alone, and https is our own', async (t) => {
  const https = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' };
  const bare = await startedPortalWorld(t);
  t.notMatch((await register(bare.url, https)).headers.get('set-cookie'), /Secure/, 'nobody is trusted');
  const proxied = await startedPortalWorld(t, { trustedProxies: 1 });
  const set = (await register(proxied.url, https)).headers.get('set-cookie') ?? '';
  t.match(set, /; HttpOnly; Secure; SameSite=Lax$/);
  const cookie = set.slice(0, set.indexOf(';'));
  const secure = proxied.url.replace('http:', 'https:');
  t.match(await out(proxied.url, { ...https, cookie, origin: proxied.url }), {
    status: 403,
    body: { expected: secure },
  });
  t.match(await out(proxied.url, { ...https, cookie, origin: secure }), { status: 200 });
});

t.test('limits by address go by what trusted proxies say, and never by what the client does', async (t) => {
  const from = (url: string, forwarded: string) =>
    ask(`${url}/v1/visitors/login`, { method: 'POST', body: '{}', headers: { 'X-Forwarded-For': forwarded } });
  const direct = await startedPortalWorld(t, { anonymousWritesPerMinute: 2 });
  for (const address of ['1.1.1.1', '2.2.2.2']) t.match(await from(direct.url, address), { status: 422 });
  t.match(await from(direct.url, '3.3.3.3'), { status: 429 }, 'without proxies forged addresses are one');
  const { url } = await startedPortalWorld(t, { anonymousWritesPerMinute: 2, trustedProxies: 1 });
  for (const forged of ['1.1.1.1', '2.2.2.2'])
    t.match(await from(url, `${forged}, 203.0.113.9`), { status: 422 }, 'the right end is the client');
  t.match(await from(url, '3.3.3.3, 203.0.113.9'), { status: 429 });
  t.match(await from(url, '203.0.113.9, 198.51.100.7'), { status: 422 }, 'another client');
});

t.test('headers of answers and pages keep browsers from sharing them', async (t) => {
  const { url } = await startedPortalWorld(t);
  const plain = await ask(`${url}/v1/visitors/me`);
  const unknown = await ask(`${url}/nowhere`);
  const large = await post(`${url}/v1/visitors/login`, '', { handle: 'ada', password: 'x'.repeat(5_000) });
  t.same([plain.status, unknown.status, large.status], [401, 404, 413]);
  for (const { headers } of [plain, unknown, large, await ask(`${url}/v1/admin/health`)]) {
    t.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.equal(headers.get('x-frame-options'), 'DENY');
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    t.equal(headers.get('access-control-allow-origin'), null);
  }
  for (const path of ['/', '/docs']) {
    const { headers } = await fetch(`${url}${path}`);
    t.match(
      headers.get('content-security-policy'),
      /^default-src 'none'; script-src ('none'|'self');.*frame-ancestors 'none'$/,
    );
    t.equal(headers.get('x-frame-options'), 'DENY');
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  }
});

t.test('an operator’s key is not looked up for a stranger', async (t) => {
  const { url } = await startedPortalWorld(t);
  const key = { 'Idempotency-Key': 'one' };
  t.match(await register(url, key), { status: 201 });
  t.match(await register(url, key), { status: 409, body: { error: 'already_exists' } });
});

t.test('a station is let in by its own token, and by no other', async (t) => {
  const city = new FakeCity();
  const options = optionsOf(city, { stationRatePerMinute: 2 }, []);
  const beat = defineRoute({
    method: 'POST',
    path: '/v1/portals/heartbeat',
    summary: 'A station lives',
    caller: 'station',
    answer: z.looseObject({}),
    perform: async ({ caller }) => ({ type: 'shown', value: { id: caller.id, actor: caller.actor } }),
  });
  const feed = { title: '', description: '', sent: [], received: [], bearer: '' };
  const described = { name: 'portal', title: '', description: '', feed, pages: [], answerHeaders: [] };
  const gateway = await listen(options, open(options, { ...described, routes: [beat] }), () => {});
  t.teardown(() => gateway.close());
  const url = `http://127.0.0.1:${gateway.port}/v1/portals/heartbeat`;
  const token = `sta_${'a'.repeat(43)}`;
  t.match(await post(url, token, {}), { status: 401 }, 'no station is known yet');
  city.shown.set('station_token', { type: 'shown', value: { id: 'gate-1', status: 'active' } });
  t.match(await post(url, token, {}), { status: 200, body: { id: 'gate-1', actor: 'portal-station:gate-1' } });
  t.match(await post(url, `vis_${'a'.repeat(43)}`, {}), { status: 401 });
  t.match(await ask(url, { method: 'POST' }), { status: 401 });
  t.match(await post(url, token, {}), { status: 200 });
  t.match(await post(url, token, {}), { status: 429, body: { limit: 2 } });
});

t.test('[G1] what visitors may ask is described, with its token and its refusals', async (t) => {
  const { url } = await startedPortalWorld(t);
  const { body } = await ask(`${url}/openapi.json`);
  t.match(body, {
    components: { securitySchemes: { visitor: { scheme: 'bearer' }, operator: {} } },
    paths: {
      '/v1/visitors/me': { get: { security: [{ visitor: [] }] } },
      '/v1/visitors/logout': { post: { security: [{ visitor: [] }], responses: { 403: {}, 429: {} } } },
      '/v1/visitors/login': { post: { security: [], responses: { 401: {}, 403: {}, 429: {} } } },
    },
  });
});
