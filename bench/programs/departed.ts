/** How much memory a resident takes that was born and died, once it has left the city: a tombstone. */
import { setting } from '../../actors/building/tiers.ts';
import { act, emptyCity, found, passTick, rules } from '../harness/crowd.ts';
import { answer, options } from '../harness/told.ts';

export interface DepartedOptions {
  readonly deaths: number;
}

export interface DepartedReport {
  /** Bytes of heap and of buffers outside it, after collection. */
  readonly bytesEach: number;
  /** Actors in memory at the end. */
  readonly actors: number;
}

const { deaths } = options<DepartedOptions>();
/** Die in one tick: what they were is collected before the next are born. */
const atOnce = 1_000;
const decayTicks = setting(rules, 'RUIN_DECAY_TICKS');

function used(): number {
  if (globalThis.gc === undefined) throw new Error('needs --expose-gc');
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const state = emptyCity();
let born = 0;

function liveAndDie(count: number): void {
  for (const end = born + count; born < end; ) {
    for (let n = 0; n < atOnce && born < end; n++, born++) act(state, found(state, born), { type: 'shut_down' });
    for (let tick = 0; tick <= decayTicks; tick++) passTick(state);
  }
}

// Code, and tables that the first bring with them, are not theirs.
liveAndDie(2 * atOnce);
const before = used();
liveAndDie(deaths);
answer({ bytesEach: (used() - before) / deaths, actors: state.images.size } satisfies DepartedReport);
