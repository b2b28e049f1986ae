/**
 * How fast ticks come, as a multiple of the pace of `TICK_CRON`. The operator sets it over the Portal Gateway; whoever drives ticks obeys
 * (`host/tick-pace.ts`). It is kept nowhere: a start begins with 1.
 */

/** Times the pace of `TICK_CRON`. */
export const speedMin = 0.25;
export const speedMax = 60;

export class TickSpeed {
  #factor = 1;
  readonly #listeners = new Set<() => void>();

  get factor(): number {
    return this.#factor;
  }

  set(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each change. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
