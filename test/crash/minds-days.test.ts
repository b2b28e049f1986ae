/**
 * Given a city in which minds live, and people who watch it: it goes on by itself. Nobody starves for want of anything to do, each mind
 * acts, nothing is logged as wrong, memory does not grow. What they did is printed in numbers. At full size an hour: ten lives.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { fieldsOf, listOf, numberOf, parseJson, textOf } from '../../client/wire.ts';
import { CityProcess } from './city.ts';
import { LifeBook } from './life-book.ts';
import { childrenOf } from './processes.ts';
import { sized } from './size.ts';

t.setTimeout(0);

const seconds = sized(60, 60, 3_600);
const watchers = sized(10, 50, 50);
/** Nobody is silent for so long: a third of a life; less where the run is shorter than that. */
const silentMsMax = sized(45_000, 45_000, 120_000);
const settings = {
  MINDS: '3',
  MINDS_MAX: '20',
  TICK_CRON: '*/5 * * * * *',
  TICK_SECONDS: '5',
  SANDBOX: 'embedded',
  LOG_LEVEL: 'info',
};

const mebibytesOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);

t.test('minds live on for days', async (t) => {
  const city = await CityProcess.of(t, settings);
  await city.start();
  const sockets = Array.from({ length: watchers }, () => watch(city.portalUrl));
  const book = new LifeBook();
  const memory: { readonly city: number; readonly minds: number }[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  /** Who brings somebody up saves for it first: in a short run that may come late, and on a busy machine later. */
  const giveUpAt = endsAt + 300_000;
  /** Those who have done nothing for `silentMsMax`, and when that was seen first. */
  const idle = new Map<string, string>();
  let since = 0;
  let lookedAt = 0;
  while (performance.now() < endsAt || (!book.isAlive && performance.now() < giveUpAt)) {
    since = await readFeed(city, since, book);
    if (performance.now() - lookedAt > 30_000) {
      lookedAt = performance.now();
      const minds = childrenOf(city.pid).filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--hosted'),
      );
      memory.push({ city: mebibytesOf(city.pid), minds: mebibytesOf(minds[0] ?? city.pid) });
      t.comment(`tick ${book.tick}: ${JSON.stringify(memory.at(-1))} MiB; ${book.summary()}`);
    }
    for (const silent of book.silentFor(silentMsMax))
      if (!(await actsStill(city, silent))) idle.set(silent, `after ${book.tick} ticks`);
    await sleep(1_000);
  }
  await readFeed(city, since, book);
  const { body } = await city.operate('GET', '/v1/admin/health');
  for (const line of book.report()) t.comment(line);
  t.match(body['minds'], { starts: 1 }, 'their process was started once');
  t.same([...idle], [], `nobody has done nothing for ${silentMsMax} ms`);
  t.same(wrongLines(city.output), [], 'nothing is logged as wrong');
  t.same(book.starved, [], 'nobody has died for want of credits');
  t.ok(book.isAlive, 'there are words, walks, work and births');
  t.same(sockets.filter((socket) => socket.readyState !== WebSocket.OPEN).length, 0, 'all who watched watch still');
  for (const which of ['city', 'minds'] as const)
    isFlat(
      t,
      which,
      memory.map((one) => one[which]),
    );
  for (const socket of sockets) socket.terminate();
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0);
});

function watch(url: string): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.on('error', () => undefined);
  return socket;
}

/** The public events after `since`, into the book; the `since` to go on with. */
async function readFeed(city: CityProcess, since: number, book: LifeBook): Promise<number> {
  for (let from = since; ; ) {
    const { status, body } = await city.operate('GET', `/v1/dashboard/feed?since=${from}&limit=200`);
    if (status !== 200) throw new Error(`the feed is answered ${status}`);
    const items = listOf(body['items']);
    for (const item of items) book.note(fieldsOf(item));
    from = numberOf(body['since']);
    if (items.length < 200) return from;
  }
}

/** No public event tells what is done at home or in letters: the turns that the resident began are asked about. */
async function actsStill(city: CityProcess, resident: string): Promise<boolean> {
  const { status, body } = await city.operate('GET', `/v1/dashboard/actors/resident:${resident}`);
  if (status !== 200) throw new Error(`an actor is answered ${status}`);
  const began = listOf(body['turns']).map(fieldsOf);
  const newest = began.find(({ caller }) => caller === `resident:${resident}`);
  return newest !== undefined && Date.now() - Date.parse(textOf(newest['at'])) <= silentMsMax;
}

/** Lines of the log that say that something is wrong: levels 40 (a warning) and above. */
const wrongLines = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.startsWith('{') && numberOf(fieldsOf(parseJson(line))['level']) >= 40);

/** What a process holds in the end against what it held when it had lived for a quarter of the time. */
function isFlat(t: Test, which: string, samples: readonly number[]): void {
  if (samples.length < 40) return;
  const quarter = Math.floor(samples.length / 4);
  const median = (part: readonly number[]) => [...part].sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  const [before, after] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
  t.ok(after <= before * 1.25, `memory of the ${which}: ${before} MiB after a quarter, ${after} MiB in the end`);
}
