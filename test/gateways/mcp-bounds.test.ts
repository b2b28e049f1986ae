/** Given whoever calls tools, when it asks for too much at once, then that costs as much as over HTTP; and no event is lost on the way. */
import t from 'tap';
import { call, clientOf } from './mcp-client.ts';
import { startedWorld } from './started-gateways.ts';

const headersOf = (token: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
});

t.test('events beyond what a digest holds are told next, not skipped', async (t) => {
  const world = await startedWorld(t);
  const [, bo] = [await world.resident('Ada', 100), await world.resident('Bo', 100)];
  const ada = await clientOf(t, world.url, 'token of Ada', 'modern');
  for (const who of ['Ada', 'Bo']) {
    const client = await clientOf(t, world.url, `token of ${who}`, 'modern');
    await call(client, 'city_move', { exit_id: 'commons' });
  }
  let since = Number(/seq: (\d+)/.exec((await call(ada, 'city_events', { since: '0' })).text)?.[1]);
  const said = Array.from({ length: 12 }, (_, n) => `word-${n}`);
  for (const message of said) await bo.post('/v1/mesh/broadcast', { message });
  const heard: string[] = [];
  let isMore = true;
  for (let calls = 0; isMore && calls < 20; calls++) {
    const { text } = await call(ada, 'city_events', { since: String(since) });
    heard.push(...[...text.matchAll(/word-\d+/g)].map(([word]) => word));
    since = Number(/^{seq: (\d+), is_more/.exec(text)?.[1]);
    isMore = text.includes('is_more: true');
  }
  t.same(heard, said, 'each once, in order');
});

t.test('one message a request: a list of them is one for nobody', async (t) => {
  const world = await startedWorld(t);
  const list = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  const answer = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: headersOf(''),
    body: JSON.stringify(list),
  });
  t.equal(answer.status, 400);
  t.match(await answer.json(), { error: { code: -32600 } });
});

t.test('a path, a query and a word in them are as short as over HTTP', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Ada', 100);
  const ada = await clientOf(t, world.url, 'token of Ada', 'modern');
  const long = 'é'.repeat(2_001);
  const words = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`w${n}`, 'x']));
  for (const given of [
    { path: `/v1/${'/'.repeat(2_000)}` },
    { path: '/v1/me/events', query: { since: long } },
    { path: '/v1/me/events', query: words },
  ])
    t.match(await call(ada, 'city_call_api', { method: 'GET', ...given }), { isError: true, text: /^Nothing has/ });
  const passport = await call(ada, 'city_kin', { action: 'passport', id: long });
  t.match(passport, { isError: true, text: 'id is longer than 2000 characters; nothing has happened.' });
});

t.test('a large body counts before it is read, and once; so does a tool without a route', async (t) => {
  const world = await startedWorld(t);
  const ada = await world.resident('Ada', 100);
  await ada.get('/v1/me');
  const client = await clientOf(t, world.url, 'token of Ada', 'modern');
  const params = { name: 'city_how_to_be_born', arguments: { more: 'x'.repeat(3_000_000) } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const send = () => fetch(`${world.url}/mcp`, { method: 'POST', headers: headersOf('token of Ada'), body });
  const statuses: number[] = [];
  for (let n = 0; n < 16; n++) statuses.push((await send()).status);
  t.ok(statuses.includes(200) && statuses.includes(429), `${statuses}`);
  for (let n = 0; n < 60; n++) await call(client, 'city_how_to_be_born');
  t.match(await call(client, 'city_how_to_be_born'), { isError: true, text: /^refused: rate_limited/ });
});
