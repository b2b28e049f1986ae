/**
 * How a socket comes to the newest event: it is told what it has missed at the pace at which it reads, in slices. All sockets together
 * have one slice at a time, and others are served between (PF7). In the moment in which the last has been looked at it is done: nothing waits, and nothing can come between.
 *
 * What was told before is one span of numbers, `after < seq <= until`: before it and behind it everything is told, within it nothing.
 */
import type { Socket } from '../../transport/socket.ts';
import type { WorkQueue } from '../../transport/work-queue.ts';
import type { NewestEvents } from './newest-events.ts';
import type { SeenEvent } from './seen-event.ts';

/** Events that are looked at on end for one socket: at once, and each time that it comes to it. */
const firstEvents = 20;
const sliceEvents = 200;

/** `after < seq <= until`; empty where both are the same. */
export interface Span {
  readonly after: number;
  readonly until: number;
}

export interface CatchUpOptions {
  readonly socket: Pick<Socket, 'send'>;
  readonly newest: Pick<NewestEvents, 'complete' | 'after'>;
  /** Of all sockets. */
  readonly work: Pick<WorkQueue, 'add'>;
  /** The last event that the client has, by what it says. */
  readonly since: number;
  /** What was told on the socket before. */
  readonly told: Span;
  /** What the socket hears of an event, as JSON. */
  readonly heard: (event: SeenEvent) => string | undefined;
  /** How long the socket may have no room. */
  readonly slowMsMax: number;
  /** It had none for longer. */
  readonly tooSlow: () => void;
  /** It has been told everything. */
  readonly done: () => void;
}

export class CatchUp {
  readonly #options: CatchUpOptions;
  /** The last event that was looked at. */
  #at: number;
  /** Runs while there is no room. */
  #stalled: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    this.#at = Math.min(options.since, options.told.until);
  }

  /** There is room again. */
  drained(): void {
    if (this.#stalled === undefined) return;
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.run();
  }

  /** Goes on as far as there is room: little of it at once, what is left in slices. */
  run(): void {
    this.#tell(firstEvents);
  }

  #tell(events: number): void {
    if (this.#isOver || this.#stalled !== undefined) return;
    const { socket, heard, slowMsMax, tooSlow } = this.#options;
    for (let looked = 0; looked < events; looked++) {
      const event = this.#next();
      if (event === undefined) {
        this.#isOver = true;
        this.#options.done();
        return;
      }
      this.#at = event.seq;
      const json = heard(event);
      if (json === undefined || socket.send(json) !== 'full') continue;
      this.#stalled = setTimeout(tooSlow, slowMsMax);
      return;
    }
    this.#options.work.add(() => this.#tell(sliceEvents));
  }

  /** Ends it before it is done. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#stalled);
  }

  /** The next event outside of what was told; what is not kept any more is announced. */
  #next(): SeenEvent | undefined {
    const { socket, newest, told } = this.#options;
    for (;;) {
      if (this.#at >= told.after && this.#at < told.until) this.#at = told.until;
      // The span, as long as it is ahead.
      const end = this.#at < told.after ? told.after : Number.POSITIVE_INFINITY;
      if (this.#at < newest.complete) {
        const to = Math.min(newest.complete, end);
        socket.send(JSON.stringify({ type: 'gap', from: this.#at + 1, to }));
        this.#at = to;
        continue;
      }
      const event = newest.after(this.#at);
      if (event === undefined || event.seq <= end) return event;
      this.#at = end;
    }
  }
}
