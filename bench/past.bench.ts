/**
 * Any of 1,000,000 turns opened again: from its base, with the images after it and the commands of its batch; against running all commands
 * from the first, at the rate at which some of them are. The slowest counts.
 */
import { runProgram } from './harness/program.ts';
import { population, scale, serverFlags } from './harness/settings.ts';
import { type Bench, compared, comparedWith, listed, median, rounded } from './harness/table-row.ts';
import type { PastOptions, PastReport } from './programs/past.ts';

const secondsMax = 3;
const turnsMeant = 1_000_000;
const readingMin = 0.85;

export const past: Bench = {
  name: 'past',
  run: async () => {
    const turns = Math.round(turnsMeant * scale);
    const asked: PastOptions = {
      turns,
      residents: population(1_000),
      everyTurns: 20_000 * Math.min(1, scale * 10),
      opened: 20,
    };
    const { openedMs, basesMs, replayed, alone } = await runProgram<PastReport>('past', asked, serverFlags);
    const slowest = Math.max(...openedMs) / 1000;
    const whole = turns / replayed.perSecond;
    return [
      comparedWith(
        {
          figure: `any of ${rounded(turns)} turns opened`,
          ours: `${rounded(slowest)} s at most`,
          comparator: `all commands again, ${rounded(whole)} s`,
          details: [
            `opened: ${listed(openedMs)} ms; ${asked.residents} residents`,
            ...(turns < turnsMeant ? [shorter(asked.everyTurns)] : []),
            `${basesMs.length} bases, each made in ${rounded(median(basesMs))} ms; ${rounded(replayed.perSecond)} turns/s run again`,
          ],
        },
        slowest / whole,
        { atMost: 1 },
        'and',
        { reach: `<= ${secondsMax} s`, isMet: slowest <= secondsMax },
      ),
      compared(
        {
          figure: 'turns run again, with reading them',
          ours: `${rounded(cpuOf(replayed))} us CPU`,
          comparator: `the same turns, read before, ${rounded(cpuOf(alone))} us`,
          details: [
            `all that lie between two bases, ${asked.everyTurns} turns, five times; by CPU of both, since the database works beside`,
            `with reading ${rounded(replayed.perSecond)}/s, Postgres ${rounded(replayed.databaseMicros)} us; without ${rounded(alone.perSecond)}/s`,
          ],
        },
        cpuOf(alone) / cpuOf(replayed),
        { atLeast: readingMin },
      ),
    ];
  },
};

/** Microseconds of a turn: what the database did meanwhile for others than us is in neither. */
const cpuOf = ({ micros, databaseMicros }: PastReport['replayed']): number => micros + databaseMicros;

/** What a shorter journal says of the whole one. */
const shorter = (everyTurns: number): string =>
  `not ${rounded(turnsMeant)} turns: opening begins with a base, of which there is one every ${rounded(everyTurns)} turns, however many there are`;
