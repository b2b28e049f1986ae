/**
 * Row 5: one tick in which nothing is due, with 1,000,000 residents and with 1,000: the whole of `tick()`, from the tick's
 * own turn to the commit of `tick.completed`, in memory. The crowd is put in place through recovery, as a restart would.
 */
import { runProgram } from './harness/program.ts';
import { population, serverFlags } from './harness/settings.ts';
import { type Bench, comparedWith, rounded } from './harness/table-row.ts';
import type { TicksOptions, TicksReport } from './programs/ticks.ts';

const heapMegabytes = 6_000;
const ticks = 2_000;
const msMax = 5;

export const tick: Bench = {
  name: 'tick',
  run: async () => {
    const flags = [...serverFlags, '--expose-gc', `--max-old-space-size=${heapMegabytes}`];
    const measure = (residents: number) =>
      runProgram<TicksReport>('ticks', { residents, warmTicks: ticks, ticks } satisfies TicksOptions, flags);
    const few = population(1000);
    const many = population(1_000_000);
    const small = await measure(few);
    const large = await measure(many);
    const textOf = ({ medianMs, p99Ms, maxMs, peakMegabytes, openedSeconds }: TicksReport) =>
      `median ${rounded(medianMs)} ms, p99 ${rounded(p99Ms)} ms, max ${rounded(maxMs)} ms; peak memory ${rounded(peakMegabytes)} MB; made and recovered in ${rounded(openedSeconds)} s`;
    return [
      comparedWith(
        {
          figure: `a tick with nothing due, ${rounded(many)} residents`,
          ours: `${rounded(large.medianMs)} ms, peak ${rounded(large.peakMegabytes)} MB`,
          comparator: `${rounded(few)} residents ${rounded(small.medianMs)} ms`,
          details: [
            `${rounded(many)} residents: ${textOf(large)} (--max-old-space-size=${heapMegabytes})`,
            `${rounded(few)} residents: ${textOf(small)}`,
          ],
        },
        large.medianMs / small.medianMs,
        { atMost: 3 },
        'and',
        { reach: `< ${msMax} ms`, isMet: large.medianMs < msMax },
      ),
    ];
  },
};
