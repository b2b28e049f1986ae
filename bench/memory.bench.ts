/**
 * Row 6: heap for each of 100,000 residents (actor, house and account, with the indexes and wheels that come with them),
 * founded through turns, against `createActor` for the same two machines. After collection, a fresh process for each side.
 * And what remains of as many that were born and have died.
 */
import { runProgram } from './harness/program.ts';
import { population } from './harness/settings.ts';
import { type Bench, compared, type Row, rounded } from './harness/table-row.ts';
import type { HeapOptions, HeapReport } from './programs/resident-heap.ts';
import type { DepartedOptions, DepartedReport } from './programs/tombstone-heap.ts';

const flags = ['--expose-gc', '--max-old-space-size=6000'];

/** Bytes that may remain of each. */
const tombstoneBytesMax = 150;

/** What remains of the dead, against what they may leave. */
async function departedRow(): Promise<Row> {
  const deaths = population(100_000);
  const { bytesEach, actors } = await runProgram<DepartedReport>(
    'tombstone-heap',
    { deaths } satisfies DepartedOptions,
    flags,
  );
  const measured = {
    figure: `memory that remains of each of ${rounded(deaths)} dead`,
    ours: `${rounded(bytesEach)} bytes`,
    comparator: `${tombstoneBytesMax} bytes at most`,
    details: [`${rounded(actors)} actors in memory at the end; heap and buffers after collection`],
  };
  return compared(measured, bytesEach / tombstoneBytesMax, { atMost: 1 });
}

export const memory: Bench = {
  name: 'memory',
  run: async () => {
    const residents = population(100_000);
    const measure = async (side: HeapOptions['side']) =>
      (await runProgram<HeapReport>('resident-heap', { side, residents } satisfies HeapOptions, flags)).bytesEach;
    const ours = await measure('ours');
    const alone = await measure('createActor');
    const measured = {
      figure: `memory for each of ${rounded(residents)} residents`,
      ours: `${rounded(ours)} bytes`,
      comparator: `createActor twice ${rounded(alone)} bytes`,
      details: ['heap used after collection, before and after; the account, indexes and wheels are on our side alone'],
    };
    return [compared(measured, ours / alone, { atMost: 0.35 }), await departedRow()];
  },
};
