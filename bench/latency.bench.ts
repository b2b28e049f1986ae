/**
 * Row 8: p99 of `GET /v1/me` while a tick ends 10,000 lives, against p99 without it, at half the rate that saturates the
 * server (which wrk finds first). Only requests that fell due between the operator's `tick` and its answer count. The lives
 * last one tick: everything about their ends is due in it.
 */

import type { ResidentCredentials } from '../population/client/founding-request.ts';
import { City } from './harness/city.ts';
import { cpuMicros } from './harness/cpu.ts';
import { startPaced } from './harness/paced.ts';
import type { Program } from './harness/program.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { type Bench, comparedWith, median, rounded } from './harness/row.ts';
import { population, rounds, scale, seconds } from './harness/settings.ts';
import { load, writeRequests } from './harness/wrk.ts';
import type { PacedReport, PacedRequest } from './programs/paced.ts';

const connections = 64;
const calmMs = 3000 * scale;
const goodMs = 10;

export const latency: Bench = {
  name: 'latency',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: population(256), lifespan: 10_000 });
    const perSecond = (await saturatingRate(city, residents)) / 2;
    const paced = await startPaced(city, residents, connections);
    const lives = population(10_000);
    const calm: Paced[] = [];
    const ticking: Paced[] = [];
    for (let round = rounds(3); round > 0; round--) {
      const dying = await found(city, { count: lives, lifespan: 1 });
      calm.push(await ask(city, paced, { type: 'calm', perSecond, ms: calmMs }));
      ticking.push(await ask(city, paced, { type: 'tick', perSecond }));
      await assertDead(city, residents, dying);
    }
    await paced.end();
    await city.end();
    const [ours, other] = [p99Of(ticking), p99Of(calm)];
    return [
      comparedWith(
        {
          figure: `p99 of GET /v1/me while ${rounded(lives)} lives end`,
          ours: `${rounded(ours)} ms`,
          comparator: `without the tick ${rounded(other)} ms`,
          details: [
            ...ticking.map((report) => `tick: ${told(report)}`),
            ...calm.map((report) => `calm: ${told(report)}`),
            `asked for ${rounded(perSecond)} requests/s, half of what saturates, over ${connections} connections`,
          ],
        },
        ours / other,
        { atMost: 3 },
        'or',
        { reach: `< ${goodMs} ms`, isMet: ours < goodMs },
      ),
    ];
  },
};

interface Paced extends PacedReport {
  /** Server CPU microseconds for each request that was sent; a tick's are among them. */
  readonly cpu: number;
}

async function ask(city: City, paced: Program<PacedReport>, asked: PacedRequest): Promise<Paced> {
  const before = cpuMicros(city.pid);
  const report = await paced.ask(asked);
  return { ...report, cpu: (cpuMicros(city.pid) - before) / report.sent };
}

async function saturatingRate(city: City, residents: readonly ResidentCredentials[]): Promise<number> {
  const requests = residents.map(({ token }) => rawRequest('GET', '/v1/me', token));
  const requestsFile = writeRequests(city.folder, 'me', requests);
  const all = { port: city.port, pid: city.pid, connections, requestsFile };
  await load({ ...all, seconds: seconds(2) });
  return (await load({ ...all, seconds: seconds(3) })).perSecond;
}

/** The tick has done what it was asked for. */
async function assertDead(
  city: City,
  residents: readonly ResidentCredentials[],
  dying: readonly ResidentCredentials[],
): Promise<void> {
  for (const born of [dying[0], dying.at(-1)]) {
    const passport = await city.show(`/v1/residents/${born?.id}/passport`, residents[0]?.token ?? '');
    const isDead =
      typeof passport === 'object' && passport !== null && 'status' in passport && passport.status === 'dead';
    if (!isDead) throw new Error(`${born?.id} lives on`);
  }
}

const p99Of = (reports: readonly Paced[]): number => median(reports.map(({ p99Ms }) => p99Ms));

const told = ({ ms, requests, perSecond, p50Ms, p99Ms, maxMs, cpu }: Paced): string =>
  `${rounded(ms)} ms, ${rounded(requests)} requests (${rounded(perSecond)}/s), p50 ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms, max ${rounded(maxMs)} ms; ${rounded(cpu)} us server CPU a request`;
