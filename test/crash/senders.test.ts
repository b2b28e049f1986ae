/** Given sockets that send their requests as slowly as they can, when others live beside them, then those notice nothing [OP11]. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { CityProcess } from './city.ts';
import { isUnharmed, p99, roundsMax } from './p99.ts';
import { sized } from './size.ts';
import { mute } from './sockets.ts';

const slow = sized(200, 2_000, 2_000);
const requests = sized(1_000, 4_000, 10_000);
const dripMs = 1_000;

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
  await city.start();
  const { token } = await city.found('Hurried');
  await p99(city, token, requests / 4);

  let connected = 0;
  let isOver = false;
  const sockets: Socket[] = [];
  const open = async (at: number): Promise<void> => {
    const socket = await mute(city.cityPort, kinds[at % kinds.length]?.head ?? '').catch(() => undefined);
    if (socket === undefined) return;
    sockets[at] = socket;
    connected += 1;
    // Whoever is thrown out comes again.
    socket.resume();
    socket.once('close', () => {
      connected -= 1;
      if (!isOver) setTimeout(() => void open(at), 50);
    });
  };
  const drip = setInterval(() => {
    for (const [at, socket] of sockets.entries())
      if (socket?.writable) socket.write(kinds[at % kinds.length]?.drop ?? '');
  }, dripMs);
  const leave = () => {
    isOver = true;
    for (const socket of sockets.splice(0)) socket?.destroy();
  };

  let holds = false;
  for (let round = 1; round <= roundsMax && !holds; round++) {
    const before = await p99(city, token, requests);
    isOver = false;
    for (let at = 0; at < slow; at++) await open(at);
    await sleep(1_000);
    const beside = await p99(city, token, requests);
    const alive = connected;
    leave();
    while (connected > 0) await sleep(10);
    const alone = Math.max(before, await p99(city, token, requests));
    holds = alive > 0.9 * slow && isUnharmed(beside, alone);
    t.comment(`p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${alive} slow sockets`);
  }
  clearInterval(drip);
  t.ok(holds, `p99 beside ${slow} slow sockets is under twice what it is alone`);
  t.equal((await city.ask('GET', '/readyz')).status, 200, 'the city is well');
});
