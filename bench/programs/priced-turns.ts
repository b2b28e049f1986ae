/** The two turns of a priced call in memory, without what is between them and around them. */
import { performance } from 'node:perf_hooks';
import { must } from '../../engine/assert.ts';
import { act, answerCalls, emptyCity, found } from '../harness/crowd.ts';
import { price } from '../harness/instant-service.ts';
import { answer, options } from '../harness/program-io.ts';

export interface PricedTurnsOptions {
  readonly residents: number;
  /** Milliseconds of warming up, and then of measuring. */
  readonly warmMs: number;
  readonly ms: number;
}

export interface PricedTurnsReport {
  /** Calls, two turns each. */
  readonly perSecond: number;
  /** Microseconds of the processor for each. */
  readonly cpu: number;
}

const { residents, warmMs, ms } = options<PricedTurnsOptions>();
/** Calls between two looks at the clock. */
const stretch = 500;

const state = emptyCity();
const callers = Array.from({ length: residents }, (_, n) => found(state, n + 1));
const asked = { type: 'call_global_service', service: 'at-once', operation: 'ask', hold: price.held } as const;

function call(i: number): void {
  const caller = must(callers[i % residents], 'a resident');
  const event = { ...asked, reference: `reference ${i}`, halfInStudy: false, availability: 'everywhere' };
  const { images } = act(state, caller, event);
  const held = [...images.keys()].find((id) => id.startsWith('service-call:'));
  answerCalls(state, must(held, 'a call'), {
    type: 'service.done',
    result: { type: 'served', cost: price.taken },
  });
  // As a checkpoint does.
  state.retired.clear();
}

let called = 0;

function run(forMs: number): PricedTurnsReport {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const before = called;
  while (performance.now() - startedAt < forMs) for (let i = 0; i < stretch; i++) call(called++);
  const { user, system } = process.cpuUsage(cpuBefore);
  const count = called - before;
  return { perSecond: (count * 1000) / (performance.now() - startedAt), cpu: (user + system) / count };
}

run(warmMs);
answer(run(ms));
