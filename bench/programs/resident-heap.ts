/** How much heap a resident takes: actor, house, account, indexes and wheels in the engine, or two actors alone. */

import { emptyCity, found } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';
import { houseAlone, residentAlone } from '../harness/xstate-actors.ts';

export interface HeapOptions {
  readonly side: 'ours' | 'createActor';
  readonly residents: number;
}

export interface HeapReport {
  /** Bytes of heap after collection. */
  readonly bytesEach: number;
}

const { side, residents } = options<HeapOptions>();

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('needs --expose-gc');
  for (let i = 0; i < 3; i++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Makes the n-th resident; what it is kept in must stay reachable. */
function maker(): (n: number) => unknown {
  if (side === 'ours') {
    const state = emptyCity();
    return (n) => {
      found(state, n);
      // Else the indexes would remember every change, as if the journal had been away all the time.
      for (const index of state.indexes.values()) index.committed(state.counters.turn);
      return state;
    };
  }
  const actors: unknown[] = [];
  return (n) => actors.push(residentAlone(n), houseAlone(n)) && actors;
}

const make = maker();
// Code and tables that come with the first residents are not theirs.
for (let n = 1; n <= 10; n++) make(n);
const before = heapUsed();
for (let n = 11; n <= 10 + residents; n++) make(n);
const after = heapUsed();
const kept = make(0);
answer({ bytesEach: (after - before) / residents } satisfies HeapReport);
if (kept === undefined) throw new Error('nothing was kept');
