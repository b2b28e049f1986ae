/**
 * How often a resident may call a service: in no span of a minute more than the limit, however the calls are spread. In memory: a
 * restart forgets it, and so it may. A window that begins anew each minute (`rate-limit.ts`) would let twice as many through around
 * its end.
 */
import { LRUCache } from 'lru-cache';
import { type Limited, limitedFor, windowMs } from './rate-limit.ts';

/** The times of the newest calls, on the clock's `elapsed`: a ring of at most `limit`, that grows as it is used. */
interface Log {
  readonly times: number[];
  /** Where the oldest stands, once the ring is full. */
  oldest: number;
}

export class SlidingLog {
  readonly #limit: number;
  readonly #elapsed: () => number;
  readonly #logs: LRUCache<string, Log>;

  /** At most `namesMax` names are remembered, each for as long as its newest call counts. */
  constructor(limit: number, namesMax: number, elapsed: () => number) {
    this.#limit = limit;
    this.#elapsed = elapsed;
    this.#logs = new LRUCache({ max: namesMax, ttl: windowMs, perf: { now: elapsed } });
  }

  /** Counts a call of `name` that begins now, or says when one would be let through; then none is counted. */
  take(name: string): Limited | undefined {
    const now = this.#elapsed();
    const log = this.#logs.get(name) ?? { times: [], oldest: 0 };
    const isFull = log.times.length === this.#limit;
    const until = isFull ? (log.times[log.oldest] ?? 0) + windowMs : now;
    if (until > now) return limitedFor(this.#limit, until - now);
    if (isFull) {
      log.times[log.oldest] = now;
      log.oldest = (log.oldest + 1) % this.#limit;
    } else log.times.push(now);
    this.#logs.set(name, log);
    return undefined;
  }
}
