/** A resident ends its own token, over both gateways: it opens nothing from the answer on, wherever it was known. */
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { Client } from './feed-client.ts';
import { startedWithAda, wren } from './soul-gateways.ts';

/** Ada has brought up a child, whose visitor has its token. */
async function started(t: Parameters<typeof startedWithAda>[0]) {
  const there = await startedWithAda(t);
  const eve = await there.visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  const { body: child } = await there.ada('POST', '/v1/threshold/adopt');
  const fetched = async () => String((await eve('POST', `/v1/souls/${soul['id']}/token`)).body['token']);
  return { ...there, eve, child: String(child['id']), fetched };
}

const end = '/v1/me/token';

t.test(
  '[WK4] [TK1] [F8] it opens nothing any more, on both gateways and on its sockets, and is not dead',
  async (t) => {
    const { resident, onPortal, fetched, eve, child, cityPort, operator } = await started(t);
    const token = await fetched();
    const operates = () => onPortal(token)('GET', '/v1/admin/health');
    t.match(await resident(token)('GET', '/v1/me'), { status: 200 });
    t.match(await operates(), { status: 403, body: { error: 'admin_required' } }, 'the Portal knows it');
    const clients = [new Client(t, cityPort, token), new Client(t, cityPort)];
    await clients[1]?.opened();
    clients[1]?.send({ type: 'auth', token });
    for (const client of clients) await client.until('hello');
    const answer = await resident(token)('DELETE', end, undefined, 'once');
    t.match(answer, { status: 200, body: { resident: child, token_ended: true } });
    t.match(await resident(token)('GET', '/v1/me'), { status: 401, body: { error: 'unauthorized' } });
    t.match(await operates(), { status: 401, body: { error: 'unauthorized' } });
    for (const key of ['once', 'twice', undefined])
      t.match(await resident(token)('DELETE', end, undefined, key), { status: 401 }, `again, ${key}`);
    for (const client of clients) t.match(await client.closed, { code: 4401, reason: 'you have ended the token' });
    t.match(await new Client(t, cityPort, token).closed, { code: 4401 });
    const { body: told } = await eve('GET', '/v1/visitors/notifications');
    t.match(told, { items: [{ type: 'token.ended', actor: child }] });
    const next = await fetched();
    t.match(await resident(next)('GET', '/v1/me'), { status: 200, body: { id: child, status: 'alive' } });
    t.match(await resident(next)('DELETE', end), { status: 200 });
    const { body: given } = await operator('POST', `/v1/admin/residents/${child}/token`);
    t.match(await resident(String(given['token']))('GET', '/v1/me'), { status: 200, body: { id: child } });
    t.match(await resident(token)('GET', '/v1/me'), { status: 401 });
  },
);

t.test('[WK4] of two who end it at once both hear that it has ended', async (t) => {
  const { resident, fetched, eve } = await started(t);
  const token = await fetched();
  await resident(token)('GET', '/v1/me');
  const answers = await Promise.all([1, 2].map(() => resident(token)('DELETE', end)));
  t.ok(
    answers.every(({ status }) => status === 200 || status === 401),
    'or that it was none',
  );
  t.ok(answers.some(({ status }) => status === 200));
  const { body } = await eve('GET', '/v1/visitors/notifications');
  const ended = (body['items'] as readonly { readonly type: string }[]).filter(({ type }) => type === 'token.ended');
  t.equal(ended.length, 1);
});

t.test('[WK4] nothing but the token says which; the dead are answered as dead', async (t) => {
  const { resident, city, fetched } = await started(t);
  const token = await fetched();
  t.match(await resident(token)('DELETE', end, { token: 'another' }), { status: 422 });
  t.match(await resident('res_of_nobody')('DELETE', end), { status: 401 });
  t.match(await resident(token)('POST', '/v1/me/shutdown', { confirm: true }), { status: 200 });
  await city.tick();
  t.match(await resident(token)('DELETE', end), { status: 410, body: { error: 'resident_dead' } });
});

t.test('[TK1] a body that was let in and comes when its token has ended changes nothing', async (t) => {
  const { resident, fetched, cityPort, eve } = await started(t);
  const token = await fetched();
  const body = JSON.stringify({ text: 'Too late.' });
  const socket = createConnection(cityPort, '127.0.0.1');
  t.teardown(() => socket.destroy());
  const head = `POST /v1/me/thoughts HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  // Requests of one server are read in the order in which they came.
  await resident(token)('GET', '/v1/me');
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.match(await resident(token)('DELETE', end), { status: 200 });
  socket.write(body.slice(5));
  t.match(await text(socket), /^HTTP\/1\.1 401/);
  const { body: told } = await eve('GET', '/v1/visitors/notifications');
  t.notMatch(JSON.stringify(told), /Too late/);
});
