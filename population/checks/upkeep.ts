/**
 * The upkeep that an account must have paid, counted in the ticks that a listener heard of. A change of the burn falls between two ticks
 * that the listener cannot always tell apart, so each change, the beginning and the end may be off by one tick of what changed.
 */
export class Upkeep {
  #burn: number;
  #sum = 0;
  #ticks: number;
  /** How far the sum may be off, for each moment at which the burn changed. */
  readonly #steps: number[];

  /** Pays `burn` each tick, from the tick `ticks` on. */
  constructor(burn: number, ticks: number) {
    this.#burn = burn;
    this.#ticks = ticks;
    this.#steps = [burn];
  }

  get burn(): number {
    return this.#burn;
  }

  change(delta: number, ticks: number): void {
    this.#pass(ticks);
    this.#burn += delta;
    this.#steps.push(Math.abs(delta));
  }

  /** True when `taken` can be what was paid until now. */
  fits(taken: number, ticks: number): boolean {
    this.#pass(ticks);
    const last = this.#steps.length > 1 ? [this.#burn] : [];
    let reachable = new Set([taken - this.#sum]);
    for (const step of [...this.#steps, ...last])
      reachable = new Set([...reachable].flatMap((rest) => [rest - step, rest, rest + step]));
    return reachable.has(0);
  }

  /** What must have been paid until now, within the tolerance. */
  expected(ticks: number): number {
    this.#pass(ticks);
    return this.#sum;
  }

  #pass(ticks: number): void {
    this.#sum += (ticks - this.#ticks) * this.#burn;
    this.#ticks = ticks;
  }
}
