/**
 * The rate limit of a population: at most `perSecond` requests begin each second in all. Time that a slow city costs is not made up for.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const lagMaxMs = 100;

export class RequestPace {
  readonly #intervalMs: number;
  #next = 0;

  /** Infinity: as fast as the residents get their answers. */
  constructor(perSecond: number) {
    this.#intervalMs = 1000 / perSecond;
  }

  /** Resolves when the caller may begin its next request. */
  async waitForTurn(closing: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return;
    const now = performance.now();
    const slot = Math.max(this.#next, now - lagMaxMs);
    this.#next = slot + this.#intervalMs;
    if (slot - now >= 1) await sleep(slot - now, undefined, { signal: closing }).catch(() => undefined);
  }
}
