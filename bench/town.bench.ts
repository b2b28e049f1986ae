/**
 * What a default city comes to by itself at demonstration speed, with its minds and nobody else: who lives, what stands, what is sold, and
 * what the process of the minds takes. Of no other program is there a figure: what it is to reach stands beside it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../engine/assert.ts';
import { City } from './harness/city.ts';
import { cpuMicros } from './harness/cpu.ts';
import { residentSetBytes } from './harness/memory-use.ts';
import { mindsOf } from './harness/minds-process.ts';
import { scale } from './harness/settings.ts';
import { type Bench, compared, printed, type Row, rounded } from './harness/table-row.ts';
import { EventsSoFar } from './harness/town-events.ts';
import { type TownCount, townLine } from './harness/town-figures.ts';

/** Minutes after which it is looked at, at scale 1; the goals are those of the last. */
const minutesFull = [1, 10, 60] as const;
const minutesLeast = 0.5;
const minutes = [...new Set(minutesFull.map((full) => Math.max(minutesLeast, Math.round(2 * full * scale) / 2)))];
const demonstration = { MINDS: '12', TICK_CRON: '*/5 * * * * *', TICK_SECONDS: '5' };

/** What is looked at, and what it is to reach at least. */
const goals: readonly (readonly [figure: string, least: number, of: (count: TownCount) => number])[] = [
  ['places that stand', 30, ({ places }) => places],
  ['kinds of them', 12, ({ kinds }) => kinds],
  ['their median age in ticks', 72, ({ medianAgeTicks }) => medianAgeTicks],
  ['sales to strangers for each life', 1, ({ sales, lives }) => sales / lives],
  ['part of income that residents pay', 0.3, ({ incomeFromResidents }) => incomeFromResidents],
  ['part of ways that are off the Commons', 0.4, ({ waysOffTheCommons }) => waysOffTheCommons],
  ['part of sentences that are said once', 0.9, ({ distinctSentences }) => distinctSentences],
  ['part of replies that are about what was said', 0.9, ({ repliesOnSubject }) => repliesOnSubject],
  [
    'part of exchanges with a third, an event or a quarrel',
    0.6,
    ({ exchangesAboutSomething }) => exchangesAboutSomething,
  ],
  ['part of what is said that introduces nobody', 0.88, ({ selfIntroductions }) => 1 - selfIntroductions],
];
const mindsMegabytesMax = 256;

export const town: Bench = {
  name: 'town',
  run: async () => {
    const city = await City.start({ settings: demonstration });
    const startedAt = performance.now();
    const figures = new EventsSoFar(city);
    const lines: string[] = [];
    for (const mark of minutes) {
      await pause(Math.max(0, mark * 60_000 - (performance.now() - startedAt)));
      const count = await figures.read();
      lines.push(`after ${mark} min, ${townLine(count)}`);
      console.log(lines.at(-1));
    }
    const count = await figures.read();
    const pid = must(mindsOf(city.pid), 'the process of the minds');
    const megabytes = residentSetBytes(pid) / 2 ** 20;
    const seconds = (performance.now() - startedAt) / 1_000;
    lines.push(`the process of ${count.residents} minds took ${rounded(cpuMicros(pid) / 1e6 / seconds)} of a core`);
    await city.end();
    return [...rowsOf(count, lines), memoryRow(megabytes, count)];
  },
};

const isFull = minutes.at(-1) === minutesFull.at(-1);

function rowsOf(count: TownCount, details: readonly string[]): readonly Row[] {
  const [first, ...others] = goals.map(([figure, least, of]): Row => {
    const value = of(count);
    const cells = {
      figure: `a town after ${minutes.at(-1)} min: ${figure}`,
      ours: rounded(value),
      comparator: `goal after 60 min, ${least}`,
      details: [],
    };
    return isFull ? compared(cells, value / least, { atLeast: 1 }) : printed(cells, value / least);
  });
  return first === undefined ? [] : [{ ...first, details }, ...others];
}

function memoryRow(megabytes: number, { residents }: TownCount): Row {
  const cells = {
    figure: `memory of the process of ${residents} minds`,
    ours: `${rounded(megabytes)} MiB`,
    comparator: `bound ${mindsMegabytesMax} MiB`,
    details: [],
  };
  return compared(cells, megabytes / mindsMegabytesMax, { atMost: 1 });
}
