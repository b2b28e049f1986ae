/**
 * Given a connection on which no request comes whole, when its time is over, then it hears so and is closed; whoever asks in time is left
 * alone.
 */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import t from 'tap';
import { WebSocket } from 'ws';
import { until } from '../until.ts';
import { pause, raw } from './raw-requests.ts';
import { startedCity, startedPortal } from './started-gateways.ts';

const quick = { firstRequestMsMax: 200 };
const head = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';
const unfinished: Readonly<Record<string, string>> = {
  'a NUL in a value': `${head}X: a\0b\r\n\r\n`,
  'another control character': `${head}X: a\u0001b\r\n\r\n`,
  'a NUL in a name': `${head}X\0: a\r\n\r\n`,
  'a space before the colon': `${head}X : a\r\n\r\n`,
  'no colon': `${head}X\r\n\r\n`,
  'a folded line': `${head}X: a\r\n b\r\n\r\n`,
  'no header at all': 'GET /healthz HTTP/1.1\r\n\r\n',
  'half a request': 'GET /healthz HTTP/1.1\r\nHo',
  nothing: '',
};

t.test('[H7] headers that uWebSockets waits for are answered 408 and closed', async (t) => {
  for (const { url } of [await startedCity(t, quick), await startedPortal(t, quick)]) {
    const port = Number(new URL(url).port);
    const answers = await Promise.all(
      Object.entries(unfinished).map(async ([name, text]) => [name, await raw(port, [text], 'end')] as const),
    );
    for (const [name, answer] of answers) {
      t.match(answer, /^HTTP\/1.1 408 [\s\S]*X-Request-Id: [\s\S]*Connection: close[\s\S]*"applied":false/i, name);
      t.match(answer, /control character/, name);
    }
  }
});

t.test('[H7] headers that are sent on, byte by byte, are answered too, and what comes afterwards is not', async (t) => {
  const { city, port } = await startedCity(t, quick);
  const token = city.live('vera-7');
  const slow = [
    'GET /v1/me HTTP/1.1\r\nHost: a\r\n',
    ...`Authorization: Bearer ${token}\r\n${'x'.repeat(100)}: y\r\n\r\n`,
  ];
  const answer = await raw(port, slow, 'end');
  t.match(answer, /^HTTP\/1.1 408/);
  t.equal(answer.split('HTTP/1.1').length, 2, 'one answer');
});

t.test('[H7] a connection with a request before it, and a socket, stay open', async (t) => {
  const { port } = await startedCity(t, quick);
  const socket = createConnection(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString();
  });
  socket.write(`${head}\r\n`);
  await until('it is answered', () => text.includes('200 OK'));
  await pause(500);
  socket.write(`${head}\r\n`);
  await until('it is answered again', () => text.split('200 OK').length === 3);
  t.notMatch(text, '408');
  const followed = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  await once(followed, 'open').catch(() => undefined);
  await pause(500);
  t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  followed.close();
});

t.test('[H7] connections that go, ask and break in every order end nobody else', async (t) => {
  const { port } = await startedCity(t, { firstRequestMsMax: 40, firstRequestsMax: 50 });
  const ends = Array.from({ length: 400 }, async (_, n) => {
    const socket = createConnection(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect').catch(() => undefined);
    const texts = Object.values(unfinished);
    socket.resume().write(n % 3 === 0 ? `${head}\r\n` : (texts[n % texts.length] ?? ''));
    await pause((n * 7) % 80);
    if (n % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  });
  await Promise.all(ends);
  t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
});
