/**
 * Time in which minds of a simulation wait: it stands still while anything is under way, then moves to the next who wakes. Who wakes at one
 * moment wakes one after the other, in the order in which they went to sleep or were called; a call wakes at once, and after whoever acts.
 */
import sortedBtree from 'sorted-btree';
import type { ClientClock } from '../../client/client-clock.ts';
import type { VirtualClock } from '../simulation/virtual-city.ts';

const { default: SortedMap } = sortedBtree;

/** When somebody wakes, and after whom at the same moment. */
type Moment = readonly [ms: number, nth: number];

const inOrder = ([a, n]: Moment, [b, m]: Moment): number => a - b || n - m;

export class VirtualTime implements ClientClock {
  readonly #clock: VirtualClock;
  readonly #sleepers = new SortedMap<Moment, () => void>(undefined, inOrder);
  #count = 0;
  #hasEnded = false;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.ms;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const call = () => {
        if (!this.#sleepers.delete(moment)) return;
        moment = this.#momentIn(0);
        this.#sleepers.set(moment, wake);
      };
      const wake = () => {
        signal.removeEventListener('abort', call);
        resolve();
      };
      let moment = this.#momentIn(signal.aborted ? 0 : ms);
      this.#sleepers.set(moment, wake);
      signal.addEventListener('abort', call);
    });
  }

  /** Moves to the next who wakes until `ms`, and wakes it. False when nobody does: then time is `ms`. */
  wakeNext(ms: number): boolean {
    const next = this.#sleepers.minKey();
    if (next === undefined || next[0] > ms) {
      this.#clock.ms = ms;
      return false;
    }
    const wake = this.#sleepers.get(next);
    this.#sleepers.delete(next);
    this.#clock.ms = Math.max(this.#clock.ms, next[0]);
    wake?.();
    return true;
  }

  /** Wakes everybody; from now on nobody sleeps. */
  end(): void {
    this.#hasEnded = true;
    for (const [, wake] of this.#sleepers.toArray()) wake();
    this.#sleepers.clear();
  }

  #momentIn(ms: number): Moment {
    return [this.#clock.ms + ms, ++this.#count];
  }
}
