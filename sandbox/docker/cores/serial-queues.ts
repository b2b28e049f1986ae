import { assert } from '../../../engine/assert.ts';

/** One thing at a time for each name, in the order asked for. */
export class SerialQueues {
  readonly #tails = new Map<string, Promise<void>>();

  /** What `work` comes to, begun when all that was asked for under this name before has ended, in whatever way. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    assert(name !== '', 'a lane has a name: without one all would wait for each other');
    const result = (this.#tails.get(name) ?? Promise.resolve()).then(work);
    const tail = result
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        if (this.#tails.get(name) === tail) this.#tails.delete(name);
      });
    this.#tails.set(name, tail);
    return result;
  }
}
