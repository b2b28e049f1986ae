/** How many moves a second residents make between the Commons and a pod in memory: each a whole turn, in and out alternately. */
import { performance } from 'node:perf_hooks';
import { must } from '../../engine/assert.ts';
import { act, emptyCity, found } from '../harness/crowd.ts';
import { built } from '../harness/pods-in-memory.ts';
import { answer, options } from '../harness/program-io.ts';

export interface MovesOptions {
  readonly access: 'public' | 'gated';
  readonly residents: number;
  readonly pods: number;
  /** Milliseconds of warming up, and then of measuring. */
  readonly warmMs: number;
  readonly ms: number;
}

export interface MovesReport {
  readonly perSecond: number;
  /** Microseconds of the processor for each. */
  readonly cpu: number;
}

const { access, residents, pods, warmMs, ms } = options<MovesOptions>();
/** Moves between two looks at the clock. */
const stretch = 500;

const state = emptyCity();
const builder = found(state, 1);
act(state, builder, { type: 'move', exit: 'commons', max_toll: null });
const exits = Array.from({ length: pods }, (_, n) => built(state, builder, n, access).exit);
const travellers = Array.from({ length: residents }, (_, n) => found(state, n + 2));
for (const traveller of travellers) act(state, traveller, { type: 'move', exit: 'commons', max_toll: null });

/** The exit leads in from the Commons, and from inside back again. */
function move(i: number): void {
  const n = i % residents;
  const exit = must(exits[n % pods], 'an exit');
  const { events } = act(state, must(travellers[n], 'a traveller'), { type: 'move', exit, max_toll: null });
  if (events.length === 0) throw new Error('a move publishes an event');
}

let moved = 0;

function run(forMs: number): MovesReport {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const before = moved;
  while (performance.now() - startedAt < forMs) for (let i = 0; i < stretch; i++) move(moved++);
  const { user, system } = process.cpuUsage(cpuBefore);
  const count = moved - before;
  return { perSecond: (count * 1000) / (performance.now() - startedAt), cpu: (user + system) / count };
}

run(warmMs);
answer(run(ms));
