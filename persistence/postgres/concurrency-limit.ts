import { PassingSet } from '../../engine/passing.ts';

/** Limits how many statements run at the same time. The others queue, first come, first served. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting = new PassingSet<(isFree: boolean) => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to true with a slot, which the caller gives back, or to false after `waitMs`. */
  take(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const decide = (isFree: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(decide);
        resolve(isFree);
      };
      const timer = setTimeout(() => decide(false), waitMs);
      this.#waiting.add(decide);
    });
  }

  give(): void {
    const next = this.#waiting.first;
    if (next === undefined) this.#free += 1;
    else next(true);
  }
}
