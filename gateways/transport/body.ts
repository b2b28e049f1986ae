/**
 * A body in arrival: bounded by itself and together with all others that are arriving (H3, OP11). A body in a single small piece is never
 * copied; nearly all are.
 */
import { isUtf8 } from 'node:buffer';

/** Bytes of unfinished bodies: a bound for all connections together, and a quota for one caller. */
export class BodyPool {
  readonly #bytesMax: number;
  readonly #shareBytesMax: number;
  /** Caller -> bytes; only callers who have some here. */
  readonly #shares = new Map<string, number>();
  #bytes = 0;

  constructor(bytesMax: number, shareBytesMax = bytesMax) {
    this.#bytesMax = bytesMax;
    this.#shareBytesMax = shareBytesMax;
  }

  take(bytes: number, caller: string): boolean {
    const share = (this.#shares.get(caller) ?? 0) + bytes;
    if (share > this.#shareBytesMax || this.#bytes + bytes > this.#bytesMax) return false;
    this.#bytes += bytes;
    if (share > 0) this.#shares.set(caller, share);
    return true;
  }

  give(bytes: number, caller: string): void {
    this.#bytes -= bytes;
    const share = (this.#shares.get(caller) ?? 0) - bytes;
    if (share > 0) this.#shares.set(caller, share);
    else this.#shares.delete(caller);
  }
}

/** A body of more bytes is kept until it is read in the work queue (`arrival.ts`). */
export const lightBytesMax = 32_768;

type Arrived = 'more' | 'whole' | 'too large' | 'no room';

export class Body {
  /** All bytes that have come, also those that were refused. */
  bytes = 0;
  isWhole = false;
  readonly #bytesMax: number;
  #pool: BodyPool;
  /** The caller whose quota it uses; strangers share one. */
  #caller = '';
  /** Its only piece, which is not copied: it is read in the call that brings it. */
  #single: ArrayBuffer | undefined;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(pool: BodyPool, bytesMax: number) {
    this.#pool = pool;
    this.#bytesMax = bytesMax;
  }

  /** Takes the next piece; `chunk` is not used after the call. */
  add(chunk: ArrayBuffer, isLast: boolean): Arrived {
    this.bytes += chunk.byteLength;
    this.isWhole = isLast;
    if (this.bytes > this.#bytesMax) return this.#refuse('too large');
    if (isLast && this.#pieces.length === 0 && chunk.byteLength <= lightBytesMax) {
      this.#single = chunk;
      return 'whole';
    }
    if (!this.#pool.take(chunk.byteLength, this.#caller)) return this.#refuse('no room');
    this.#held += chunk.byteLength;
    this.#pieces.push(Buffer.from(new Uint8Array(chunk)));
    return isLast ? 'whole' : 'more';
  }

  /** Counts its bytes, and those still to come, as the caller's in `pool`; false when there is no room. */
  moveTo(pool: BodyPool, caller: string): boolean {
    if (pool === this.#pool && caller === this.#caller) return true;
    if (!pool.take(this.#held, caller)) return false;
    this.#pool.give(this.#held, this.#caller);
    this.#pool = pool;
    this.#caller = caller;
    return true;
  }

  /** The whole body, once; `undefined` when it is not UTF-8. */
  read(): string | undefined {
    return textOf(this.#whole());
  }

  /** The whole body as bytes, if it is not text. */
  bytesRead(): Buffer {
    // uWebSockets' buffer is invalid after the call.
    return Buffer.from(this.#whole());
  }

  #whole(): Buffer {
    if (this.#pieces.length === 0) return Buffer.from(this.#single ?? new ArrayBuffer(0));
    const whole = Buffer.concat(this.#pieces);
    this.release();
    return whole;
  }

  /** Drops what has come. */
  release(): void {
    if (this.#held > 0) this.#pool.give(this.#held, this.#caller);
    this.#held = 0;
    this.#pieces = [];
  }

  #refuse(arrived: Arrived): Arrived {
    this.release();
    return arrived;
  }
}

function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
