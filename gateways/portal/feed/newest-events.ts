/** The newest events that the Portal's feed has handed out, in order. A `resume` is answered from them. */
import type { SeenEvent } from './seen-event.ts';

export class NewestEvents {
  readonly #max: number;
  readonly #ring: (SeenEvent | undefined)[];
  /** How many events have been added. */
  #added = 0;
  /** Every event above this number has been added, or is heard by nobody on this feed. */
  #complete = 0;

  constructor(max: number) {
    this.#max = max;
    this.#ring = new Array<SeenEvent | undefined>(max);
  }

  /** Events that are added from now on come after `seq`. */
  begin(seq: number): void {
    this.#complete = seq;
  }

  add(event: SeenEvent): void {
    const replaced = this.#ring[this.#added % this.#max];
    if (replaced !== undefined) this.#complete = replaced.seq;
    this.#ring[this.#added % this.#max] = event;
    this.#added += 1;
  }

  /** The number after which no event is missing here. */
  get complete(): number {
    return this.#complete;
  }

  /** The first event above `seq`; undefined when there is none. Found by binary search: numbers rise from the oldest on. */
  after(seq: number): SeenEvent | undefined {
    let low = Math.max(0, this.#added - this.#max);
    let high = this.#added;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#ring[middle % this.#max]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low < this.#added ? this.#ring[low % this.#max] : undefined;
  }
}
