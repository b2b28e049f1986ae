/**
 * Looks again at something, but not too often, one look at a time, and not while nobody sees the page: whoever wants a look asks, and looks
 * that are asked for meanwhile are one. All pages look again by this.
 */

export interface RefresherOptions {
  /** Rejects when it did not come to a look. */
  readonly look: () => Promise<unknown>;
  /** Between the beginnings of two looks that are asked for; what a function says when one is asked for. */
  readonly everyMs: number | (() => number);
  /** Between the asking and the look: for what is there a moment after it was told. */
  readonly afterMs?: number;
  /** Between two looks for which nobody asks; unset: there are none. */
  readonly repeatMs?: number;
  /** The same after a look that failed; unset: as after any other. */
  readonly againMs?: number;
  readonly sight?: Sight;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Whether somebody sees the page. */
export interface Sight {
  readonly isSeen: () => boolean;
  /** Calls `seen` each time the page is seen again. Returns what ends that. */
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
  /** When the look that is to come was first asked for; undefined when none is. */
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

  /** There may be something new. */
  ask(): void {
    this.#askedMs ??= this.#now();
    this.#wake();
  }

  /** Looks at once, and after the look that is under way. Rejects when it did not come to one. */
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

  /** Looks if that was asked for, when the time for it has come and somebody sees it. */
  #wake(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#askedMs === undefined || this.#underWay !== undefined || !this.#sight.isSeen()) return;
    const { everyMs, afterMs = 0 } = this.#options;
    const apartMs = typeof everyMs === 'number' ? everyMs : everyMs();
    const waitMs = Math.max(this.#lastMs + apartMs, this.#askedMs + afterMs) - this.#now();
    if (waitMs > 0) this.#timer = setTimeout(() => this.#wake(), waitMs);
    // Whoever looks shows itself why it came to nothing.
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
