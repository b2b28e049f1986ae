/**
 * Whether a policy is being asked, and whose, in memory that two threads share: one that never answers cannot say so itself, so the thread
 * that started the run looks. A question is over when the event loop has turned after it: what it left to do at once (microtasks) is part
 * of it, and may never end either.
 */
import { setImmediate } from 'node:timers';

/** Numbers at its beginning: of the question, 0 between questions; the tick; the bytes of the name behind. */
const numbers = 3;
const nameBytesMax = 256;

export const newAsking = (): SharedArrayBuffer => new SharedArrayBuffer(4 * numbers + nameBytesMax);

/** The side of the run. */
export class Asker {
  readonly #numbers: Int32Array;
  readonly #name: Uint8Array;
  readonly #encoder = new TextEncoder();
  #asked = 0;
  #isAsking = false;
  #willTurn = false;

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, numbers);
    this.#name = new Uint8Array(memory, 4 * numbers);
  }

  /** The answer; `name` is who is asked, at which tick. */
  ask<Answer>(name: string, tick: number, question: () => Answer): Answer {
    this.begin(name, tick);
    try {
      return question();
    } finally {
      this.end();
    }
  }

  begin(name: string, tick: number): void {
    this.#numbers[1] = tick;
    this.#numbers[2] = this.#encoder.encodeInto(name, this.#name).written;
    this.#isAsking = true;
    this.#asked = (this.#asked % 0x7fffffff) + 1;
    Atomics.store(this.#numbers, 0, this.#asked);
  }

  end(): void {
    this.#isAsking = false;
    if (this.#willTurn) return;
    this.#willTurn = true;
    setImmediate(() => {
      this.#willTurn = false;
      if (!this.#isAsking) Atomics.store(this.#numbers, 0, 0);
    });
  }
}

/** Who is being asked, and at how many looks in a row it was found over the same question. */
interface Pondering {
  readonly name: string;
  readonly tick: number;
  readonly looks: number;
}

/** The side of who looks, now and then. Looks are counted, not time: a machine that slept has not looked. */
export class Watcher {
  readonly #numbers: Int32Array;
  readonly #name: Uint8Array;
  #question = 0;
  #looks = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, numbers);
    this.#name = new Uint8Array(memory, 4 * numbers);
  }

  /** Undefined between two questions. */
  look(): Pondering | undefined {
    const question = Atomics.load(this.#numbers, 0);
    this.#looks = question === this.#question ? this.#looks + 1 : 1;
    this.#question = question;
    if (question === 0) return undefined;
    const [, tick = 0, bytes = 0] = this.#numbers;
    // What is shared with another thread cannot be decoded where it is.
    return { name: new TextDecoder().decode(this.#name.slice(0, bytes)), tick, looks: this.#looks };
  }
}
