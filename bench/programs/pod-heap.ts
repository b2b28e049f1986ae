/** How much memory a deployed pod takes: actors, pool, indexes, map and wheels in the engine, or two actors alone. */
import { must } from '../../engine/assert.ts';
import type { ActorId } from '../../engine/ids.ts';
import { act, emptyCity, found } from '../harness/crowd.ts';
import { built, podAlone, wayAlone } from '../harness/pods-in-memory.ts';
import { answer, options } from '../harness/program-io.ts';

export interface PodHeapOptions {
  readonly side: 'ours' | 'createActor';
  readonly pods: number;
}

export interface PodHeapReport {
  /** Bytes of heap and of memory outside of it that belongs to objects, after collection. */
  readonly bytesEach: number;
  readonly actorsEach: number;
}

const { side, pods } = options<PodHeapOptions>();
/** Residents who build, a hundred pods each; they are there before anything is measured. */
const podsPerBuilder = 100;
const warm = 20;

function bytesUsed(): number {
  if (globalThis.gc === undefined) throw new Error('needs --expose-gc');
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Maker {
  readonly make: (n: number) => void;
  /** What was made is reachable through this. */
  readonly actors: () => number;
}

function ours(): Maker {
  const state = emptyCity();
  const builders: ActorId[] = [];
  for (let n = 0; n <= (pods + warm) / podsPerBuilder; n++) {
    const builder = found(state, n + 1);
    act(state, builder, { type: 'move', exit: 'commons', max_toll: null });
    builders.push(builder);
  }
  const builderOf = (n: number) => must(builders[Math.floor(n / podsPerBuilder)], 'a builder');
  return { make: (n) => void built(state, builderOf(n), n), actors: () => state.images.size };
}

function alone(): Maker {
  const actors: unknown[] = [];
  return { make: (n) => void actors.push(podAlone(n), wayAlone(n)), actors: () => actors.length };
}

const maker = side === 'ours' ? ours() : alone();
// Code and tables that come with the first pods are not theirs.
for (let n = 0; n < warm; n++) maker.make(n);
const actorsBefore = maker.actors();
const before = bytesUsed();
for (let n = warm; n < warm + pods; n++) maker.make(n);
const after = bytesUsed();
answer({
  bytesEach: (after - before) / pods,
  actorsEach: (maker.actors() - actorsBefore) / pods,
} satisfies PodHeapReport);
