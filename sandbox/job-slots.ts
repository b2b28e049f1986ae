/**
 * Which job runs next. The limits: one job of each place at a time, so many jobs of all places, at most half of those for one caller. The
 * order: first the caller with the fewest running jobs, then the place that has waited longest. When a waiting job of a place begins or
 * gives up, the place goes behind all others.
 * A slot is given a round of the event loop after the one before it ended: by then the result of that job is part of the city.
 */
import { assert, assertWhole } from '../engine/assert.ts';
import { PassingMap } from '../engine/passing.ts';

/** Jobs of one place that may wait, jobs of all places that may wait, and the longest wait in milliseconds. */
const waitingMax = 16;
const waitingAllMax = 1_000;
const waitMsMax = 5_000;

export interface JobSlot {
  release(): void;
}

interface Waiter {
  readonly caller: string;
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

export class JobSlots {
  readonly #jobsMax: number;
  #running = 0;
  /** Places with a running job. */
  readonly #busy = new Set<string>();
  /** Running jobs, by caller. */
  readonly #callers = new Map<string, number>();
  /** In the order in which places began to wait; a place that still waits after one of its jobs left moves to the end. */
  readonly #waiting = new PassingMap<string, Waiter[]>();
  #waitingAll = 0;

  /** One caller has at most half of the slots, so that it cannot keep all others waiting. */
  readonly #jobsOfOneMax: number;

  constructor(jobsMax: number) {
    assertWhole(jobsMax, 1, 'jobs at once');
    this.#jobsMax = jobsMax;
    this.#jobsOfOneMax = Math.ceil(jobsMax / 2);
  }

  /** Resolves when a job of the place may run, or has waited too long. */
  take(place: string, caller: string): Promise<JobSlot | 'too long'> {
    if (this.#isFree(place, caller)) return Promise.resolve(this.#begin(place, caller));
    const waiters = this.#waiting.get(place) ?? [];
    if (waiters.length >= waitingMax || this.#waitingAll >= waitingAllMax) return Promise.resolve('too long');
    this.#waiting.set(place, waiters);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#leave(place, waiter);
        resolve('too long');
      }, waitMsMax);
      const begin = () => {
        clearTimeout(timer);
        resolve(this.#begin(place, caller));
      };
      const waiter: Waiter = { caller, begin, timer };
      waiters.push(waiter);
      this.#waitingAll += 1;
    });
  }

  #isFree(place: string, caller: string): boolean {
    if (this.#busy.has(place) || this.#running >= this.#jobsMax) return false;
    return (this.#callers.get(caller) ?? 0) < this.#jobsOfOneMax;
  }

  #begin(place: string, caller: string): JobSlot {
    assert(this.#isFree(place, caller), '[X2] of one place one job runs, of one caller half of all at most');
    this.#busy.add(place);
    this.#running += 1;
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
    return this.#slot(place, caller);
  }

  /** Given back twice, a slot would make the counts wrong for good. */
  #slot(place: string, caller: string): JobSlot {
    let isTaken = true;
    return {
      release: () => {
        assert(isTaken, '[X2] a job gives its slot back once');
        isTaken = false;
        setImmediate(() => this.#end(place, caller));
      },
    };
  }

  #end(place: string, caller: string): void {
    this.#busy.delete(place);
    this.#running -= 1;
    assert(this.#running >= 0, '[X2] no fewer jobs run than none');
    const left = (this.#callers.get(caller) ?? 1) - 1;
    if (left === 0) this.#callers.delete(caller);
    else this.#callers.set(caller, left);
    while (this.#running < this.#jobsMax) {
      const next = this.#next();
      if (next === undefined) return;
      this.#leave(next.place, next.waiter);
      next.waiter.begin();
    }
  }

  /** The next job: of those that may begin, the one whose caller has the fewest running jobs; of several the first. */
  #next(): { readonly place: string; readonly waiter: Waiter } | undefined {
    let next: { readonly place: string; readonly waiter: Waiter } | undefined;
    let fewest = this.#jobsOfOneMax;
    for (const [place, waiters] of this.#waiting) {
      if (this.#busy.has(place)) continue;
      for (const waiter of waiters) {
        const running = this.#callers.get(waiter.caller) ?? 0;
        if (running >= fewest) continue;
        next = { place, waiter };
        fewest = running;
      }
    }
    return next;
  }

  /** A place that still has waiting jobs goes behind the others. */
  #leave(place: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(place) ?? [];
    const left = waiters.filter((one) => one !== waiter);
    assert(left.length === waiters.length - 1, 'who leaves the line stood in it');
    this.#waitingAll -= 1;
    this.#waiting.delete(place);
    if (left.length > 0) this.#waiting.set(place, left);
  }
}
