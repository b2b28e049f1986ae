/**
 * Row 8: p99 of `GET /v1/me` while a tick ends 10,000 lives, against p99 without it, at half the highest rate at which p99
 * without it is below 5 ms: nobody may queue before the tick comes. Above 10 ms without it there is nothing to compare
 * with. Before each comparison the city has nothing else to do: images of the newly founded are written, those who died
 * are archived. Only requests that fell due between the operator's `tick` and its answer count. The lives last one tick:
 * everything about their ends is due in it.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { City } from './harness/city.ts';
import { cpuMicros, idle } from './harness/cpu.ts';
import { startPaced } from './harness/paced-requests.ts';
import type { Program } from './harness/program.ts';
import { found } from './harness/residents.ts';
import { population, rounds, scale } from './harness/settings.ts';
import { type Bench, comparedWith, incomplete, median, type Row, rounded } from './harness/table-row.ts';
import type { PacedReport, PacedRequest } from './programs/paced-requests.ts';

const connections = 64;
const calmMs = Math.max(300, 3000 * scale);
const goodMs = 10;
/** What p99 without a tick may be where the rate is looked for, and where it is compared with. */
const calmGoodMs = 5;
const calmMsMax = 10;
/** Requests a second among which the rate is looked for, and the time that each step takes. */
const lowestRate = 500;
const highestRate = 64_000;
const stepUp = 1.4;
const stepMs = Math.max(300, 2000 * scale);

export const latency: Bench = {
  name: 'latency',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: population(256), lifespan: 10_000 });
    const paced = await startPaced(city, residents, connections);
    const bearable = await bearableRate(city, paced);
    const perSecond = (bearable ?? lowestRate) / 2;
    const lives = population(10_000);
    const calm: Paced[] = [];
    const ticking: Paced[] = [];
    for (let round = rounds(3); round > 0; round--) {
      const dying = await found(city, { count: lives, lifespan: 1 });
      await idle(city.pid);
      calm.push(await ask(city, paced, { type: 'calm', perSecond, ms: calmMs }));
      ticking.push(await ask(city, paced, { type: 'tick', perSecond }));
      await assertDead(city, residents, dying);
    }
    await paced.end();
    await city.end();
    return [rowOf(lives, perSecond, bearable !== undefined, ticking, calm)];
  },
};

function rowOf(
  lives: number,
  perSecond: number,
  isBorne: boolean,
  ticking: readonly Paced[],
  calm: readonly Paced[],
): Row {
  const [ours, other] = [p99Of(ticking), p99Of(calm)];
  const measured = {
    figure: `p99 of GET /v1/me while ${rounded(lives)} lives end`,
    ours: `${rounded(ours)} ms`,
    comparator: `without the tick ${rounded(other)} ms`,
    details: [
      ...ticking.map((report) => `tick: ${textOf(report)}`),
      ...calm.map((report) => `calm: ${textOf(report)}`),
      `asked for ${rounded(perSecond)} requests/s over ${connections} connections, half of the highest rate with p99 below ${calmGoodMs} ms`,
      ...(isBorne ? [] : ['p99 was above that at the lowest rate already']),
    ],
  };
  const goal = { reach: `< ${goodMs} ms`, isMet: ours < goodMs };
  if (!isBorne || other > calmMsMax)
    return incomplete({ ...measured, comparator: `${measured.comparator}: queues already` }, goal.reach);
  return comparedWith(measured, ours / other, { atMost: 3 }, 'or', goal);
}

interface Paced extends PacedReport {
  /** Server CPU microseconds for each request that was sent; a tick's are among them. */
  readonly cpu: number;
}

async function ask(city: City, paced: Program<PacedReport>, asked: PacedRequest): Promise<Paced> {
  const before = cpuMicros(city.pid);
  const report = await paced.ask(asked);
  return { ...report, cpu: (cpuMicros(city.pid) - before) / report.sent };
}

/**
 * The highest rate at which p99 is good without a tick, found in steps upward; `undefined` when the lowest is too much. A
 * step that fails is tried once more: the machine has other work, too.
 */
async function bearableRate(city: City, paced: Program<PacedReport>): Promise<number | undefined> {
  let bearable: number | undefined;
  for (let perSecond = lowestRate; perSecond <= highestRate; perSecond = Math.round(perSecond * stepUp)) {
    const isBorne = async () => (await ask(city, paced, { type: 'calm', perSecond, ms: stepMs })).p99Ms < calmGoodMs;
    if (!((await isBorne()) || (await isBorne()))) break;
    bearable = perSecond;
  }
  return bearable;
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

const textOf = ({ ms, requests, perSecond, p50Ms, p99Ms, maxMs, cpu }: Paced): string =>
  `${rounded(ms)} ms, ${rounded(requests)} requests (${rounded(perSecond)}/s), p50 ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms, max ${rounded(maxMs)} ms; ${rounded(cpu)} us server CPU a request`;
