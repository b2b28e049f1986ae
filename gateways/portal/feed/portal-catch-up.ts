/**
 * How a socket catches up with the newest event: it is sent what it has missed at the pace at which it reads, in slices. The slices of all
 * sockets run one at a time, and others are served between (PF7). It is done in the same call that reads the last event: nothing waits, and
 * nothing can come between.
 *
 * Events that it was sent before are one span of numbers, `after < seq <= until`: those outside of the span are sent, those within it are
 * not.
 */
import { PortalFrame } from '../../answers/portal-frames.ts';
import { sendFrame } from '../../transport/send-frame.ts';
import type { Socket } from '../../transport/socket.ts';
import type { WorkQueue } from '../../transport/work-queue.ts';
import type { NewestEvents } from './newest-events.ts';
import type { SeenEvent } from './seen-event.ts';

/** Events that are read for one socket in one go: at first, and in each slice. */
const firstEvents = 20;
const sliceEvents = 200;

/** `after < seq <= until`; empty when both are the same. */
export interface Span {
  readonly after: number;
  readonly until: number;
}

export interface CatchUpOptions {
  readonly socket: Pick<Socket, 'send'>;
  readonly newest: Pick<NewestEvents, 'complete' | 'after'>;
  /** The queue of slices of all sockets. */
  readonly work: Pick<WorkQueue, 'add'>;
  /** The number of the last event that the client says it has. */
  readonly since: number;
  /** The events that the socket was sent before. */
  readonly sent: Span;
  /** The JSON that the socket hears of an event, if any. */
  readonly heard: (event: SeenEvent) => string | undefined;
  /** How long the socket may be without room. */
  readonly slowMsMax: number;
  /** Called when it was without room for longer. */
  readonly tooSlow: () => void;
  /** Called when it has been sent everything. */
  readonly done: () => void;
}

export class CatchUp {
  readonly #options: CatchUpOptions;
  /** The number of the last event that was read. */
  #at: number;
  /** Runs while there is no room. */
  #stalled: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    this.#at = Math.min(options.since, options.sent.until);
  }

  /** The socket has room again. */
  drained(): void {
    if (this.#stalled === undefined) return;
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.run();
  }

  /** Sends as far as there is room: a few events at once, the rest in slices. */
  run(): void {
    this.#send(firstEvents);
  }

  #send(events: number): void {
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
    this.#options.work.add(() => this.#send(sliceEvents));
  }

  /** Stops it before it is done. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#stalled);
  }

  /** The next event outside of the span that was sent before. Events that are not kept any more are announced as a gap. */
  #next(): SeenEvent | undefined {
    const { socket, newest, sent } = this.#options;
    for (;;) {
      if (this.#at >= sent.after && this.#at < sent.until) this.#at = sent.until;
      // The end of the search: the beginning of the span, while that is ahead.
      const end = this.#at < sent.after ? sent.after : Number.POSITIVE_INFINITY;
      if (this.#at < newest.complete) {
        const to = Math.min(newest.complete, end);
        sendFrame(socket, PortalFrame, { type: 'gap', from: this.#at + 1, to });
        this.#at = to;
        continue;
      }
      const event = newest.after(this.#at);
      if (event === undefined || event.seq <= end) return event;
      this.#at = end;
    }
  }
}
