/**
 * Answers that callers have not read yet (OP10). An answer that its connection does not take at once waits here and is sent in pieces, as
 * fast as it is read; uWebSockets ends a connection on which another request comes meanwhile, or nothing is read for 10 s. So a connection
 * has at most one answer here, and all together have a bound.
 */
import type * as uWS from 'uWebSockets.js';
import { PassingSet } from '../../engine/passing.ts';

/** Bytes that wait to be read, all connections together. Above the bound the answer that has waited longest is given up. */
export class UnreadAnswers {
  readonly #bytesMax: number;
  /** The oldest first. */
  readonly #answers = new PassingSet<UnreadAnswer>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  add(answer: UnreadAnswer): void {
    this.#answers.add(answer);
    this.#bytes += answer.bytes;
    for (const oldest of this.#answers) {
      if (this.#bytes <= this.#bytesMax) return;
      this.remove(oldest);
      oldest.giveUp();
    }
  }

  remove(answer: UnreadAnswer): void {
    if (this.#answers.delete(answer)) this.#bytes -= answer.bytes;
  }
}

/** An answer of which a part has been sent. */
export class UnreadAnswer {
  /** The length of its whole body. */
  readonly bytes: number;
  #res: uWS.HttpResponse | undefined;

  /** `res`: its head, and the part of `body` that the connection took, have been written. */
  constructor(res: uWS.HttpResponse, body: Buffer, unread: UnreadAnswers) {
    this.bytes = body.length;
    this.#res = res;
    res.onWritable((offset) => {
      const [isTaken, isDone] = res.tryEnd(body.subarray(offset), body.length);
      if (isDone) {
        this.#res = undefined;
        unread.remove(this);
      }
      return isTaken;
    });
  }

  /** Ends the connection, unless it has gone. Not at once: it may be being written to at this moment. */
  giveUp(): void {
    setImmediate(() => this.#res?.close());
  }

  /** The connection has gone. */
  gone(): void {
    this.#res = undefined;
  }
}
