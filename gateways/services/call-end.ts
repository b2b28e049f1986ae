/** The early end of a call, before its handler ends: its deadline has passed, or the city closes. */
import type { Waiting } from '../route/route.ts';
import type { CallRefusal } from './service-call-refusals.ts';

export class CallEnd {
  readonly #caller: Waiting;
  #controller: AbortController | undefined;
  #hasCome = false;
  readonly #timer: NodeJS.Timeout;
  readonly #released: () => void;
  #reach: (refusal: CallRefusal) => void = () => undefined;
  /** Resolves to the reason; never when it is released before. */
  readonly reached: Promise<CallRefusal>;

  /** Calls `released` when nothing can end the call early any more. */
  constructor(deadlineMs: number, tooLate: CallRefusal, caller: Waiting, released: (end: CallEnd) => void) {
    this.#caller = caller;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#timer = setTimeout(() => this.end(tooLate), deadlineMs);
    this.#released = () => released(this);
  }

  /** Aborted at the early end, and when the caller disconnects. Created when it is first used: signals cost more than most handlers. */
  get signal(): AbortSignal {
    this.#controller ??= this.#made();
    return this.#controller.signal;
  }

  /** Nobody waits for the call any more. */
  get isOver(): boolean {
    return this.#hasCome || this.#caller.hasGone;
  }

  end(refusal: CallRefusal): void {
    this.#hasCome = true;
    this.#reach(refusal);
    this.#abort();
    this.release();
  }

  /** The call has ended. */
  release(): void {
    clearTimeout(this.#timer);
    if (this.#controller !== undefined) this.#caller.goneSignal().removeEventListener('abort', this.#abort);
    this.#released();
  }

  readonly #abort = (): void => this.#controller?.abort();

  #made(): AbortController {
    const controller = new AbortController();
    if (this.isOver) controller.abort();
    else this.#caller.goneSignal().addEventListener('abort', this.#abort, { once: true });
    return controller;
  }
}
