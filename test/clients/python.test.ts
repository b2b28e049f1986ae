/** The client for Python lives a day in the city: it moves, speaks, works, hears, loses its connection and goes on. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { freePort } from '../free-port.ts';
import { startedWorld } from '../gateways/started-gateways.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('fixtures/a-day.py', import.meta.url));
const folder = fileURLToPath(new URL('../../clients/python', import.meta.url));
const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };

t.test('a day by the client for Python', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 60);
  const bo = await world.resident('Bo', 60);
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const job = await bo.post('/v1/job-board/submit', {
    title: 'A line',
    description: 'One line.',
    reward: 3,
    review_ticks: 0,
  });
  t.equal(job.status, 201);
  const { stdout } = await run('python3', [program, world.url, 'token of Vera', String(job.body['id'])], {
    env,
    timeout: 60_000,
  });
  t.same(JSON.parse(stdout), {
    name: 'Vera',
    moved: 'city-commons',
    refused: ['exit_not_found', false],
    same_answer: true,
    paid: 3,
    heard: ['message.broadcast', 'message.broadcast'],
    missed: 'between two connections',
    image: false,
  });
  t.same(world.errors, []);
});

const refusedTwice = `
import json, sys
from civitas import City, Refused
city = City(sys.argv[1], "res_a")
told = []
for act in (lambda: city.delete("/v1/me/token"), lambda: next(city.events())):
    try:
        act()
    except Refused as refused:
        told.append([refused.status, refused.applied])
print(json.dumps(told))
`;

t.test(
  'what may have happened is not asked again without a key; a refused socket is, until the token is',
  async (t) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response
        .writeHead(500, { 'Content-Type': 'application/json' })
        .end('{"error":"internal_error","applied":"unknown"}');
    });
    server.on('upgrade', (request, socket) => {
      asked.push(`upgrade ${request.url}`);
      const status = asked.length < 4 ? '503 Service Unavailable' : '401 Unauthorized';
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    t.teardown(() => server.close());
    const { stdout } = await run('python3', ['-c', refusedTwice, `http://127.0.0.1:${port}`], { env, timeout: 60_000 });
    t.same(asked, ['DELETE /v1/me/token', 'upgrade /ws', 'upgrade /ws', 'upgrade /ws']);
    t.same(JSON.parse(stdout), [
      [500, 'unknown'],
      [401, false],
    ]);
  },
);

const lostWithoutAWord = `
import sys
import civitas
civitas.SILENCE_SECONDS = 0.2
print(next(civitas.City(sys.argv[1], "res_a").events())["type"])
`;

t.test('a connection on which nothing comes any more is given up, and another one opened', async (t) => {
  let upgrades = 0;
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    upgrades += 1;
    socket.on('error', () => undefined);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    const event = JSON.stringify({ type: 'message.shout', seq: 1, data: {} });
    if (upgrades > 1) socket.write(Buffer.concat([Buffer.of(0x81, event.length), Buffer.from(event)]));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const address = `http://127.0.0.1:${port}`;
  const { stdout } = await run('python3', ['-c', lostWithoutAWord, address], { env, timeout: 60_000 });
  t.equal(stdout.trim(), 'message.shout');
  t.equal(upgrades, 2);
});
