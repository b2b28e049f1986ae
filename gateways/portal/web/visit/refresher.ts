/**
 * Looks again at something, but not too often, and not while nobody sees it: whoever wants a look asks, and looks that are asked for at
 * one time are one. A visitor has so many requests a minute, whatever happens in the city.
 */

export interface RefresherOptions {
  /** Rejects when it did not come to a look. */
  readonly look: () => Promise<unknown>;
  /** Between the beginnings of two looks. */
  readonly everyMs: number;
  /** True while somebody sees the page. */
  readonly isSeen?: () => boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

export class Refresher {
  readonly #options: Required<RefresherOptions>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #isWanted = false;
  #isUnderWay = false;
  #isClosed = false;

  constructor(options: RefresherOptions) {
    this.#options = { isSeen: () => document.visibilityState === 'visible', now: () => Date.now(), ...options };
  }

  /** There may be something new. */
  ask(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    if (this.#isUnderWay || this.#timer !== undefined || !this.#options.isSeen()) return;
    const waitMs = this.#lastMs + this.#options.everyMs - this.#options.now();
    if (waitMs <= 0) void this.#look();
    else this.#timer = setTimeout(() => this.#wake(), waitMs);
  }

  /** Somebody sees the page again: what was asked for meanwhile is looked at. */
  seen(): void {
    if (this.#isWanted) this.ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wake(): void {
    this.#timer = undefined;
    this.ask();
  }

  async #look(): Promise<void> {
    this.#isWanted = false;
    this.#isUnderWay = true;
    this.#lastMs = this.#options.now();
    // What it did not come to it shows itself; here it only matters that the next may come.
    await this.#options.look().catch(() => {});
    this.#isUnderWay = false;
    if (this.#isWanted) this.ask();
  }
}
