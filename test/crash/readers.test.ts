/**
 * Given WebSocket clients of either gateway that never read, when much is said around them, then they are closed within 10 s and cost
 * bounded memory [OP10].
 */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { fieldsOf, numberOf, parseJson } from '../../client/wire.ts';
import { CityProcess } from './city.ts';
import { sized } from './size.ts';
import { mute, upgrade } from './sockets.ts';

type Gateway = 'City API' | 'Portal';

const clients = sized(100, 1_000, 1_000);
const socketsPerResident = 50;
const closedMsMax = 10_000;
const growthMiBMax = 150;
const message = 'x'.repeat(4_000);
const warmingRounds = 250;
/** What the kernel keeps for a socket that is not read, and then the city's own backlog, must be full. */
const loadMsMax = 60_000;

for (const gateway of ['City API', 'Portal'] as const)
  t.test(`[OP10] ${clients} clients of the ${gateway} that never read`, (t) => neverRead(t, gateway));

async function neverRead(t: Test, gateway: Gateway): Promise<void> {
  const city = await CityProcess.of(t);
  await city.start();
  const speaker = await city.found('Speaker', 1_000_000);
  await city.ask('POST', '/v1/location/move', { token: speaker.token, body: { exit_id: 'commons' } });
  const say = () =>
    city.ask('POST', '/v1/mesh/broadcast', { token: speaker.token, body: { message }, timeoutMs: 5_000 });
  const usual = await warmed(city, say);
  const port = gateway === 'Portal' ? city.portalPort : city.cityPort;
  const sockets = await (gateway === 'Portal' ? deafStrangers(port) : deafResidents(city));
  const reader = await reading(port, gateway === 'Portal' ? undefined : speaker.token);
  t.ok(await areOpen(port, clients + 1), 'all are connected');
  const before = Math.max(usual, rssMiB(city.pid));
  let highest = before;

  const since = performance.now();
  let said = 0;
  let firstClosedAt = 0;
  let left = clients;
  while (left > 0 && performance.now() - since < loadMsMax) {
    const answers = await Promise.all(Array.from({ length: 8 }, say));
    said += answers.filter(({ status }) => status === 201).length;
    highest = Math.max(highest, rssMiB(city.pid));
    left = established(port) - 1;
    if (left < clients && firstClosedAt === 0) firstClosedAt = performance.now();
  }
  const tookMs = performance.now() - firstClosedAt;
  t.comment(
    `${said} messages of ${message.length} characters in ${(performance.now() - since).toFixed(0)} ms; memory ${before.toFixed(0)} MiB, ` +
      `at most ${highest.toFixed(0)} MiB; the last was closed ${tookMs.toFixed(0)} ms after the first`,
  );
  t.equal(left, 0, 'all of them were closed');
  t.ok(tookMs < closedMsMax, 'within 10 s of the first that was full');
  t.ok(highest - before < growthMiBMax, `memory grew by ${(highest - before).toFixed(0)} MiB`);

  for (let wait = 0; wait < 100 && reader.heard < said; wait++) await sleep(50);
  t.equal(reader.heard, said, 'one who reads heard everything');
  t.equal(reader.outOfOrder, 0, 'in order');
  t.equal((await city.ask('GET', '/readyz')).status, 200, 'the city is well');
  for (const socket of sockets) socket.destroy();
  reader.close();
}

/** The most memory a city takes before anybody fails to read: its young generation grows to its size with the first garbage. */
async function warmed(city: CityProcess, say: () => Promise<unknown>): Promise<number> {
  let usual = 0;
  for (let round = 0; round < warmingRounds; round++) {
    await Promise.all(Array.from({ length: 8 }, say));
    usual = Math.max(usual, rssMiB(city.pid));
  }
  return usual;
}

/**
 * After `hello` each socket is live only a moment later; and connections of the requests before are still on their way out. One look
 * may miss some: the kernel lists its connections page by page while others beside this test come and go.
 */
async function areOpen(port: number, count: number): Promise<boolean> {
  await sleep(1_000);
  for (let wait = 0; wait < 1_200; wait++) {
    if (established(port) === count) return true;
    await sleep(50);
  }
  return false;
}

/** Residents at the Commons whose sockets nobody reads. */
async function deafResidents(city: CityProcess): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < clients / socketsPerResident; at++) {
    const { token } = await city.found(`Deaf ${at}`);
    await city.ask('POST', '/v1/location/move', { token, body: { exit_id: 'commons' } });
    for (let each = 0; each < socketsPerResident; each++) sockets.push(await mute(city.cityPort, upgrade(token)));
  }
  return sockets;
}

/** Who watch what is public, from an address of their own: a gateway takes so many of one. */
async function deafStrangers(port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < clients; at++) sockets.push(await mute(port, upgrade(), '127.0.0.2'));
  return sockets;
}

interface Reader {
  heard: number;
  outOfOrder: number;
  close(): void;
}

async function reading(port: number, token: string | undefined): Promise<Reader> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  await new Promise((resolve) => socket.once('message', resolve));
  const reader = { heard: 0, outOfOrder: 0, close: () => socket.terminate() };
  let last = 0;
  socket.on('message', (data) => {
    const event = fieldsOf(parseJson(String(data)));
    if (event['type'] !== 'message.broadcast') return;
    reader.heard += 1;
    if (numberOf(event['seq']) <= last) reader.outOfOrder += 1;
    last = numberOf(event['seq']);
  });
  return reader;
}

function rssMiB(pid: number): number {
  const kB = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kB) / 1024;
}

/**
 * Connections that the server's side of `port` holds open, as the kernel counts them: a mute client does not notice its end. With the
 * server's address: a client's own side, on 127.0.0.2, may have the same number for its port.
 */
function established(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return rows.filter((row) => {
    const [, from, , state] = row.trim().split(/\s+/);
    return from === local && state === '01';
  }).length;
}
