/** Time as a client of the city has it. It is passed in, so that a test or a simulation drives it. */
import { setTimeout as wait } from 'node:timers/promises';

export interface ClientClock {
  /** ms, rising. */
  now(): number;
  /** Resolves after `ms`, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const wallClock: ClientClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
