/** A rate limit by name, in fixed windows of a minute. Kept in memory only: a restart may forget it. */
import { LRUCache } from 'lru-cache';
import type { RefusedFor } from '../../engine/refusal.ts';
import { type Refusals, refused } from '../refusals/gateway-refusals.ts';
import { entriesAtMost } from './entries-at-most.ts';

export const windowMs = 60_000;

/** The refusal of a caller beyond its rate limit. */
export type Limited = RefusedFor<Refusals, 'rate_limited'>;

interface Window {
  left: number;
  /** On the clock's `elapsed`. */
  readonly until: number;
}

export class RateLimit {
  readonly #perMinute: number;
  readonly #elapsed: () => number;
  readonly #windows: LRUCache<string, Window>;

  /** At most `namesMax` names are kept; the one that asked longest ago is dropped, with its count. */
  constructor(perMinute: number, namesMax: number, elapsed: () => number) {
    this.#perMinute = perMinute;
    this.#elapsed = elapsed;
    this.#windows = new LRUCache(entriesAtMost(namesMax));
  }

  /**
   * Counts `requests` of `name`, at most those of a whole minute: one request may weigh as much as many. Refuses, and counts none, when
   * there is no room for all of them, so that a lighter request may still pass.
   */
  take(name: string, requests = 1): Limited | undefined {
    const window = this.#windowOf(name);
    const wanted = Math.min(requests, this.#perMinute);
    if (window.left < wanted) return this.#refusal(window);
    window.left -= wanted;
    return undefined;
  }

  /** Counts as many of `requests` as there is room for: the weight of an answer is known only when it is given. */
  charge(name: string, requests: number): void {
    const window = this.#windowOf(name);
    window.left = Math.max(0, window.left - requests);
  }

  /** The refusal of the next request of `name`, if any. Counts nothing. */
  refusalOf(name: string): Limited | undefined {
    const window = this.#windows.get(name);
    return window === undefined || window.left > 0 || window.until <= this.#elapsed()
      ? undefined
      : this.#refusal(window);
  }

  #windowOf(name: string): Window {
    const now = this.#elapsed();
    const known = this.#windows.get(name);
    if (known !== undefined && known.until > now) return known;
    const window = { left: this.#perMinute, until: now + windowMs };
    this.#windows.set(name, window);
    return window;
  }

  #refusal({ until }: Window): Limited {
    return limitedFor(this.#perMinute, until - this.#elapsed());
  }
}

/** The refusal after `limit` requests of a minute, with `waitMs` left to wait. */
export function limitedFor(limit: number, waitMs: number): Limited {
  return refused('rate_limited', {
    limit,
    window_seconds: windowMs / 1_000,
    retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
