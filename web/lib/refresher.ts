/**
 * Fetches again, but not too often, one fetch at a time, and not while nobody sees the page. Requests for a fetch that come meanwhile are
 * served by one. All pages fetch again by this.
 */

export interface RefresherOptions {
  /** Fetches. Rejects when it failed. */
  readonly look: () => Promise<unknown>;
  /** The least time between the beginnings of two requested fetches; a function is called at each request. */
  readonly everyMs: number | (() => number);
  /** The delay between the request and the fetch, for data that is there only a moment after its event. */
  readonly afterMs?: number;
  /** The time between two fetches without requests; unset: there are none. */
  readonly repeatMs?: number;
  /** The time after a fetch that failed; unset: as after any other. */
  readonly againMs?: number;
  readonly sight?: Sight;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Whether somebody sees the page. */
export interface Sight {
  readonly isSeen: () => boolean;
  /** Calls `seen` each time the page is seen again. Returns the function that ends this. */
  readonly watch: (seen: () => void) => () => void;
}

const sightOfPage: Sight = {
  isSeen: () => document.visibilityState === 'visible',
  watch: (seen) => {
    const changed = () => {
      if (sightOfPage.isSeen()) seen();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};

export class Refresher {
  readonly #options: RefresherOptions;
  readonly #sight: Sight;
  readonly #now: () => number;
  readonly #unwatch: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #repeat: ReturnType<typeof setTimeout> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** When the next fetch was first requested; undefined when none is. */
  #askedMs: number | undefined;
  #underWay: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: RefresherOptions) {
    const { sight = sightOfPage, now = Date.now } = options;
    this.#options = options;
    this.#sight = sight;
    this.#now = now;
    this.#unwatch = sight.watch(() => this.#wake());
  }

  /** Requests a fetch: there may be something new. */
  ask(): void {
    this.#askedMs ??= this.#now();
    this.#wake();
  }

  /** Fetches at once, or after the fetch that is under way. Rejects when it failed. */
  async now(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay.catch(() => {});
    await this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#repeat);
    this.#unwatch();
  }

  /** Fetches if that was requested, its time has come, and somebody sees the page. */
  #wake(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#askedMs === undefined || this.#underWay !== undefined || !this.#sight.isSeen()) return;
    const { everyMs, afterMs = 0 } = this.#options;
    const apartMs = typeof everyMs === 'number' ? everyMs : everyMs();
    const waitMs = Math.max(this.#lastMs + apartMs, this.#askedMs + afterMs) - this.#now();
    if (waitMs > 0) this.#timer = setTimeout(() => this.#wake(), waitMs);
    // `look` itself shows why it failed.
    else this.#look().catch(() => {});
  }

  async #look(): Promise<void> {
    const { look, repeatMs, againMs = repeatMs } = this.#options;
    clearTimeout(this.#repeat);
    this.#askedMs = undefined;
    this.#lastMs = this.#now();
    let nextMs = againMs;
    const looking = async () => {
      try {
        await look();
        nextMs = repeatMs;
      } finally {
        this.#underWay = undefined;
        if (nextMs !== undefined && !this.#isClosed) this.#repeat = setTimeout(() => this.ask(), nextMs);
        this.#wake();
      }
    };
    this.#underWay = looking();
    await this.#underWay;
  }
}
