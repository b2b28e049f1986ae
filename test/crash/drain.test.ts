/**
 * Given a city under load, when it gets SIGTERM, then it drains: exit 0 within 10 s, 1001 to its sockets, nothing lost [OP13].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { Population } from '../../population/population.ts';
import { CityProcess } from './city.ts';
import { readBooks } from './database-books.ts';
import { seed, sized } from './size.ts';
import { verdictOf, Writers } from './writers.ts';

const restarts = sized(1, 2, 100);
const lifeMs = 600;
const drainMsMax = 10_000;
const goingAway = 1001;

t.test(`[OP13] ${restarts} restarts under load lose nothing`, async (t) => {
  const city = await CityProcess.of(t);
  await city.start();
  const listener = await city.found('Listener');
  const writer = await city.found('Writer');
  const population = new Population({
    city: city.url,
    portal: city.portalUrl,
    operatorToken: city.operatorToken,
    count: 10,
    rate: 500,
    seed,
    closingMs: 60_000,
  });
  await population.start();
  const writers = new Writers(city, [writer.token, writer.token]);
  writers.start();

  let slowest = 0;
  for (let restart = 1; restart <= restarts; restart++) {
    slowest = Math.max(slowest, await drain(t, city, listener.token, restart));
    await city.start();
  }
  t.ok(slowest < drainMsMax, `exit 0 within 10 s: the slowest took ${slowest.toFixed(0)} ms`);

  await writers.stop();
  await writers.settle(20_000);
  writers.close();
  const report = await population.stop();
  t.same(report.examples, [], 'the residents found nothing wrong');
  t.ok(report.checked.deliveries > 50 * restarts, `${report.checked.deliveries} deliveries were checked`);
  const unknown = writers.said.filter(({ first }) => verdictOf(first) === 'unknown').length;
  t.comment(
    `${writers.said.length} writes, ${unknown} of them without a first answer; errors ${JSON.stringify(report.errors)}`,
  );
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0);
  const books = await readBooks(city.folder);
  t.same(books.faults, [], 'the books are sound');
  t.same(books.happened.doubled, [], 'no message was said twice');
});

/** Ends the city while it is lived in, a listener connected; returns the milliseconds that it took. */
async function drain(t: Test, city: CityProcess, token: string, restart: number): Promise<number> {
  const { closed } = await listen(city, token);
  await sleep(lifeMs);
  const since = performance.now();
  city.signal('SIGTERM');
  const { code, signal } = await city.end();
  const tookMs = performance.now() - since;
  if (code !== 0) t.fail(`restart ${restart} ended with ${code ?? signal}: ${city.output.slice(-1_000)}`);
  const closeCode = await closed;
  if (closeCode !== goingAway) t.fail(`restart ${restart} closed its WebSocket with ${closeCode}`);
  return tookMs;
}

/** Opens a WebSocket and resolves once it is greeted; `closed` will be the code that it is closed with. */
async function listen(city: CityProcess, token: string): Promise<{ readonly closed: Promise<number> }> {
  const socket = new WebSocket(`${city.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('message', resolve));
  return { closed };
}
