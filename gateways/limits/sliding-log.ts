/**
 * A rate limit by a sliding log: in no span of a minute more than the limit, however the calls are spread. Kept in memory only: a restart
 * may forget it. A fixed window (`rate-limit.ts`) would let twice as many through around its end.
 */
import { LRUCache } from 'lru-cache';
import { entriesAtMost } from './entries-at-most.ts';
import { type Limited, limitedFor, windowMs } from './rate-limit.ts';

/** The times of the newest calls, on the clock's `elapsed`: a ring of at most `limit`, which grows as it is used. */
interface Log {
  readonly times: number[];
  /** The index of the oldest, once the ring is full. */
  oldest: number;
}

export class SlidingLog {
  readonly #limit: number;
  readonly #elapsed: () => number;
  readonly #logs: LRUCache<string, Log>;

  /** At most `namesMax` names are kept, each for as long as its newest call counts. */
  constructor(limit: number, namesMax: number, elapsed: () => number) {
    this.#limit = limit;
    this.#elapsed = elapsed;
    // Each time the clock is asked: the library would else remember what it said, and forget that by a timer of the wall.
    this.#logs = new LRUCache({ ttl: windowMs, ttlResolution: 0, perf: { now: elapsed }, ...entriesAtMost(namesMax) });
  }

  /** The refusal of the next call of `name`, if any. Counts nothing. */
  refusalOf(name: string): Limited | undefined {
    const log = this.#logs.get(name);
    return log === undefined ? undefined : this.#refusal(log);
  }

  /** Counts a call of `name` that begins now. Refuses, and counts none, beyond the limit, with the time until the next one may pass. */
  take(name: string): Limited | undefined {
    const now = this.#elapsed();
    const log = this.#logs.get(name) ?? { times: [], oldest: 0 };
    const refusal = this.#refusal(log);
    if (refusal !== undefined) return refusal;
    if (log.times.length === this.#limit) {
      log.times[log.oldest] = now;
      log.oldest = (log.oldest + 1) % this.#limit;
    } else log.times.push(now);
    this.#logs.set(name, log);
    return undefined;
  }

  #refusal({ times, oldest }: Log): Limited | undefined {
    if (times.length < this.#limit) return undefined;
    const waitMs = (times[oldest] ?? 0) + windowMs - this.#elapsed();
    return waitMs > 0 ? limitedFor(this.#limit, waitMs) : undefined;
  }
}
