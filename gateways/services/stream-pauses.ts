/**
 * Pauses of streams, in which other work runs: a service that has its whole answer already never waits by itself. All streams share one
 * count. With a count of its own, each of 200 streams would take its part of every turn of the event loop, and a commit, which takes a few
 * turns, would take seconds.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';

/** What all streams together send between two pauses. */
const sentMax = { events: 512, bytes: 256 * 1024 };

export class Pauses {
  #events = 0;
  #bytes = 0;
  #pause: Promise<void> | undefined;

  /** Counts an event that was sent; resolves when the next may be sent. */
  after(data: string): Promise<void> | undefined {
    this.#events += 1;
    this.#bytes += data.length;
    if (this.#events < sentMax.events && this.#bytes < sentMax.bytes) return undefined;
    this.#pause ??= this.#begun();
    return this.#pause;
  }

  async #begun(): Promise<void> {
    await letOthersRun();
    this.#pause = undefined;
    this.#events = 0;
    this.#bytes = 0;
  }
}
