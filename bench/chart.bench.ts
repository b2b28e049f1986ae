/**
 * Row 4: `broadcast` events a second through turns in memory (run and sealed: delivery, ledger, checks, the event's JSON)
 * against `createActor(...).send` of the same machine with the same event and a listener that takes what it emits; it
 * journals nothing and undoes nothing.
 * Each round is a fresh process for each side.
 */

import { runProgram } from './harness/program.ts';
import { population, rounds, scale, serverFlags } from './harness/settings.ts';
import { type Bench, compared, listed, median, rounded } from './harness/table-row.ts';
import type { TurnsOptions, TurnsReport } from './programs/turns.ts';

export const chart: Bench = {
  name: 'chart',
  run: async () => {
    const residents = population(1000);
    const times = { warmMs: 1500 * scale, ms: 3000 * scale };
    const measure = async (side: TurnsOptions['side']) =>
      (await runProgram<TurnsReport>('turns', { side, residents, ...times } satisfies TurnsOptions, serverFlags))
        .perSecond;
    const ours: number[] = [];
    const alone: number[] = [];
    const heard: number[] = [];
    for (let round = rounds(3); round > 0; round--) {
      ours.push(await measure('ours'));
      alone.push(await measure('createActor'));
      heard.push(await measure('heard'));
    }
    return [
      compared(
        {
          figure: 'state-chart events/s, turns in memory',
          ours: `${rounded(median(ours))}/s`,
          comparator: `createActor().send, heard, ${rounded(median(heard))}/s`,
          details: [
            `ours: ${listed(ours)} events/s`,
            `createActor with a listener for what it emits: ${listed(heard)} events/s; ${residents} residents in turn on both sides`,
            `createActor without one, all effects lost: ${listed(alone)} events/s; ratio ${rounded(median(ours) / median(alone))}`,
          ],
        },
        median(ours) / median(heard),
        { atLeast: 1.3 },
      ),
    ];
  },
};
