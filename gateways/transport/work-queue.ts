/**
 * Work that runs one by one, with other requests between: a piece of work is bounded, but many at once would block everybody. The queue has
 * no bound of its own: whoever adds work bounds it, by the bodies that it holds or the sockets that are open.
 */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` after what was added before it, and never synchronously. */
  add(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    const [work] = this.#waiting;
    // Before it leaves the queue: work that it adds comes last, and does not start the queue a second time.
    try {
      work?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) setImmediate(this.#next);
    }
  };
}
