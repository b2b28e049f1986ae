/**
 * The life of a process that is made of parts: each is started when those before it are there, and stopped before them (OP13).
 *
 * Owns: the order, the bound on stopping, and that the process ends once. Not: what the parts are (`host/bring-up.ts`).
 */
import type { Log } from '../engine/ports.ts';

export interface LifecycleOptions {
  readonly log: Log;
  /** Milliseconds that all parts together may take to stop. */
  readonly stopMsMax: number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Says why the process did not start, in plain words: the operator has to act on it, so it is no line of the log. */
  readonly say: (why: string) => void;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

type Stop = () => Promise<void> | void;

/** A part was to be started while the process ends. */
class Ending extends Error {
  override readonly name = 'Ending';
}

export class Lifecycle {
  readonly #options: LifecycleOptions;
  /** Functions that stop the started parts, oldest first. */
  readonly #stops: Stop[] = [];
  #lastWord: (inOrder: boolean) => void = () => {};
  #ending = false;
  /** Why a part did not start. */
  failure: unknown;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  /** Runs what starts the parts. When one of them fails, the process ends with 1. */
  async run(startAll: () => Promise<void>): Promise<void> {
    try {
      await startAll();
    } catch (cause) {
      this.failure = cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      if (!(cause instanceof Ending)) this.#options.say(`the city could not start: ${message}`);
      this.end(1);
    }
  }

  /** Starts a part. A part that is started only after the process has begun to end is stopped like the others. */
  async start<Part>(start: () => Part | Promise<Part>, stop: (part: Part) => Promise<void> | void): Promise<Part> {
    if (this.#ending) throw new Ending('the process ends');
    const part = await start();
    this.#stops.push(() => stop(part));
    return part;
  }

  /** Called last when the process ends as it was asked to. `inOrder`: every part has stopped in time, none has failed. */
  atEnd(lastWord: (inOrder: boolean) => void): void {
    this.#lastWord = lastWord;
  }

  /** Stops all parts and ends the process with `code`: 0 when it was asked to end. Only the first call counts. */
  end(code: number): void {
    if (this.#ending) return;
    this.#ending = true;
    const { stopMsMax, sleep, exit } = this.#options;
    const late = sleep(stopMsMax).then(() => false);
    void Promise.race([this.#stopAll(), late]).then((inOrder) => {
      if (code === 0) this.#lastWord(inOrder);
      exit(code);
    });
  }

  /** Newest first; a failure does not keep the rest from stopping. True when all have stopped in time without a failure. */
  async #stopAll(): Promise<boolean> {
    let inOrder = true;
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (cause) {
        inOrder = false;
        this.#options.log.error({ cause: String(cause) }, 'a part did not end cleanly');
      }
    }
    return inOrder;
  }
}
