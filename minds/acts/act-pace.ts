/** The rate limit of a mind: at most `perMinute` acts in any 60 seconds. */
import type { ClientClock } from '../../client/client-clock.ts';

const windowMs = 60_000;
/** Share of a minute's acts that may follow each other at once. The others are spread evenly, so that the mind is never idle for long. */
const burstShare = 0.25;

/** The generic cell rate algorithm (ITU-T I.371, virtual scheduling). */
export class ActPace {
  readonly #clock: ClientClock;
  /** ms between two acts after a burst. */
  readonly #everyMs: number;
  /** ms by which an act may come before its time. */
  readonly #earlyMs: number;
  /** When the next act would be due if all came evenly. */
  #dueAt = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number, clock: ClientClock) {
    this.#clock = clock;
    const burst = Math.max(1, Math.floor(perMinute * burstShare));
    this.#everyMs = windowMs / (perMinute - burst + 1);
    this.#earlyMs = (burst - 1) * this.#everyMs;
  }

  /** Resolves when one more act may be done; to false when `closing` came first. */
  async ready(closing: AbortSignal): Promise<boolean> {
    while (!closing.aborted) {
      const waitMs = this.#dueAt - this.#earlyMs - this.#clock.now();
      if (waitMs <= 0) return true;
      await this.#clock.sleep(Math.ceil(waitMs), closing);
    }
    return false;
  }

  /** The same, and counts it. */
  async take(closing: AbortSignal): Promise<boolean> {
    if (!(await this.ready(closing))) return false;
    this.#dueAt = Math.max(this.#clock.now(), this.#dueAt) + this.#everyMs;
    return true;
  }
}
