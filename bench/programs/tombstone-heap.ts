/** How much memory remains of a resident that was born, died and left the city: its tombstone. */
import { setting } from '../../actors/rules/workshops/tiers.ts';
import { type ActorId, kindOf } from '../../engine/ids.ts';
import { act, answerCalls, emptyCity, found, passTick, rules } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';

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
    const residents: ActorId[] = [];
    for (; residents.length < atOnce && born < end; born++) residents.push(found(state, born));
    for (const resident of residents) act(state, resident, { type: 'shut_down' });
    passTick(state);
    // Nobody leaves before it is archived (DD6).
    for (const resident of residents) answerCalls(state, resident, { type: 'archive.done', result: {} });
    for (let tick = 0; tick <= decayTicks; tick++) passTick(state);
  }
  // Else the figure would be of those who are still there. The works that the city offers are not theirs, and are bounded.
  const stayed = [...state.images.keys()].filter((id) => kindOf(id) === 'resident').length;
  if (stayed > 0) throw new Error(`${stayed} residents have not left`);
}

// Code, and tables that the first bring with them, are not theirs.
liveAndDie(2 * atOnce);
const before = used();
liveAndDie(deaths);
answer({ bytesEach: (used() - before) / deaths, actors: state.images.size } satisfies DepartedReport);
