/** How many `broadcast` events a second residents take: each a whole turn, or a `send` to an actor of its own. */
import { performance } from 'node:perf_hooks';
import { must } from '../../engine/assert.ts';
import { act, emptyCity, found } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';
import { facts, residentAlone } from '../harness/xstate-actors.ts';

export interface TurnsOptions {
  /** `heard`: `createActor` with a listener that takes what the machine emits, as whoever carries it out would need. */
  readonly side: 'ours' | 'createActor' | 'heard';
  readonly residents: number;
  /** Milliseconds of warming up, and then of measuring. */
  readonly warmMs: number;
  readonly ms: number;
}

export interface TurnsReport {
  readonly perSecond: number;
}

const { side, residents, warmMs, ms } = options<TurnsOptions>();
const text = 'good morning, all of you';
/** Turns between two looks at the clock. */
const stretch = 500;

function ours(): (i: number) => void {
  const state = emptyCity();
  const actors = Array.from({ length: residents }, (_, n) => found(state, n + 1));
  return (i) => {
    const { events } = act(state, must(actors[i % actors.length], 'a resident'), { type: 'broadcast', text });
    if (events.length !== 1) throw new Error('a broadcast makes one event');
  };
}

function alone(): (i: number) => void {
  const actors = Array.from({ length: residents }, (_, n) => residentAlone(n + 1));
  let effects: unknown[] = [];
  if (side === 'heard') for (const actor of actors) actor.on('*', (effect) => effects.push(effect));
  const said = { type: 'broadcast', text, facts: { ...facts, message: 'msg_aaaaaaaaaaaaaaaa', isKept: true } } as const;
  return (i) => {
    effects = [];
    const actor = must(actors[i % actors.length], 'a resident');
    actor.send({ ...said });
    if (side === 'heard' && effects.length === 0) throw new Error('a broadcast has effects');
    if (i % stretch === 0 && actor.getSnapshot().status !== 'active') throw new Error('an actor has stopped');
  };
}

function run(once: (i: number) => void, forMs: number): number {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < forMs) for (let i = 0; i < stretch; i++) once(done++);
  return (done * 1000) / (performance.now() - startedAt);
}

const once = side === 'ours' ? ours() : alone();
run(once, warmMs);
answer({ perSecond: run(once, ms) } satisfies TurnsReport);
