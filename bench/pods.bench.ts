/**
 * Memory for each of 50,000 deployed pods without a container: actor, connection and burning pool, with the map, indexes
 * and wheels that come with them, opened and deployed through turns. Against `createActor` for the machines of a pod and
 * of its connection, as for residents. Heap and external memory after collection, a fresh process for each side.
 */
import { runProgram } from './harness/program.ts';
import { population } from './harness/settings.ts';
import { type Bench, compared, rounded } from './harness/table-row.ts';
import type { PodHeapOptions, PodHeapReport } from './programs/pod-heap.ts';

const flags = ['--expose-gc', '--max-old-space-size=6000'];

export const pods: Bench = {
  name: 'pods',
  run: async () => {
    const count = population(50_000);
    const measure = (side: PodHeapOptions['side']) =>
      runProgram<PodHeapReport>('pod-heap', { side, pods: count } satisfies PodHeapOptions, flags);
    const ours = await measure('ours');
    const alone = await measure('createActor');
    const measured = {
      figure: `memory for each of ${rounded(count)} deployed pods`,
      ours: `${rounded(ours.bytesEach)} bytes`,
      comparator: `createActor twice ${rounded(alone.bytesEach)} bytes`,
      details: [
        'heap and external memory after collection, before and after; pool, burning, map, indexes and wheels are on our side alone',
        `ours: ${rounded(ours.actorsEach)} actors a pod: itself and its connection; the door of the workshop that it was is gone`,
      ],
    };
    return [compared(measured, ours.bytesEach / alone.bytesEach, { atMost: 0.35 })];
  },
};
