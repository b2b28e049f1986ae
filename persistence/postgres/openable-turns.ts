/** Which turns of a city can be opened, told by its whole bases and its readable batches. */
import type { Base, JournalRow } from '../../engine/ports.ts';

/** Turns from one to another, both among them. */
export interface Openable {
  readonly from: number;
  readonly to: number;
}

export class OpenableTurns {
  readonly stretches: Openable[] = [];
  readonly #bases: readonly Base[];
  /** The newest batch after which the state can be had; 0 is the beginning of the city. */
  #batch = 0;

  /** `bases`: the whole ones, in the order of batches. */
  constructor(bases: readonly Base[]) {
    this.#bases = bases;
  }

  /** A batch that can be read; in the order of their numbers. */
  add({ batch, firstTurn, counters }: JournalRow): void {
    this.#basesUntil(batch - 1);
    if (batch === this.#batch + 1) this.#extend(batch, firstTurn, counters.turn);
    else this.#basesUntil(batch);
  }

  /** After the last batch. */
  end(): void {
    this.#basesUntil(Number.POSITIVE_INFINITY);
  }

  #basesUntil(until: number): void {
    for (const { batch, counters } of this.#bases)
      if (batch > this.#batch && batch <= until) this.#extend(batch, counters.turn, counters.turn);
  }

  #extend(batch: number, from: number, to: number): void {
    this.#batch = batch;
    const last = this.stretches.at(-1);
    if (last === undefined || from > last.to + 1) this.stretches.push({ from, to });
    else this.stretches.splice(-1, 1, { from: last.from, to });
  }
}
