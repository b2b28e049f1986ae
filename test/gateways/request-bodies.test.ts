/** What a body may be: its text, its pieces, its length, and how much of it may be on its way. */
import t from 'tap';
import { expect } from './expect-refusal.ts';
import { raw } from './raw-requests.ts';
import { ask, post, startedCity, startedWorld } from './started-gateways.ts';

t.test('bodies: what is refused changes nothing', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const bodies: readonly [string, number][] = [
    ['{"message":"a\\u0000b"}', 422],
    ['{"message":"a\\ud800b"}', 422],
    ['{"message":"bell\\u0007"}', 422],
    ['{"message":""}', 422],
    ['{"message":5}', 422],
    [`{"message":"${'x'.repeat(4001)}"}`, 422],
    ['{"message":"a","more":1}', 422],
    ['{"message":"a","__proto__":{}}', 422],
    ['{"message":"a","constructor":1}', 422],
    [`{"message":${'['.repeat(40)}${']'.repeat(40)}}`, 422],
    [`${'['.repeat(100_000)}`, 422],
    ['{"message":"a"', 400],
    ['nonsense', 400],
    ['[]', 422],
    ['null', 422],
    ['', 422],
  ];
  for (const [body, status] of bodies) {
    const answer = await post(`${url}/v1/mesh/broadcast`, token, body);
    t.equal(answer.status, status, body.slice(0, 40));
    t.equal(answer.body['applied'], false);
  }
  const latin = await ask(`${url}/v1/mesh/broadcast`, {
    method: 'POST',
    token,
    body: Buffer.from('{"message":"\xe9"}', 'latin1'),
  });
  expect(t, latin, 400, 'invalid_json');
  for (const amount of [0, -1, 0.0001, 1e9 + 1, 1e300, '5', null]) {
    const answer = await post(`${url}/v1/credits/transfer`, token, { to: 'bo-1', amount });
    expect(t, answer, 422, 'invalid_request');
  }
  t.same(city.commands, []);
  t.equal((await post(`${url}/v1/mesh/broadcast`, token, { message: 'x'.repeat(4000) })).status, 201);
  await post(`${url}/v1/credits/transfer`, token, { to: 'bo-1', amount: 0.001 });
  await post(`${url}/v1/credits/transfer`, token, { to: 'bo-1', amount: 1.005 });
  t.same(
    city.commands.slice(1).map(({ event }) => event['amount']),
    [1, 1005],
  );
});

t.test('what is refused repeats no more of the name of a field than of its fault', async (t) => {
  const world = await startedWorld(t);
  const ada = await world.resident('Ada');
  await ada.post('/v1/house/rooms', { name: 'den', purpose: 'workshop' });
  const { status, body } = await ada.post('/v1/workshops/den/code', { files: { ['x'.repeat(50_000)]: '' } });
  t.equal(status, 422, JSON.stringify(body).slice(0, 200));
  t.ok(JSON.stringify(body).length < 2_000, `${JSON.stringify(body).length} characters`);
});

t.test('a body in many pieces, and chunked, is read whole', async (t) => {
  const { city, port } = await startedCity(t);
  const token = city.live('vera-7');
  const body = JSON.stringify({ message: 'x'.repeat(3000) });
  const head = `POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
  const pieces = [
    head,
    `Content-Length: ${body.length}\r\n\r\n`,
    body.slice(0, 10),
    body.slice(10, 2000),
    body.slice(2000),
  ];
  t.match(await raw(port, pieces), /^HTTP\/1.1 201/);
  const chunks = [`${head}Transfer-Encoding: chunked\r\n\r\n`, `5\r\n${body.slice(0, 5)}\r\n`];
  const rest = body.slice(5);
  t.match(await raw(port, [...chunks, `${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`]), /^HTTP\/1.1 201/);
  t.same(
    city.commands.map(({ event }) => String(event['text']).length),
    [3000, 3000],
  );
});

t.test('[H4] a body that is too large is answered before it has come, and read on', async (t) => {
  const { port, url } = await startedCity(t, { bodyBytesMax: 1000, discardBytesMax: 5_000_000, discardMsMax: 200 });
  const begun = ['POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n', 'abc'];
  const waiting = await raw(port, begun, 'end');
  t.match(waiting, /^HTTP\/1.1 413 [\s\S]*Connection: close[\s\S]*"max_bytes":1000/);
  for (let i = 0; i < 20; i++) {
    const answer = await post(`${url}/v1/mesh/broadcast`, 'res_x', 'x'.repeat(1_000_000));
    expect(t, answer, 413, 'payload_too_large');
  }
  const endless = await raw(
    port,
    [
      'POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...Array.from({ length: 20 }, () => `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`),
    ],
    'end',
  );
  t.match(endless, /413|^$/);
});

t.test('[H6] two Content-Lengths, or one with Transfer-Encoding, are 400 and closed', async (t) => {
  const { port } = await startedCity(t);
  const post = 'POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\n';
  const get = 'GET /v1/me HTTP/1.1\r\nHost: a\r\n';
  for (const start of [post, get]) {
    t.match(await raw(port, [`${start}Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}{}`], 'end'), /^HTTP\/1.1 400/);
    t.match(
      await raw(port, [`${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`], 'end'),
      /^HTTP\/1.1 400/,
    );
  }
  // An empty first one hides the second from who asks for it by name.
  t.match(await raw(port, [`${post}Content-Length:\r\nContent-Length: 4\r\n\r\n{}{}`], 'end'), /^HTTP\/1.1 400/);
});

t.test('[H6] a body in any coding but chunked, in two, or for two hosts is 400 and closed', async (t) => {
  const { port } = await startedCity(t);
  const post = 'POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\n';
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const wrong = ['Transfer-Encoding: xchunked\r\n', 'Transfer-Encoding: chunked, identity\r\n', `${chunked}${chunked}`];
  for (const header of [...wrong, `Host: b\r\n${chunked}`])
    t.match(await raw(port, [`${post}${header}\r\n2\r\n{}\r\n0\r\n\r\n`], 'end'), /^HTTP\/1.1 400/, header);
});

t.test(
  '[H6] neither is a request without a body that one side may take for one with a body, or for another host',
  async (t) => {
    const { port } = await startedCity(t);
    const wrong = [
      'Host: b\r\n',
      'Transfer-Encoding: xchunked\r\n',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n',
      'Content-Length:\r\nContent-Length: 3\r\n',
    ];
    for (const path of ['/v1/me', '/healthz', '/nowhere'])
      for (const header of wrong)
        t.match(await raw(port, [`GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`], 'end'), /^HTTP\/1.1 400/, header);
    t.match(await raw(port, ['GET /healthz HTTP/1.1\r\nAccept: a\r\n\r\n'], 'end'), /^HTTP\/1.1 400/, 'no host');
  },
);
