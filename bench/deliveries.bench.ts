/**
 * Row 3: messages delivered to the 1,000 listeners of one room, by WebSocket, against a bare uWebSockets publish of the
 * same bytes. One program listens, counts and speaks over HTTP to both sides. Two ratios: deliveries a second depend on
 * how fast that program reads, so the server's CPU for each delivery stands beside them.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { startBare } from './harness/bare-server.ts';
import { eventLike, message } from './harness/broadcast-message.ts';
import { City } from './harness/city.ts';
import { cpuMicros } from './harness/cpu.ts';
import { Program } from './harness/program.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found, gather } from './harness/residents.ts';
import { population, rounds, scale } from './harness/settings.ts';
import { type Bench, compared, listed, median, rounded } from './harness/table-row.ts';
import type { ListenersOptions, ListenersReport, ListenersRequest } from './programs/listeners.ts';

const speakersCount = 32;
const windowMessages = 64;
const settleMs = 2000;
const measureMs = 5000 * scale;

/** A server and the program that listens to it. */
interface Side {
  readonly pid: number;
  readonly listeners: Program<ListenersReport>;
  readonly rates: number[];
  readonly cpus: number[];
  readonly posts: number[];
}

export const deliveries: Bench = {
  name: 'deliveries',
  run: async () => {
    const city = await City.start();
    const count = population(1000);
    const residents = await found(city, { count: count + speakersCount, lifespan: 10_000 });
    await gather(city, residents);
    const [speakers, listening] = [residents.slice(0, speakersCount), residents.slice(speakersCount)];
    const event = eventLike(speakers[0]?.id ?? '');
    const bare = await startBare({ event });
    const ours = await sideOf(city, listening, speakers, '/v1/mesh/broadcast');
    const other = await sideOf(bare, listening, speakers, '/say');
    await measure(ours, 1000);
    await measure(other, 1000);
    for (const side of [ours, other]) {
      side.rates.length = 0;
      side.cpus.length = 0;
      side.posts.length = 0;
    }
    for (let round = rounds(4); round > 0; round--) {
      await measure(ours, measureMs);
      await measure(other, measureMs);
    }
    await Promise.all([ours.listeners.end(), other.listeners.end()]);
    await bare.end();
    await city.end();
    const measured = {
      ours: cell(ours),
      comparator: `bare publish ${cell(other)}`,
      details: [
        line('ours', ours),
        line('bare', other),
        `${count} listeners, ${speakersCount} speakers over HTTP, at most ${windowMessages} messages on their way, ${event.length} bytes each`,
      ],
    };
    const figure = `deliveries to a room of ${rounded(count)}`;
    return [
      compared({ ...measured, figure: `${figure}, a second` }, median(ours.rates) / median(other.rates), {
        atLeast: 0.8,
      }),
      compared({ ...measured, figure: `${figure}, server CPU`, details: [] }, median(other.cpus) / median(ours.cpus), {
        atLeast: 0.8,
      }),
    ];
  },
};

async function sideOf(
  server: { readonly port: number; readonly pid: number },
  listening: readonly ResidentCredentials[],
  speakers: readonly ResidentCredentials[],
  path: string,
): Promise<Side> {
  const options: ListenersOptions = {
    port: server.port,
    tokens: listening.map(({ token }) => token),
    speeches: speakers.map(({ token }) => rawRequest('POST', path, token, JSON.stringify({ message }))),
    window: windowMessages,
    settleMs,
  };
  const listeners = await Program.start<ListenersReport>('listeners', options);
  await listeners.next();
  return { pid: server.pid, listeners, rates: [], cpus: [], posts: [] };
}

async function measure(side: Side, ms: number): Promise<void> {
  const before = cpuMicros(side.pid);
  const report = await side.listeners.ask({ ms } satisfies ListenersRequest);
  side.cpus.push((cpuMicros(side.pid) - before) / report.deliveries);
  side.posts.push((report.posts * 1000) / report.ms);
  side.rates.push((report.deliveries * 1000) / report.ms);
}

const cell = ({ rates, cpus }: Side): string => `${rounded(median(rates))}/s, ${rounded(median(cpus))} us CPU`;

const line = (name: string, { rates, cpus, posts }: Side): string =>
  `${name}: ${listed(rates)} deliveries/s; ${listed(cpus)} us server CPU a delivery; ${listed(posts)} messages/s`;
