/** Live events that wait while a socket is sent what it missed. They are bounded; beyond the bound all are dropped and looked up later. */
import type { FeedEvent } from '../../../engine/command.ts';

export class Waiting {
  /** Events above this number wait here. */
  readonly from: number;
  /** False when there were too many and they were dropped: they are to be looked up. */
  isWhole = true;
  readonly #eventsMax: number;
  #events: FeedEvent[] = [];
  #taken = 0;

  constructor(from: number, eventsMax: number) {
    this.from = from;
    this.#eventsMax = eventsMax;
  }

  get isEmpty(): boolean {
    return this.#taken === this.#events.length;
  }

  /** The next event, in order. */
  take(): FeedEvent | undefined {
    const event = this.#events[this.#taken];
    if (event !== undefined) this.#taken += 1;
    else if (this.#taken > 0) {
      this.#events = [];
      this.#taken = 0;
    }
    return event;
  }

  add(event: FeedEvent): void {
    if (!this.isWhole) return;
    if (this.#events.length < this.#eventsMax) {
      this.#events.push(event);
      return;
    }
    this.isWhole = false;
    this.#events = [];
  }
}
