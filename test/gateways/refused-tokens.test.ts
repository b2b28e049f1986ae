/** Guessing tokens is as slow on every path of both gateways as on any; a right token never waits for it. */
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { RefusedTokens } from '../../gateways/limits/refused-tokens.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { ask, operatorToken, startedCity, startedPortal } from './started-gateways.ts';

/** Both gateways of one city, with so many tries for an address. */
async function both(t: Test, tries: number) {
  const refusedTokens = new RefusedTokens({ ...gatewayDefaults, strangerRatePerMinute: tries }, () => 0);
  const { city, url, port } = await startedCity(t, {}, { refusedTokens });
  const portal = await startedPortal(t, {}, { refusedTokens });
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: city.residents.get('vera-7') });
  portal.city.live('vera-7');
  return { city, token, port, cityUrl: url, portalUrl: portal.url };
}

const limited = { status: 429, body: { error: 'rate_limited', limit: 6, applied: false } };

t.test('wrong tokens count together, whatever the path, the method and the gateway', async (t) => {
  const { cityUrl, portalUrl, token } = await both(t, 6);
  const doors: readonly [string, string][] = [
    ['GET', `${cityUrl}/v1/me`],
    ['POST', `${cityUrl}/v1/mesh/broadcast`],
    ['DELETE', `${cityUrl}/v1/admin/nothing`],
    ['GET', `${portalUrl}/v1/admin/health`],
    ['POST', `${portalUrl}/v1/admin/pause`],
    ['GET', `${portalUrl}/v1/admin/nothing`],
  ];
  for (const [method, url] of doors) t.match(await ask(url, { method, token: 'adm_wrong' }), { status: 401 }, url);
  for (const [method, url] of doors) {
    const answer = await ask(url, { method, token: 'adm_wrong' });
    t.match(answer, limited, url);
    t.match(answer.headers.get('retry-after'), '60');
    t.match(answer.body['message'], /tokens from your address/);
  }
  t.match(await ask(`${cityUrl}/v1/me`, { token }), { status: 200 }, 'a resident gets in');
  t.match(await ask(`${cityUrl}/v1/me`), { status: 401 }, 'none is no guess');
  const health = await ask(`${portalUrl}/v1/admin/health`, { token: operatorToken });
  t.match(health, { status: 200 }, 'so does the operator');
});

t.test('what is refused without the operator’s token counts too, with none or with a resident’s', async (t) => {
  const { portalUrl, token } = await both(t, 6);
  const pause = `${portalUrl}/v1/admin/pause`;
  for (let n = 0; n < 3; n++) {
    t.match(await ask(pause, { method: 'POST', token }), { status: 403, body: { error: 'admin_required' } });
    t.match(await ask(pause, { method: 'POST' }), { status: 401 });
  }
  t.match(await ask(pause, { method: 'POST', token }), limited);
  t.match(await ask(pause, { method: 'POST', token: operatorToken }), { status: 200 });
});

t.test('beyond the limit an unknown path answers a right token as a wrong one', async (t) => {
  const { cityUrl, portalUrl } = await both(t, 6);
  for (const url of [cityUrl, portalUrl]) {
    const path = `${url}/v1/admin/nothing`;
    for (let n = 0; n < 3; n++) {
      t.match(await ask(path, { token: operatorToken }), { status: 404 });
      t.match(await ask(path, { token: 'adm_wrong' }), { status: 401 });
    }
  }
  for (const url of [cityUrl, portalUrl])
    for (const token of [operatorToken, 'adm_wrong']) t.match(await ask(`${url}/v1/admin/nothing`, { token }), limited);
});

t.test('the feed counts with them, at the upgrade and in the first frame', async (t) => {
  const { port, cityUrl, token } = await both(t, 2);
  t.equal(await closeOf(t, port, 'adm_wrong', 'header'), 4401);
  t.equal(await closeOf(t, port, 'adm_wrong', 'frame'), 4401);
  t.equal(await closeOf(t, port, 'adm_wrong', 'header'), 4429);
  t.equal(await closeOf(t, port, 'adm_wrong', 'frame'), 4429);
  t.match(await ask(`${cityUrl}/v1/me`, { token: 'adm_wrong' }), { status: 429 });
  t.equal(await closeOf(t, port, token, 'header'), 'hello');
  t.equal(await closeOf(t, port, token, 'frame'), 'hello');
});

t.test('an address is one; of IPv6 the network counts, for its holder chooses the rest', async (t) => {
  const same: readonly (readonly [string, string, boolean])[] = [
    ['10.0.0.1', '10.0.0.2', false],
    ['0000:0000:0000:0000:0000:ffff:0a00:0001', '0000:0000:0000:0000:0000:ffff:0a00:0002', false],
    ['2001:0db8:0000:0001:0000:0000:0000:0001', '2001:0db8:0000:0001:ffff:ffff:ffff:ffff', true],
    ['2001:0db8:0000:0001:0000:0000:0000:0001', '2001:0db8:0000:0002:0000:0000:0000:0001', false],
  ];
  for (const [one, other, isSame] of same) {
    const refusedTokens = new RefusedTokens({ ...gatewayDefaults, strangerRatePerMinute: 1 }, () => 0);
    t.equal(refusedTokens.count(one), undefined);
    t.equal(refusedTokens.count(other) !== undefined, isSame, `${one} ${other}`);
  }
});

/** How a socket with this token ends, or that it was let in. */
function closeOf(t: Test, port: number, token: string, by: 'header' | 'frame'): Promise<number | 'hello'> {
  const headers = by === 'header' ? { Authorization: `Bearer ${token}` } : {};
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  t.teardown(() => socket.terminate());
  if (by === 'frame') socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
  return new Promise((resolve) => {
    socket.on('message', () => resolve('hello'));
    socket.on('close', (code) => resolve(code));
  });
}
