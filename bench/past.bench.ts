/**
 * Any of 1,000,000 turns opened again: from its base, with the images after it and the commands of its batch; against running all commands
 * from the first, at the rate at which some of them are. The slowest counts.
 */
import { runProgram } from './harness/program.ts';
import { population, scale, serverFlags } from './harness/settings.ts';
import { type Bench, comparedWith, listed, median, rounded } from './harness/table-row.ts';
import type { PastOptions, PastReport } from './programs/past.ts';

const secondsMax = 3;

export const past: Bench = {
  name: 'past',
  run: async () => {
    const turns = Math.round(1_000_000 * scale);
    const asked: PastOptions = {
      turns,
      residents: population(1_000),
      everyTurns: 20_000 * Math.min(1, scale * 10),
      opened: 20,
    };
    const { openedMs, basesMs, replayed } = await runProgram<PastReport>('past', asked, serverFlags);
    const slowest = Math.max(...openedMs) / 1000;
    const whole = turns / replayed;
    return [
      comparedWith(
        {
          figure: `any of ${rounded(turns)} turns opened`,
          ours: `${rounded(slowest)} s at most`,
          comparator: `all commands again, ${rounded(whole)} s`,
          details: [
            `opened: ${listed(openedMs)} ms; ${asked.residents} residents`,
            `${basesMs.length} bases, each made in ${rounded(median(basesMs))} ms; ${rounded(replayed)} turns/s run again`,
          ],
        },
        slowest / whole,
        { atMost: 1 },
        'and',
        { reach: `<= ${secondsMax} s`, isMet: slowest <= secondsMax },
      ),
    ];
  },
};
