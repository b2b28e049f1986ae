/**
 * The rate limit of failed logins: for a handle from one address, and for an address with any handle. Not for a handle alone: anyone could
 * lock anyone out. In no span of the window more than the limit. Kept in memory only: a restart may forget it.
 *
 * A login counts when it begins, and no longer once it succeeds, so that concurrent attempts all count.
 */
import { LRUCache } from 'lru-cache';
import { entriesAtMost } from '../limits/entries-at-most.ts';
import type { Limited } from '../limits/rate-limit.ts';
import { networkOf } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';

export type FailedLoginSettings = Pick<
  GatewaySettings,
  'failedLoginsWindowMs' | 'failedLoginsPerHandleMax' | 'failedLoginsPerAddressMax' | 'rateNamesMax'
>;

/** A login that has begun; `succeeded` takes it out of the count. */
export interface Attempt {
  readonly type: 'attempt';
  succeeded(): void;
}

export class FailedLogins {
  readonly #ofHandle: Failures;
  readonly #ofAddress: Failures;

  constructor(settings: FailedLoginSettings, elapsed: () => number) {
    const { failedLoginsPerHandleMax, failedLoginsPerAddressMax } = settings;
    this.#ofHandle = new Failures(failedLoginsPerHandleMax, settings, elapsed);
    this.#ofAddress = new Failures(failedLoginsPerAddressMax, settings, elapsed);
  }

  /** Counts a login of `handle` from `address`. Refuses, and counts none, when as many have failed as may. */
  begin(handle: string, address: string): Attempt | Limited {
    const network = networkOf(address);
    const pair = `${handle} ${network}`;
    const refusal = this.#ofAddress.refusalOf(network) ?? this.#ofHandle.refusalOf(pair);
    if (refusal !== undefined) return refusal;
    const forgetAddress = this.#ofAddress.count(network);
    const forgetHandle = this.#ofHandle.count(pair);
    const succeeded = () => {
      forgetAddress();
      forgetHandle();
    };
    return { type: 'attempt', succeeded };
  }
}

class Failures {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #elapsed: () => number;
  /** Times on the clock's `elapsed`, oldest first: at most `limit` for a name. */
  readonly #times: LRUCache<string, readonly number[]>;

  constructor(limit: number, settings: FailedLoginSettings, elapsed: () => number) {
    this.#limit = limit;
    this.#windowMs = settings.failedLoginsWindowMs;
    this.#elapsed = elapsed;
    this.#times = new LRUCache(entriesAtMost(settings.rateNamesMax));
  }

  refusalOf(name: string): Limited | undefined {
    const times = this.#recent(name);
    const [oldest] = times;
    if (oldest === undefined || times.length < this.#limit) return undefined;
    const waitMs = oldest + this.#windowMs - this.#elapsed();
    return refused('rate_limited', {
      limit: this.#limit,
      window_seconds: this.#windowMs / 1_000,
      retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1_000)),
      of: 'failed logins',
    });
  }

  /** Returns the function that takes it back. */
  count(name: string): () => void {
    const now = this.#elapsed();
    this.#times.set(name, [...this.#recent(name), now]);
    return () => {
      const times = this.#recent(name);
      const at = times.lastIndexOf(now);
      this.#times.set(
        name,
        times.filter((_, n) => n !== at),
      );
    };
  }

  #recent(name: string): readonly number[] {
    const from = this.#elapsed() - this.#windowMs;
    return (this.#times.get(name) ?? []).filter((time) => time > from);
  }
}
