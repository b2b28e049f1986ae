/** How many look-ups in the database may be under way at once, of those that anybody may ask for. */
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/refusals.ts';

export class LooksAtOnce {
  readonly #most: number;
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What `look` comes to; `busy` while as many are under way as may be. */
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
