/** The clock of the machine, for a city that is not a test. */
import { performance } from 'node:perf_hooks';
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../engine/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  yield: () => nextRound(),
  sleep: (ms) => pause(ms, undefined, { ref: false }),
};
