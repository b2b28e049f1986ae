/** What ends a call before its handler does: its deadline has passed, or the city closes. */
import type { Waiting } from '../route/route.ts';
import type { CallRefusal } from './call-refusals.ts';

export class CallEnd {
  readonly #caller: Waiting;
  #controller: AbortController | undefined;
  #hasCome = false;
  readonly #timer: NodeJS.Timeout;
  readonly #released: () => void;
  #reach: (refusal: CallRefusal) => void = () => undefined;
  /** Resolves to why; never when it is released before. */
  readonly reached: Promise<CallRefusal>;

  /** `released` hears that nothing can end the call any more. */
  constructor(deadlineMs: number, tooLate: CallRefusal, caller: Waiting, released: (end: CallEnd) => void) {
    this.#caller = caller;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#timer = setTimeout(() => this.end(tooLate), deadlineMs);
    this.#released = () => released(this);
  }

  /** Aborted with the end, and when the caller has gone. Made when it is asked for: signals cost more than what most handlers do. */
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

  /** The call is over. */
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
