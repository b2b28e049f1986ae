/**
 * A body on its way in, until its handler runs or it is refused. One that comes in a single piece is handed on at once,
 * and the handler checks its caller. Of any other it is asked first who calls; what comes until that is known is held
 * among the bodies of strangers (H3 in `http.ts`). Large ones are handed on one by one, with other requests between them:
 * what one costs is bounded, many at once would keep everybody waiting.
 */
import type { Refused } from '../../engine/refusal.ts';
import { type ErrorAnswer, errorAnswer } from '../refusals/answers.ts';
import { refused } from '../refusals/refusals.ts';
import { Body, type BodyPool, lightBytesMax } from './body.ts';

/** The request that a body belongs to. */
interface Exchange {
  readonly isOpen: boolean;
  /** Who calls, once it was let in. */
  readonly admitted: { readonly id: string } | undefined;
  /** The body, once it has come: as text, or, of one that is none, as bytes. */
  body: string | undefined;
  bytes: Buffer | undefined;
  unsure(refusal: Refused): Refused;
  fail(cause: unknown): void;
}

/** Which bodies are read on. */
export interface Admission<E> {
  /** Who calls, if that can be said at once: what comes is then not held among that of strangers. */
  callerOf(exchange: E): string | undefined;
  /** Resolves to what refuses the body; `bytes` are those that it is said to have, 0 when that is not said. */
  admit(exchange: E, bytes: number): Promise<ErrorAnswer | undefined>;
}

/** Hears of each further piece of a refused body. */
export type Discard = (bytes: number, isLast: boolean) => void;

/** What an arrival needs of its server. */
export interface Receiver<E> {
  readonly bodies: BodyPool;
  readonly strangerBodies: BodyPool;
  /** Answers at once, and reads on (H4). */
  discard(exchange: E, answer: ErrorAnswer): Discard;
  /** Runs `work` when what came before it has run, and others were served. */
  enqueue(work: () => void): void;
}

/** What is asked of a body. */
interface Wanted<E> {
  readonly bodyBytesMax: number;
  readonly isBinary?: boolean;
  /** Unset, anyone's is read on. */
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

  /** `declared`: bytes that the body is said to have. */
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

  /** False when there is no room among the bodies of those who are known. */
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
