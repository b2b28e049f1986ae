/**
 * Who may run a thread now: so many at a time, the others wait in line, not longer than would let a job miss its
 * deadline and grace (X2). Full is an answer.
 */
import { assert, assertWhole } from '../../engine/assert.ts';

export interface ThreadSlotBounds {
  /** Threads at a time. */
  readonly workersMax: number;
  /** Jobs that wait. */
  readonly waitingMax: number;
  /** How long a job waits at most. */
  readonly waitMsMax: number;
}

/** Who asks for a slot. One of `go` and `refuse` is called, once; `go` at once when a slot is free. */
export interface Asker {
  readonly place: string;
  /** The slot is the asker's, to be given back by `release`. */
  go(): void;
  refuse(reason: string): void;
}

const tooBusy = 'the sandbox is too busy';

export class ThreadSlots {
  readonly #bounds: ThreadSlotBounds;
  /** In order of arrival, each with the end of its wait. */
  readonly #waiting = new Map<Asker, NodeJS.Timeout>();
  #taken = 0;

  constructor(bounds: ThreadSlotBounds) {
    assertWhole(bounds.workersMax, 1, 'threads at once');
    assertWhole(bounds.waitingMax, 0, 'jobs that wait for a thread');
    assertWhole(bounds.waitMsMax, 0, 'milliseconds for which a job waits');
    this.#bounds = bounds;
  }

  take(asker: Asker): void {
    assert(!this.#waiting.has(asker), '[X2] who asks for a thread asks once');
    if (this.#taken < this.#bounds.workersMax) {
      this.#taken += 1;
      asker.go();
    } else if (this.#waiting.size < this.#bounds.waitingMax) {
      const timer = setTimeout(() => this.#refuse(asker, tooBusy), this.#bounds.waitMsMax);
      this.#waiting.set(asker, timer);
    } else asker.refuse(tooBusy);
  }

  /** Hands the slot on to who has waited longest. */
  release(): void {
    assert(this.#taken > 0, '[X2] a slot that is given back was taken');
    const [first] = this.#waiting.keys();
    if (first === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#leave(first);
    first.go();
  }

  /** Sends away those who wait for places that `isMeant` picks. */
  dismiss(isMeant: (place: string) => boolean, reason: string): void {
    for (const asker of [...this.#waiting.keys()]) if (isMeant(asker.place)) this.#refuse(asker, reason);
  }

  #refuse(asker: Asker, reason: string): void {
    this.#leave(asker);
    asker.refuse(reason);
  }

  #leave(asker: Asker): void {
    clearTimeout(this.#waiting.get(asker));
    this.#waiting.delete(asker);
  }
}
