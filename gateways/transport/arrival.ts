/**
 * The arrival of a body, until its handler runs or it is refused. A body that comes in a single piece is passed on at once, and the handler
 * checks its caller. For any other the caller is checked first; what comes until then counts among the bodies of strangers (H3). Large
 * bodies are passed on one by one, with other requests between them: the cost of one is bounded, but many at once would block everybody.
 */
import type { Refused } from '../../engine/refusal.ts';
import { type ErrorAnswer, errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { Body, type BodyPool, lightBytesMax } from './body.ts';

/** The request that a body belongs to. */
interface Exchange {
  readonly isOpen: boolean;
  /** The caller, once it was accepted. */
  readonly admitted: { readonly id: string } | undefined;
  /** The body, once it has come: as text, or as bytes if it is not text. */
  body: string | undefined;
  bytes: Buffer | undefined;
  unsure(refusal: Refused): Refused;
  fail(cause: unknown): void;
}

/** Decides which bodies are read to their end. */
export interface Admission<E> {
  /** The caller, if known at once: its bytes then do not count among those of strangers. */
  callerOf(exchange: E): string | undefined;
  /** Resolves to the refusal of the body, if any. `bytes`: its declared length, 0 when it has none. */
  admit(exchange: E, bytes: number): Promise<ErrorAnswer | undefined>;
}

/** Called with each further piece of a refused body. */
export type Discard = (bytes: number, isLast: boolean) => void;

/** What an arrival needs of its server. */
export interface Receiver<E> {
  readonly bodies: BodyPool;
  readonly strangerBodies: BodyPool;
  /** Answers at once, and reads on (H4). */
  discard(exchange: E, answer: ErrorAnswer): Discard;
  /** Runs `work` after what was enqueued before it, with other requests between. */
  enqueue(work: () => void): void;
}

/** What is wanted of a body. */
interface Wanted<E> {
  readonly bodyBytesMax: number;
  readonly isBinary?: boolean;
  /** Unset: the bodies of all callers are read. */
  readonly admission?: Admission<E> | undefined;
}

export class Arrival<E extends Exchange> {
  readonly #receiver: Receiver<E>;
  readonly #exchange: E;
  readonly #wanted: Wanted<E>;
  readonly #declared: number;
  readonly #handle: () => void;
  readonly #body: Body;
  #asked: 'not yet' | 'waiting' | 'done' = 'not yet';
  #discard: Discard | undefined;

  /** `declared`: the declared length of the body, in bytes. */
  constructor(receiver: Receiver<E>, exchange: E, wanted: Wanted<E>, declared: number, handle: () => void) {
    this.#receiver = receiver;
    this.#exchange = exchange;
    this.#wanted = wanted;
    this.#declared = declared;
    this.#handle = handle;
    this.#body = new Body(receiver.strangerBodies, wanted.bodyBytesMax);
    if (declared > wanted.bodyBytesMax) this.#discard = receiver.discard(exchange, this.#tooLarge());
  }

  /** Takes the next piece; `chunk` is not used after the call. */
  add(chunk: ArrayBuffer, isLast: boolean): void {
    if (this.#discard !== undefined) this.#discard(chunk.byteLength, isLast);
    else if (this.#exchange.isOpen) this.#take(chunk, isLast);
  }

  release(): void {
    this.#body.release();
  }

  #take(chunk: ArrayBuffer, isLast: boolean): void {
    const { admission } = this.#wanted;
    if (this.#body.bytes === 0 && !(isLast && chunk.byteLength <= lightBytesMax))
      this.#moveTo(admission?.callerOf(this.#exchange));
    const arrived = this.#body.add(chunk, isLast);
    if (arrived === 'whole') {
      if (this.#asked !== 'waiting') this.#handOn();
    } else if (arrived === 'too large') this.#refuse(this.#tooLarge());
    else if (arrived === 'no room') this.#refuse(this.#noRoom());
    else if (this.#asked === 'not yet' && admission !== undefined) void this.#ask(admission);
  }

  async #ask(admission: Admission<E>): Promise<void> {
    this.#asked = 'waiting';
    try {
      const answer = await admission.admit(this.#exchange, this.#declared);
      this.#asked = 'done';
      if (!this.#exchange.isOpen) return;
      if (answer !== undefined) this.#refuse(answer);
      else if (!this.#moveTo(this.#exchange.admitted?.id)) this.#refuse(this.#noRoom());
      else if (this.#body.isWhole) this.#handOn();
    } catch (cause) {
      this.#body.release();
      this.#exchange.fail(cause);
    }
  }

  /** False when there is no room among the bodies of known callers. */
  #moveTo(caller: string | undefined): boolean {
    return caller === undefined || this.#body.moveTo(this.#receiver.bodies, caller);
  }

  #handOn(): void {
    if (this.#body.bytes <= lightBytesMax) this.#read();
    else
      this.#receiver.enqueue(() => {
        if (this.#exchange.isOpen) this.#read();
      });
  }

  #read(): void {
    if (this.#wanted.isBinary === true) this.#exchange.bytes = this.#body.bytesRead();
    else this.#exchange.body = this.#body.read();
    this.#handle();
  }

  #refuse(answer: ErrorAnswer): void {
    this.#body.release();
    this.#discard = this.#receiver.discard(this.#exchange, answer);
    this.#discard(this.#body.bytes, this.#body.isWhole);
  }

  #tooLarge(): ErrorAnswer {
    return errorAnswer(refused('payload_too_large', { max_bytes: this.#wanted.bodyBytesMax }));
  }

  #noRoom(): ErrorAnswer {
    return errorAnswer(this.#exchange.unsure(refused('busy', { retry_after_seconds: 1 })));
  }
}
