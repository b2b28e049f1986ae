/**
 * Work that is done one by one, and others are served between: what a piece of it costs is bounded, many at once would keep everybody waiting.
 * The queue has no bound of its own: whoever adds work bounds how much of it waits, by the bodies that it holds or the sockets that are open.
 */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` when what was added before it has run, and never at once. */
  add(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    const [work] = this.#waiting;
    // Before it leaves the queue: what it adds is behind all others, and does not start the queue a second time.
    try {
      work?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) setImmediate(this.#next);
    }
  };
}
