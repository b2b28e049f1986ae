/** How long others wait while somebody does the city harm: measured before, beside and after, by residents of one kind. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CityProcess } from './city.ts';

const atOnce = 4;

/** Rounds of a comparison: another program on the machine spoils a measurement and never mends one, the best counts. */
export const roundsMax = 3;

/** Milliseconds below which a difference is the machine's own noise. */
const noiseMs = 20;

/** Whether others go on as promised: within twice of what they have when they are alone. */
export const isUnharmed = (besideMs: number, aloneMs: number): boolean => besideMs < Math.max(2 * aloneMs, noiseMs);

/**
 * The 99th percentile, in milliseconds, of `count` requests, writes and reads in turn, with `pauseMs` between two. Writes are
 * keyed when there is a name for their keys. Who is refused for want of time (503) has waited for ever.
 */
export async function p99(city: CityProcess, token: string, count: number, pauseMs = 0, keys = ''): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const isWrite = left % 2 === 0;
      const key = keys === '' ? {} : { key: `${keys} ${left}` };
      const { status, ms } = isWrite
        ? await city.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'hello' }, agent, ...key })
        : await city.ask('GET', '/v1/me', { token, agent });
      const isServed = status === (isWrite ? 201 : 200);
      // Where the machine is full some are told to come again.
      if (!isServed && status !== 503) throw new Error(`answered ${status}`);
      times.push(isServed ? ms : Number.POSITIVE_INFINITY);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  agent.destroy();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}
