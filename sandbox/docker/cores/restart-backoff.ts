/** Delays between restarts of a program that does not last: none the first time, then ever longer ones. */
import { assert } from '../../../engine/assert.ts';

const delayMsMin = 1_000;
const delayMsMax = 60_000;
/** A program that has run for so long counts as lasting. */
const lastingMs = 60_000;

export class RestartBackoff {
  readonly #runs = new Map<string, { readonly at: number; readonly delayMs: number }>();

  /** Milliseconds until `name` may be started. */
  waitMs(name: string, now: number): number {
    const last = this.#runs.get(name);
    const waitMs = last === undefined ? 0 : Math.max(0, last.at + last.delayMs - now);
    assert(waitMs >= 0 && waitMs <= delayMsMax, `nobody waits longer than ${delayMsMax} ms, and time goes on`);
    return waitMs;
  }

  started(name: string, now: number): void {
    const last = this.#runs.get(name);
    const isQuick = last !== undefined && now - last.at < last.delayMs + lastingMs;
    this.#runs.set(name, { at: now, delayMs: isQuick ? Math.min(2 * last.delayMs, delayMsMax) : delayMsMin });
  }

  forget(name: string): void {
    this.#runs.delete(name);
  }
}
