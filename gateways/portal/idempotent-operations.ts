/**
 * Idempotency for operations that are not a turn of their caller (ticks) and yet happen once for a key (J4). In memory only: neither the
 * operation nor its answer is in the journal.
 */
import { LRUCache } from 'lru-cache';
import type { IdempotencyKey, Viewed } from '../../engine/command.ts';
import { refused } from '../refusals/gateway-refusals.ts';

const keysMax = 1_000;
const keptMs = 24 * 60 * 60 * 1_000;

interface Kept<Value> {
  readonly fingerprint: string;
  /** Absent while it runs. */
  answer: Viewed<Value> | undefined;
}

/** For operations that answer with a `Value`. */
export class IdempotentOperations<Value> {
  readonly #kept = new LRUCache<string, Kept<Value>>({ max: keysMax, ttl: keptMs });
  /** Keys of which an earlier attempt may have happened: the refusal of a later one cannot say that nothing has. */
  readonly #unsure = new LRUCache<string, true>({ max: keysMax, ttl: keptMs });

  /** Runs `operation`, or returns its answer when the same key came before. A refusal is not kept: the next attempt runs. */
  async once(key: IdempotencyKey | undefined, operation: () => Promise<Viewed<Value>>): Promise<Viewed<Value>> {
    if (key === undefined) return operation();
    const before = this.#kept.get(key.key);
    if (before !== undefined) {
      if (before.fingerprint !== key.fingerprint) return refused('idempotency_mismatch');
      return before.answer ?? { ...refused('request_in_progress'), applied: 'unknown' };
    }
    const kept: Kept<Value> = { fingerprint: key.fingerprint, answer: undefined };
    this.#kept.set(key.key, kept);
    try {
      const answer = await operation();
      if (answer.type === 'shown') kept.answer = answer;
      else if (answer.applied === 'unknown') this.#unsure.set(key.key, true);
      else if (answer.code === 'busy' && this.#unsure.has(key.key)) return { ...answer, applied: 'unknown' };
      return answer;
    } finally {
      if (kept.answer === undefined) this.#kept.delete(key.key);
    }
  }
}
