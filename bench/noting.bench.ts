/**
 * What noting the newest turns allocates, which is done while the operator looks: nothing at all while nobody does. What it costs a
 * broadcast over HTTP stands in `broadcast.bench.ts`.
 */
import { runProgram } from './harness/program.ts';
import { population, samples } from './harness/settings.ts';
import { type Bench, compared, rounded } from './harness/table-row.ts';
import type { NotedTurnsOptions, NotedTurnsReport } from './programs/noted-turns.ts';

/** Compiled code leaves out what it can, each time another part. */
const flags = ['--no-opt', '--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
/** The smallest thing that can be allocated, a number, would be 0.2 % more. */
const ratioMax = 1.001;

export const noting: Bench = {
  name: 'noting',
  run: async () => {
    const stretches = samples(20);
    const measure = async (side: NotedTurnsOptions['side']) => {
      const size = { residents: population(100), warmTurns: stretches * 500, stretches };
      return (await runProgram<NotedTurnsReport>('noted-turns', { side, ...size } satisfies NotedTurnsOptions, flags))
        .bytesEach;
    };
    const [without, off, on] = [
      await measure('nothing notes'),
      await measure('nobody looks'),
      await measure('somebody looks'),
    ];
    const cells = {
      figure: 'what a broadcast in memory allocates, nobody looking',
      ours: `${rounded(off)} bytes`,
      comparator: `without what notes turns, ${rounded(without)} bytes`,
      details: [
        `while somebody looks ${rounded(on)} bytes; the fewest of ${stretches} stretches of 1,000 turns, not optimised`,
      ],
    };
    return [compared(cells, off / without, { atMost: ratioMax })];
  },
};
