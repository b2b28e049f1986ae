/** A completion piece by piece. What was produced is kept beside it until it is paid, in case it must be counted. */
import type { ServiceRefusal, ServiceStream } from '../contract.ts';
import type { Finished, Piece } from './provider.ts';
import { type Asking, counted, failed, type Settled, settle } from './settlement.ts';
import { chunk, type Heading, lastChunks } from './shapes.ts';
import type { TokenCounter } from './token-counter.ts';

/** Bytes of what one answer says. */
const saidBytesMax = 4 * 1024 * 1024;

interface Parts {
  readonly asking: Asking;
  readonly heading: Heading;
  readonly counter: TokenCounter;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the first piece, so that a provider that cannot even begin is a refusal and no stream. Who leaves ends the provider's
 * work, and pays for what it had said by then.
 */
export async function streamOf(parts: Parts, source: AsyncIterable<Piece>): Promise<ServiceStream | ServiceRefusal> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return failed('the provider said nothing');
  if (first.value.type === 'failed') return failed(first.value.reason);
  const said = new Said(parts);
  return {
    type: 'stream',
    events: said.events(first.value, pieces),
    cost: () => said.cost(),
    last: (bill) => {
      const { finish, settled } = said.end;
      return lastChunks(parts.heading, finish, settled.usage, bill);
    },
  };
}

class Said {
  readonly #parts: Parts;
  readonly #texts: string[] = [];
  #bytes = 0;
  #finished: Finished | undefined;
  #failure: ServiceRefusal | undefined;
  #settled: Settled | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async *events(first: Piece, rest: AsyncIterator<Piece>): AsyncGenerator<string> {
    try {
      for (let piece = first; ; ) {
        if (piece.type !== 'text') return this.#finish(piece);
        this.#bytes += Buffer.byteLength(piece.text);
        if (this.#bytes > saidBytesMax) {
          this.#failure = failed(`the provider said more than ${saidBytesMax} bytes`);
          return;
        }
        this.#texts.push(piece.text);
        yield chunk(this.#parts.heading, piece.text, this.#texts.length === 1);
        const next = await rest.next();
        if (next.done === true) return;
        piece = next.value;
      }
    } finally {
      await rest.return?.();
    }
  }

  /** What was said has cost, or why it counts for nothing. */
  async cost(): Promise<number | ServiceRefusal> {
    if (this.#failure !== undefined) return this.#failure;
    const { asking, counter } = this.#parts;
    const said = this.#texts.join('');
    const settled =
      this.#finished === undefined
        ? await counted(asking, said, counter)
        : await settle(asking, said, this.#finished, counter);
    if (settled.type === 'refused') return settled;
    this.#settled = settled;
    return settled.cost;
  }

  /** Once it is paid. */
  get end(): { readonly finish: Finished['finish']; readonly settled: Settled } {
    if (this.#settled === undefined) throw new Error('a stream is paid after its cost is known');
    return { finish: this.#finished?.finish ?? 'stop', settled: this.#settled };
  }

  #finish(piece: Exclude<Piece, { readonly type: 'text' }>): void {
    if (piece.type === 'finished') this.#finished = piece;
    // What stopped because its reader has gone has not failed.
    else if (!this.#parts.signal.aborted) this.#failure = failed(piece.reason);
  }
}
