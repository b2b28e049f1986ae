import { assert } from '../../../engine/assert.ts';

/** For each name a queue whose work is done one piece at a time, in the order asked for. */
export class SerialQueues {
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves to what `work` does. It begins when all work that was queued under this name before has ended, in whatever way. */
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
