/** Postings of batches that have become durable, without a gap, until they are written: bounded, by forgetting all of them. */
import type { Batch, BookReach } from '../ports.ts';
import type { BookedPosting } from '../state/ledger.ts';

interface Heard extends BookReach {
  readonly postings: readonly BookedPosting[];
}

export class HeardPostings {
  readonly #max: number;
  /** Those that have any. */
  #batches: Heard[] = [];
  #count = 0;
  /** The first batch of which nothing was forgotten. */
  #from = Number.MAX_SAFE_INTEGER;
  #through: BookReach = { batch: -1, turn: -1 };

  constructor(max: number) {
    this.#max = max;
  }

  /** The newest batch. */
  get through(): BookReach {
    return this.#through;
  }

  hear({ batch, counters, postings = [] }: Pick<Batch, 'batch' | 'counters' | 'postings'>): void {
    if (batch !== this.#through.batch + 1) this.#forgetBefore(batch);
    this.#through = { batch, turn: counters.turn };
    if (this.#count + postings.length > this.#max) this.#forgetBefore(batch + 1);
    else if (postings.length > 0) {
      this.#batches.push({ postings, ...this.#through });
      this.#count += postings.length;
    }
  }

  /** True when everything after the batch is here. */
  follows(batch: number): boolean {
    return this.#from <= batch + 1;
  }

  /** What comes after the batch, so many whole batches that they have `atLeast` postings, or all; and how far that reaches. */
  first(after: number, atLeast: number): Pick<Heard, 'postings'> & { readonly reach: BookReach } {
    const postings: BookedPosting[] = [];
    for (const { batch, turn, postings: moved } of this.#batches) {
      if (batch <= after) continue;
      postings.push(...moved);
      if (postings.length >= atLeast) return { postings, reach: { batch, turn } };
    }
    return { postings, reach: this.#through };
  }

  /** What is written need not be held. */
  drop(until: number): void {
    this.#batches = this.#batches.filter(({ batch }) => batch > until);
    this.#count = this.#batches.reduce((sum, { postings }) => sum + postings.length, 0);
  }

  #forgetBefore(batch: number): void {
    this.#batches = [];
    this.#count = 0;
    this.#from = batch;
  }
}
