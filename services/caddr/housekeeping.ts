/** Runs the service's own work: every minute it removes old rows, and mixes new ones. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../contract.ts';
import { mix } from './mixing.ts';
import { removeOld, type Terms } from './removal.ts';

const everyMs = 60_000;

/** Milliseconds for which the city waits at its end for the last mixing; the next start catches up. */
const lastMsMax = 3_000;

/** Does at once what an earlier process has left, then works every minute; at the end it mixes once more. */
export async function startHousekeeping(
  storage: Storage,
  terms: Terms,
  waitsMs = lastMsMax,
): Promise<{ close(): Promise<void> }> {
  const work = async () => {
    await removeOld(storage, terms);
    await mix(storage);
  };
  await work();
  let working = Promise.resolve();
  const next = (task: () => Promise<void>) => {
    // Work that fails now is repeated when the database answers again.
    working = working.then(task).catch(() => undefined);
    return working;
  };
  const timer = setInterval(() => void next(work), everyMs);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return Promise.race([next(() => mix(storage, true)), pause(waitsMs, undefined, { ref: false })]);
    },
  };
}
