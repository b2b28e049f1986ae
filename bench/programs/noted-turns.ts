/**
 * Bytes that a broadcast in memory allocates: with nothing that notes turns, and with what does so, while nobody looks or somebody does.
 */
import { kinds } from '../../actors/index.ts';
import { must } from '../../engine/assert.ts';
import { NewestTraces } from '../../research/observation/newest-traces.ts';
import { ObservedTurns } from '../../research/observation/observed-turns.ts';
import { act, emptyCity, found } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';

export interface NotedTurnsOptions {
  readonly side: 'nothing notes' | 'nobody looks' | 'somebody looks';
  readonly residents: number;
  /** Turns before those that are measured. */
  readonly warmTurns: number;
  /** How often it is measured. */
  readonly stretches: number;
}

export interface NotedTurnsReport {
  readonly bytesEach: number;
}

const { side, residents, warmTurns, stretches } = options<NotedTurnsOptions>();
const event = { type: 'broadcast', text: 'good morning, all of you' } as const;
/** Few enough that nothing is collected among them: 9 KB each, in a young generation of 64 MB. */
const stretchTurns = 1_000;

const observed = side === 'nothing notes' ? undefined : new ObservedTurns();
const traces = observed && new NewestTraces(observed);
const state = emptyCity(observed?.observed(kinds));
observed?.opened(state);
const actors = Array.from({ length: residents }, (_, n) => found(state, n + 1));
if (side === 'somebody looks') traces?.look();

function speak(turns: number): void {
  for (let n = 0; n < turns; n++) {
    const sealed = act(state, must(actors[n % residents], 'a resident'), event);
    const turn = observed?.sealed(sealed, state);
    if (turn !== undefined) traces?.sealed(turn.notes);
  }
}

function bytesOfStretch(): number {
  must(globalThis.gc, '--expose-gc')();
  const before = process.memoryUsage().heapUsed;
  speak(stretchTurns);
  return (process.memoryUsage().heapUsed - before) / stretchTurns;
}

speak(warmTurns);
/** What else is allocated meanwhile comes on top: the fewest are those of the turns. */
const bytesEach = Math.min(...Array.from({ length: stretches }, bytesOfStretch));
traces?.end();
answer({ bytesEach } satisfies NotedTurnsReport);
