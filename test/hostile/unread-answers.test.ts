/**
 * Given callers who ask for much and read nothing, when they do it on one connection or on many, then what waits for them is bounded
 * [OP10].
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import t from 'tap';
import { pause } from '../gateways/raw-requests.ts';
import { startedCity, startedPortal } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';

/** 3.5 MB. */
const file = '/docs/reference.js';
const asked = `GET ${file} HTTP/1.1\r\nHost: a\r\n\r\n`;
const plenty = { pageLooksPerMinute: 1_000_000 };

/** A connection that has sent `text` and reads nothing. */
async function deaf(port: number, text: string): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that is written to it until the server ends it, `pieceMs` apart. */
async function readOf(socket: Socket, pieceMs = 0): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    if (pieceMs > 0) {
      socket.pause();
      setTimeout(() => socket.resume(), pieceMs);
    }
  });
  await once(socket.resume(), 'close');
  return Buffer.concat(pieces);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

t.test('[OP10] a hundred requests for a large file in one write, unread: the connection ends', async (t) => {
  const urls = [(await startedCity(t, plenty)).url, (await startedPortal(t, plenty)).url];
  for (const url of urls) {
    const whole = await (await fetch(`${url}${file}`)).arrayBuffer();
    const socket = await deaf(Number(new URL(url).port), asked.repeat(100));
    await pause(200);
    const { length } = await readOf(socket);
    t.ok(length < 8 * whole.byteLength, `${length} bytes were written, of ${100 * whole.byteLength}`);
  }
});

t.test('[OP10] a slow reader gets all of it', async (t) => {
  const { port, url } = await startedCity(t, plenty);
  const whole = Buffer.from(await (await fetch(`${url}${file}`)).arrayBuffer());
  const socket = await deaf(port, `GET ${file} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await pause(100);
  const read = await readOf(socket, 2);
  t.equal(hashOf(read.subarray(read.indexOf('\r\n\r\n') + 4)), hashOf(whole));
  const two = await deaf(port, asked.repeat(2));
  await pause(100);
  const bytes: Buffer[] = [];
  two.on('data', (piece: Buffer) => bytes.push(piece)).resume();
  await until('both have come', () => bytes.reduce((sum, piece) => sum + piece.length, 0) > 2 * whole.length);
  t.equal(hashOf(Buffer.concat(bytes).subarray(-whole.length)), hashOf(whole), 'and so does who asks twice');
  two.destroy();
});

t.test('[OP10] answers unread on many connections share a bound; the oldest gives way', async (t) => {
  const { port } = await startedCity(t, { ...plenty, unreadAnswersBytesMax: 8_000_000 });
  const sockets: Socket[] = [];
  // The first answer of each is taken by the system, the second waits here.
  for (let i = 0; i < 5; i++) {
    sockets.push(await deaf(port, asked.repeat(2)));
    await pause(100);
  }
  const ended = await Promise.all(
    sockets.map((socket) => Promise.race([readOf(socket).then(() => true), pause(1_000)])),
  );
  t.same(ended.slice(0, 3), [true, true, true]);
  t.same(ended.slice(3), [undefined, undefined]);
  for (const socket of sockets) socket.destroy();
});

t.test('pages and files are counted like every look, by what they weigh', async (t) => {
  const few = { pageLooksPerMinute: 300 };
  for (const { url } of [await startedCity(t, few), await startedPortal(t, few)]) {
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await fetch(`${url}${file}`)).status);
    t.match(statuses, [200, 200]);
    t.equal(statuses.at(-1), 429);
    t.equal((await fetch(`${url}/healthz`)).status, 200, 'who looks after the city still hears how it is');
  }
});
