/**
 * Limits how many threads run at a time. Other jobs queue, not longer than their deadline and grace allow (X2). When the queue is full a
 * job is refused.
 */
import { assert, assertWhole } from '../../engine/assert.ts';
import { PassingMap } from '../../engine/passing.ts';

export interface ThreadSlotBounds {
  /** Threads at the same time. */
  readonly workersMax: number;
  /** Jobs in the queue. */
  readonly waitingMax: number;
  /** Milliseconds that a job waits at most. */
  readonly waitMsMax: number;
}

/** A job that asks for a slot. One of `go` and `refuse` is called, once; `go` at once when a slot is free. */
export interface Asker {
  readonly place: string;
  /** The asker has the slot, and gives it back by `release`. */
  go(): void;
  refuse(reason: string): void;
}

const tooBusy = 'the sandbox is too busy';

export class ThreadSlots {
  readonly #bounds: ThreadSlotBounds;
  /** In order of arrival, each with the end of its wait. */
  readonly #waiting = new PassingMap<Asker, NodeJS.Timeout>();
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

  /** Passes the slot on to the asker that has waited longest. */
  release(): void {
    assert(this.#taken > 0, '[X2] a slot that is given back was taken');
    const { first } = this.#waiting;
    if (first === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#leave(first);
    first.go();
  }

  /** Refuses the waiting askers whose places `isMeant` picks. */
  dismiss(isMeant: (place: string) => boolean, reason: string): void {
    for (const [asker] of [...this.#waiting]) if (isMeant(asker.place)) this.#refuse(asker, reason);
  }

  #refuse(asker: Asker, reason: string): void {
    this.#leave(asker);
    asker.refuse(reason);
  }

  #leave(asker: Asker): void {
    clearTimeout(this.#waiting.take(asker));
  }
}
