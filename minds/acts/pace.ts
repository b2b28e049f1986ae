/**
 * How often a mind acts: at most `perMinute` in any 60 seconds, whatever it wants. Time is passed in, so that a test drives it.
 */
export interface PaceClock {
  /** ms, rising. */
  now(): number;
  /** Resolves after `ms`, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const windowMs = 60_000;

export class ActPace {
  readonly #perMinute: number;
  readonly #clock: PaceClock;
  /** When the acts of the last minute were, oldest first. */
  #times: number[] = [];

  constructor(perMinute: number, clock: PaceClock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Resolves when one more may be done, and counts it; false when `closing` came first. */
  async take(closing: AbortSignal): Promise<boolean> {
    while (!closing.aborted) {
      const now = this.#clock.now();
      this.#times = this.#times.filter((time) => now - time < windowMs);
      const oldest = this.#times[0];
      if (oldest === undefined || this.#times.length < this.#perMinute) {
        this.#times.push(now);
        return true;
      }
      await this.#clock.sleep(Math.max(1, oldest + windowMs - now), closing);
    }
    return false;
  }
}
