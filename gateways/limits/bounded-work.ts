/**
 * Work that takes long on another thread: how much of it is under way at once, and how much waits, is bounded. A flood of requests takes a
 * bounded part of the processor, and whoever comes when it is full is told so (G8).
 */

/** Nothing was done: too many wait. */
export type Full = 'full';

export class BoundedWork {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /** True while work that comes is turned away. */
  get isFull(): boolean {
    return this.#running >= this.#atOnceMax && this.#waiting.length >= this.#waitingMax;
  }

  /** The result of `work`, which begins when there is room for it. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | Full> {
    if (this.isFull) return 'full';
    if (this.#running >= this.#atOnceMax) {
      // The next one takes the place of the one that has ended: `running` is unchanged.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
