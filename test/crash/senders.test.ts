/** Given sockets that send their requests as slowly as they can, when others live beside them, then those notice nothing [OP11]. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { CityProcess } from './city.ts';
import { isUnharmed, p99, roundsMax } from './p99.ts';
import { sized } from './size.ts';
import { mute } from './sockets.ts';

const slow = sized(200, 1_000, 2_000);
const requests = sized(1_000, 4_000, 10_000);

/** Each socket sends once a second; they take turns, or this process would be the one who waits for them. */
const dripMs = 10;
const dripsPerSecond = 1_000 / dripMs;

/** How each begins, and goes on. */
const kinds = [
  { head: 'GET /v1/me HTTP/1.1\r\nHost: x\r\n', drop: 'x' },
  { head: 'POST /v1/mesh/broadcast HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"message":"', drop: 'x' },
  {
    head: 'POST /v1/mesh/broadcast HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    drop: '1\r\nx\r\n',
  },
];

t.test(`[OP11] ${slow} sockets that send a byte now and then`, async (t) => {
  const city = await CityProcess.of(t);
  const elsewhere = await discarding(t);
  await city.start();
  const { token } = await city.found('Hurried');
  await p99(city, token, requests / 4);

  // The machine has as much to do in both: what the sockets cost by themselves is nobody's harm.
  let holds = false;
  for (let round = 1; round <= roundsMax && !holds; round++) {
    const alone = await besideSlow(elsewhere, () => p99(city, token, requests));
    const beside = await besideSlow(city.cityPort, () => p99(city, token, requests));
    holds = beside.alive > slow / 2 && isUnharmed(beside.ms, alone.ms);
    t.comment(
      `p99 ${beside.ms.toFixed(1)} ms beside ${beside.alive} slow sockets, ${alone.ms.toFixed(1)} ms when they are elsewhere`,
    );
  }
  t.ok(holds, `p99 beside ${slow} slow sockets is under twice what it is when they send elsewhere`);
  t.equal((await city.ask('GET', '/readyz')).status, 200, 'the city is well');
});

/** What `measure` finds while slow sockets send to `port`, and how many of them were connected at its end. */
async function besideSlow(port: number, measure: () => Promise<number>): Promise<{ ms: number; alive: number }> {
  const sockets: Socket[] = [];
  let connected = 0;
  let isOver = false;
  const open = async (at: number): Promise<void> => {
    const socket = await mute(port, kinds[at % kinds.length]?.head ?? '').catch(() => undefined);
    if (socket === undefined) return;
    if (isOver) return void socket.destroy();
    sockets[at] = socket;
    connected += 1;
    // Whoever is thrown out comes again, not all at the same moment: connecting is this process's own work.
    socket.resume();
    socket.once('close', () => {
      connected -= 1;
      if (!isOver) setTimeout(() => !isOver && void open(at), at % 1_000);
    });
  };
  for (let at = 0; at < slow; at++) await open(at);
  let turn = 0;
  const drip = setInterval(() => {
    turn = (turn + 1) % dripsPerSecond;
    for (let at = turn; at < sockets.length; at += dripsPerSecond)
      if (sockets[at]?.writable) sockets[at]?.write(kinds[at % kinds.length]?.drop ?? '');
  }, dripMs);
  await sleep(1_000);
  const ms = await measure();
  const alive = connected;
  isOver = true;
  clearInterval(drip);
  for (const socket of sockets) socket?.destroy();
  while (connected > 0) await sleep(10);
  return { ms, alive };
}

/** The port of a process that takes whatever is sent to it, and does nothing with it. */
async function discarding(t: Test): Promise<number> {
  const program = `const server = require('net').createServer((s) => s.on('error', () => {}).resume());
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  return Number(String(port));
}
