/** A concurrency limit for database look-ups that anybody may cause. */
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/gateway-refusals.ts';

export class LookUpLimit {
  readonly #most: number;
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The result of `look`; `busy` while as many are under way as the limit allows. */
  async run<Seen>(look: () => Promise<Seen>): Promise<Seen | Refused> {
    if (this.#open >= this.#most) return refused('busy', { retry_after_seconds: 1 });
    this.#open += 1;
    try {
      return await look();
    } finally {
      this.#open -= 1;
    }
  }
}
