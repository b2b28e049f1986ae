/**
 * Whose job runs next: of one place one at a time, so many of all places together, at most half of those for one caller. First comes who
 * has the fewest that run, then whose place has waited longest: when one that waited there begins or gives up, a place that waits on comes
 * after all others.
 * A slot is given a round of the event loop after the one before it ended: what that one found out is part of the city then.
 */
import { assert, assertWhole } from '../engine/assert.ts';

/** Jobs of one place that may wait, of all together, and for how long in milliseconds. */
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
  /** Places with a job that runs. */
  readonly #busy = new Set<string>();
  /** Jobs that run, by who asked for them. */
  readonly #callers = new Map<string, number>();
  /** In the order in which places came to wait; one that goes on waiting moves to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingAll = 0;

  /** One caller has at most half of the jobs, so that it cannot keep all others waiting. */
  readonly #jobsOfOneMax: number;

  constructor(jobsMax: number) {
    assertWhole(jobsMax, 1, 'jobs at once');
    this.#jobsMax = jobsMax;
    this.#jobsOfOneMax = Math.ceil(jobsMax / 2);
  }

  /** Resolves when a job of the place may run, or has waited too long for that. */
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

  /** Counts would go astray for good if it were given back twice. */
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

  /** Who may begin and has the fewest jobs that run: who has many keeps nobody waiting who has none. Of several the first. */
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

  /** A place that waits on comes after the others. */
  #leave(place: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(place) ?? [];
    const left = waiters.filter((one) => one !== waiter);
    assert(left.length === waiters.length - 1, 'who leaves the line stood in it');
    this.#waitingAll -= 1;
    this.#waiting.delete(place);
    if (left.length > 0) this.#waiting.set(place, left);
  }
}
