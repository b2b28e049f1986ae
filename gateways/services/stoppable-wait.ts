/**
 * Waits for one promise after another, or for what stops all waiting. `Promise.race` would leave a listener on the stop for each wait, and
 * with it the result of the wait, until a stream has ended.
 */
import type { CallRefusal } from './service-call-refusals.ts';

export type Stop = CallRefusal | 'closed';

export class StoppableWait {
  #stop: Stop | undefined;
  #tell: (stop: Stop) => void = () => undefined;

  /** `ended`: the early end of the call; `closed`: its reader has gone. */
  constructor(ended: Promise<CallRefusal>, closed: Promise<'closed'>) {
    void ended.then((stop) => this.#is(stop));
    void closed.then((stop) => this.#is(stop));
  }

  /** The result of the promise, or the stop, whichever is first. One wait at a time. */
  or<T>(promise: Promise<T>): Promise<T | Stop> {
    return new Promise((resolve, reject) => {
      this.#tell = resolve;
      promise.then(resolve, reject);
      if (this.#stop !== undefined) resolve(this.#stop);
    });
  }

  #is(stop: Stop): void {
    this.#stop ??= stop;
    this.#tell(this.#stop);
  }
}
