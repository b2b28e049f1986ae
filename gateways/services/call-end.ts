/** What ends a call before its handler does: its deadline has passed, or the city closes. */
import type { CallRefusal } from './call-refusals.ts';

export class CallEnd {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #released: () => void;
  #reach: (refusal: CallRefusal) => void = () => undefined;
  /** Resolves to why; never when it is released before. */
  readonly reached: Promise<CallRefusal>;

  /** `released` hears that nothing can end the call any more. */
  constructor(deadlineMs: number, tooLate: CallRefusal, released: (end: CallEnd) => void) {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#timer = setTimeout(() => this.end(tooLate), deadlineMs);
    this.#released = () => released(this);
  }

  /** Aborted with the end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(refusal: CallRefusal): void {
    this.#reach(refusal);
    this.#controller.abort();
    this.release();
  }

  /** The call is over. */
  release(): void {
    clearTimeout(this.#timer);
    this.#released();
  }
}
