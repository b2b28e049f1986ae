/**
 * Row 6: heap for each of 100,000 residents (actor, house and account, with the indexes and wheels that come with them),
 * founded through turns, against `createActor` for the same two machines. After collection, a fresh process for each side.
 */
import { runProgram } from './harness/program.ts';
import { type Bench, compared, shown } from './harness/row.ts';
import { population } from './harness/settings.ts';
import type { HeapOptions, HeapReport } from './programs/heap.ts';

const flags = ['--expose-gc', '--max-old-space-size=6000'];

export const memory: Bench = {
  name: 'memory',
  run: async () => {
    const residents = population(100_000);
    const measure = async (side: HeapOptions['side']) =>
      (await runProgram<HeapReport>('heap', { side, residents } satisfies HeapOptions, flags)).bytesEach;
    const ours = await measure('ours');
    const alone = await measure('createActor');
    const told = {
      figure: `memory for each of ${shown(residents)} residents`,
      ours: `${shown(ours)} bytes`,
      comparator: `createActor twice ${shown(alone)} bytes`,
      details: ['heap used after collection, before and after; the account, indexes and wheels are on our side alone'],
    };
    return [compared(told, ours / alone, { atMost: 0.35 })];
  },
};
