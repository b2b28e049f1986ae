/** Work that is done one by one, and others are served between: what a piece of it costs is bounded, many at once would keep everybody waiting. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` when what came before it has run. Whoever gives it bounds how much may wait. */
  take(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    const [work] = this.#waiting;
    // Before it leaves the row: what it gives in its turn is behind all others, and does not begin a row of its own.
    try {
      work?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) setImmediate(this.#next);
    }
  };
}
