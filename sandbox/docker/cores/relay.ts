/**
 * Passes one connection of a core container on to the City API, byte by byte: its content is the gateway's matter, as with any client.
 * Here its amount is bounded: a container may hold a few connections, and send and receive so many bytes a second.
 */
import { connect, type Socket } from 'node:net';
import { assertWhole } from '../../../engine/assert.ts';

/** Where connections lead, and from which address of this machine they come. */
export interface Target {
  readonly port: number;
  readonly host: string;
  readonly localAddress: string;
}

/**
 * Bounds the bytes of a container by a token bucket. Bytes beyond its rate wait: its own connections stand still, and nothing is buffered
 * for them.
 */
export class Meter {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  /** `perSecond` bytes, and `burst` of them at once. */
  constructor(perSecond: number, burst: number, now: number) {
    assertWhole(perSecond, 1, '[X6] bytes a second');
    assertWhole(burst, 0, '[X6] bytes at once');
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  /** Counts bytes that have come already. The result: milliseconds until more may be read. */
  take(bytes: number, now: number): number {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) * this.#perSecond) / 1_000) - bytes;
    this.#at = now;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1_000) / this.#perSecond);
  }
}

/** Joins `near` with a new connection to `target`, until either side has ended. Calls `closed` when both have ended. */
export function relay(near: Socket, target: Target, meter: Meter, closed: () => void): void {
  const far = connect({ ...target, allowHalfOpen: true, noDelay: true });
  let open = 2;
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => from.destroy());
    from.on('close', () => {
      // Bytes that were read for it are still sent.
      to.destroySoon();
      open -= 1;
      if (open === 0) closed();
    });
    carry(from, to, meter);
  }
}

/** Reads on when the bytes before are sent, and the meter allows it: so at most one piece of each direction is held. */
function carry(from: Socket, to: Socket, meter: Meter): void {
  from.on('data', (piece: Buffer) => {
    const waitMs = meter.take(piece.length, performance.now());
    const isSent = to.write(piece);
    if (isSent && waitMs === 0) return;
    from.pause();
    const paid = pauseOf(waitMs);
    const drained = isSent ? Promise.resolve() : new Promise<void>((resolve) => to.once('drain', resolve));
    void Promise.all([paid, drained]).then(() => from.resume());
  });
  from.on('end', () => to.end());
}

function pauseOf(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms).unref());
}
