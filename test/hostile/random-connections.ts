/**
 * What connections may send, from a seed: requests in every order, size and pace, whole and broken, with answers that nobody reads.
 * A stranger is data; `behave` is what makes a connection of it.
 */
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '../../population/seeded-random.ts';

export interface Stranger {
  readonly kind: string;
  readonly gateway: 'city' | 'portal';
  readonly pieces: readonly (string | Buffer)[];
  readonly pauseMs: number;
  /** Unread, what comes waits in the city. */
  readonly reads: boolean;
  readonly leaves: 'at once' | 'half' | 'broken';
  /** Milliseconds between the last piece and leaving. */
  readonly staysMs: number;
}

type Sent = Pick<Stranger, 'kind' | 'gateway' | 'pieces'>;

const host = 'Host: a\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const manyKeys = `{${Array.from({ length: 9_999 }, (_, n) => `"key ${n}":1`).join(',')}}`;
/** What is looked at; some of it is made when it is asked for first. */
export const looked = ['/v1/map', '/openapi.json', '/SKILL.md', '/', '/metrics', '/v1/residents', '/nowhere'] as const;
const broken = [
  `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}X : a\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}X\r\n\r\n`,
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nAccept: a\r\n\r\n',
  `GET / HTTP/1.0\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}${'X: a\r\n'.repeat(300)}\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
  `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}{}`,
  `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n{}`,
  `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
];

/** How often each is met. */
const kinds: readonly (readonly [(random: SeededRandom, token: string) => Sent, number])[] = [
  [files, 3],
  [bodies, 4],
  [chunks, 2],
  [slowHead, 2],
  [framing, 3],
  [portalSocket, 4],
  [citySocket, 2],
  [looks, 2],
];

/** `token`: of a resident, whose bodies are read on; none of what is sent acts. */
export function stranger(random: SeededRandom, token: string): Stranger {
  const make = random.pickWeighted(kinds) ?? files;
  return {
    ...make(random, token),
    pauseMs: random.pick([0, 0, 1, 20]) ?? 0,
    reads: random.withProbability(0.4),
    leaves: random.pick(['at once', 'half', 'broken'] as const) ?? 'at once',
    staysMs: random.integerBelow(600),
  };
}

const either = (random: SeededRandom) => random.pick(['city', 'portal'] as const) ?? 'city';

function files(random: SeededRandom): Sent {
  const times = random.pick([1, 2, 10, 100]) ?? 1;
  return { kind: 'files', gateway: either(random), pieces: [get('/docs/reference.js').repeat(times)] };
}

function looks(random: SeededRandom): Sent {
  const asked = Array.from({ length: 1 + random.integerBelow(200) }, () => get(random.pick(looked) ?? '/'));
  return { kind: 'looks', gateway: either(random), pieces: [asked.join('')] };
}

function bodies(random: SeededRandom, token: string): Sent {
  const size = random.pick([10, 70_000, 130_000, 300_000, 1_000_000, 5_000_000]) ?? 10;
  const body = random.withProbability(0.6) ? manyKeys : `{"more":"${'x'.repeat(size)}"}`;
  const known = random.withProbability(0.7) ? `Authorization: Bearer ${token}\r\n` : '';
  const head = `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}${known}Content-Length: ${body.length}\r\n\r\n`;
  const whole = `${head}${body}`.repeat(random.pick([1, 1, 3, 5]) ?? 1);
  return { kind: 'bodies', gateway: 'city', pieces: cut(random, whole.slice(0, 5_000_000)) };
}

function chunks(random: SeededRandom, token: string): Sent {
  const head = `POST /v1/mesh/broadcast HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const size = random.pick([1, 100, 16_384]) ?? 1;
  const chunk = `${size.toString(16)}\r\n${'['.repeat(size)}\r\n`;
  const count = 1 + random.integerBelow(100);
  const end = random.withProbability(0.5) ? '0\r\n\r\n' : '';
  return { kind: 'chunks', gateway: 'city', pieces: cut(random, `${head}${chunk.repeat(count)}${end}`) };
}

function slowHead(random: SeededRandom): Sent {
  const text = `GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(random.integerBelow(200))}\r\n\r\n`;
  return { kind: 'slow head', gateway: either(random), pieces: [...text] };
}

function framing(random: SeededRandom): Sent {
  const pieces = Array.from({ length: 1 + random.integerBelow(3) }, () => random.pick(broken) ?? '');
  return {
    kind: 'framing',
    gateway: either(random),
    pieces: [get('/healthz').repeat(random.integerBelow(3)), ...pieces],
  };
}

function portalSocket(random: SeededRandom): Sent {
  return { kind: 'portal socket', gateway: 'portal', pieces: [upgradeOf(''), ...frames(random)] };
}

function citySocket(random: SeededRandom, token: string): Sent {
  return {
    kind: 'city socket',
    gateway: 'city',
    pieces: [upgradeOf(`Authorization: Bearer ${token}\r\n`), ...frames(random)],
  };
}

const upgradeOf = (header: string) =>
  `GET /ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n`;

function frames(random: SeededRandom): Buffer[] {
  const locations = Array.from({ length: 64 }, (_, n) => `nowhere-${n}`);
  const said = [
    { type: 'resume', since: 0 },
    { type: 'subscribe', locations: ['city-commons'], residents: [] },
    { type: 'subscribe', locations, residents: locations },
    { type: 'nonsense' },
  ].map((each) => frame(JSON.stringify(each)));
  const odd = [frame('{'), frame('x'.repeat(60_000)), Buffer.from([0xff, 0xff, 0, 0]), Buffer.from([0x81, 0xff, 0x7f])];
  return Array.from(
    { length: 1 + random.integerBelow(40) },
    () => random.pick(random.withProbability(0.95) ? said : odd) ?? frame('{'),
  );
}

/** A frame as a client sends it, masked with zeros. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, body.length < 126 ? 0x80 | body.length : 0xfe]);
  const length = Buffer.alloc(body.length < 126 ? 0 : 2);
  if (length.length > 0) length.writeUInt16BE(body.length);
  return Buffer.concat([head, length, Buffer.alloc(4), body]);
}

export const resuming: Stranger = {
  kind: 'resuming',
  gateway: 'portal',
  pieces: [upgradeOf(''), frame('{"type":"resume","since":0}')],
  pauseMs: 0,
  reads: true,
  leaves: 'at once',
  staysMs: 1_500,
};

/** Cuts a text into up to 20 pieces. */
function cut(random: SeededRandom, text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / (1 + random.integerBelow(20))));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
}

/** Connects, sends, and leaves. Resolves when its connection is over, whoever ended it. */
export async function behave(port: number, { pieces, pauseMs, reads, leaves, staysMs }: Stranger): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  const over = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  if (reads) socket.resume();
  else socket.pause();
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    if (pauseMs > 0) await pause(pauseMs);
  }
  if (leaves === 'half') socket.end();
  await Promise.race([over, pause(staysMs)]);
  leave(socket, leaves);
  await over;
}

function leave(socket: Socket, leaves: Stranger['leaves']): void {
  if (leaves === 'broken') socket.resetAndDestroy();
  else socket.destroy();
}
