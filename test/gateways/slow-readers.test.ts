/**
 * [R13] Clients that never read cost bounded memory and are closed, and nobody else notices. The clients are raw sockets in
 * a process of their own; SIZE=full runs the promised 1,000.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { WebSocket } from 'ws';
import { startedCity } from './started.ts';

const clients = process.env['SIZE'] === 'full' ? 1_000 : 200;
const closedWithinMs = 10_000;
const growthBytesMax = 150 * 1024 * 1024;

t.test('[R13] clients that never read are closed within 10 s', { timeout: 60_000 }, async (t) => {
  const { city, port } = await startedCity(t, { socketHoldMs: 0, socketsPerResidentMax: clients + 1 });
  const silent = await connectSilent(port, city.live('silent-1'));
  t.teardown(() => silent.kill());
  const reader = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { Authorization: `Bearer ${city.live('brisk-2')}` },
  });
  const seqs: number[] = [];
  reader.on('message', (bytes: Buffer) => {
    const frame = JSON.parse(bytes.toString());
    if (frame.type === 'loud') seqs.push(frame.seq);
  });
  await new Promise((resolve) => reader.once('message', resolve));
  await pause(200);
  const before = process.memoryUsage.rss();
  const started = performance.now();
  let grown = 0;
  let told = 0;
  const text = 'x'.repeat(16_000);
  while (performance.now() - started < closedWithinMs) {
    told += 1;
    const json = `{"v":1,"seq":${told},"type":"loud","data":{"text":"${text}"}}`;
    city.say([{ type: 'event', event: { seq: told, type: 'loud', audience: ['at:city-commons'], json } }]);
    await pause(2);
    if (told % 50 > 0) continue;
    grown = Math.max(grown, process.memoryUsage.rss() - before);
    if ((await openSockets(port)) === 1) break;
  }
  const ms = performance.now() - started;
  t.equal(await openSockets(port), 1, `closed after ${Math.round(ms)} ms`);
  t.ok(grown < growthBytesMax, `grew by ${Math.round(grown / 1024 / 1024)} MiB`);
  t.ok(told > 0);
  await pause(300);
  reader.terminate();
  t.same(
    seqs,
    seqs.map((_, index) => (seqs[0] ?? 0) + index),
    'who reads misses nothing',
  );
});

/** What `/metrics` says. */
async function openSockets(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^civitas_sockets\{[^}]*\} (\d+)$/m.exec(text)?.[1]);
}

/** Starts a process whose sockets stop reading after the handshake. */
async function connectSilent(port: number, token: string): Promise<ChildProcess> {
  const upgrade = [
    'GET /ws HTTP/1.1',
    'Host: city',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    `Authorization: Bearer ${token}`,
  ];
  const program = `
    const { connect } = require('node:net');
    setInterval(() => {}, 1_000);
    let up = 0;
    for (let i = 0; i < ${clients}; i++) {
      const socket = connect(${port}, '127.0.0.1', () => socket.write(${JSON.stringify(`${upgrade.join('\r\n')}\r\n\r\n`)}));
      socket.on('error', () => {});
      socket.once('data', () => { socket.pause(); if (++up === ${clients}) console.log('up'); });
    }`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}
