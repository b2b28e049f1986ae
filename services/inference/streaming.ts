/** A completion piece by piece. What was produced is kept beside it until it is paid, in case it must be counted. */
import type { ServiceRefusal, ServiceStream } from '../contract.ts';
import type { Finished, StreamPart } from './provider.ts';
import { counted, failed, type PricedPrompt, type Settled, settle } from './settlement.ts';
import { chunk, type Heading, lastChunks } from './shapes.ts';
import type { TokenCounter } from './token-counter.ts';

/** Bytes of what one answer says. */
const saidBytesMax = 4 * 1024 * 1024;

interface Parts {
  readonly asking: PricedPrompt;
  readonly heading: Heading;
  readonly counter: TokenCounter;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the first piece that is no thought, so that a provider that cannot even begin is a refusal and no stream. Who leaves ends the provider's
 * work, and pays for what it had said by then.
 */
export async function streamOf(
  parts: Parts,
  source: AsyncIterable<StreamPart>,
): Promise<ServiceStream<'inference_failed'> | ServiceRefusal<'inference_failed'>> {
  const pieces = source[Symbol.asyncIterator]();
  const said = new Said(parts, pieces);
  const first = await said.next();
  if (first === undefined) return failed('the provider said nothing');
  if (first.type === 'failed') {
    await pieces.return?.();
    return failed(first.reason);
  }
  return {
    type: 'stream',
    events: said.events(first),
    cost: () => said.cost(),
    last: (bill) => {
      const { finish, settled } = said.end;
      return lastChunks(parts.heading, finish, settled.usage, bill);
    },
  };
}

/** What is passed on, and how it ends. */
type Shown = Exclude<StreamPart, { readonly type: 'thought' }>;

class Said {
  readonly #parts: Parts;
  readonly #pieces: AsyncIterator<StreamPart>;
  readonly #thoughts: string[] = [];
  readonly #texts: string[] = [];
  #bytes = 0;
  #finished: Finished | undefined;
  #failure: ServiceRefusal<'inference_failed'> | undefined;
  #settled: Settled | undefined;

  constructor(parts: Parts, pieces: AsyncIterator<StreamPart>) {
    this.#parts = parts;
    this.#pieces = pieces;
  }

  /** The next piece that is no thought. Those are kept, for they count. */
  async next(): Promise<Shown | undefined> {
    for (;;) {
      const { done, value: piece } = await this.#pieces.next();
      if (done === true) return undefined;
      if (piece.type === 'finished' || piece.type === 'failed') return piece;
      this.#bytes += Buffer.byteLength(piece.text);
      if (this.#bytes > saidBytesMax)
        return { type: 'failed', reason: `the provider said more than ${saidBytesMax} bytes` };
      if (piece.type === 'text') return piece;
      this.#thoughts.push(piece.text);
    }
  }

  async *events(first: Shown): AsyncGenerator<string> {
    try {
      for (let piece: Shown | undefined = first; piece !== undefined; piece = await this.next()) {
        if (piece.type !== 'text') return this.#finish(piece);
        this.#texts.push(piece.text);
        yield chunk(this.#parts.heading, piece.text, this.#texts.length === 1);
      }
    } finally {
      await this.#pieces.return?.();
    }
  }

  /** What was said has cost, or why it counts for nothing. */
  async cost(): Promise<number | ServiceRefusal<'inference_failed'>> {
    if (this.#failure !== undefined) return this.#failure;
    const { asking, counter } = this.#parts;
    const said = { content: this.#texts.join(''), thought: this.#thoughts.join('') };
    const settled =
      this.#finished === undefined
        ? await counted(asking, said, counter)
        : await settle(asking, { ...this.#finished, ...said }, counter);
    if (settled.type === 'refused') return settled;
    this.#settled = settled;
    return settled.cost;
  }

  /** Once it is paid. One without an end was cut by the deadline of the call. */
  get end(): { readonly finish: Finished['finish']; readonly settled: Settled } {
    if (this.#settled === undefined) throw new Error('a stream is paid after its cost is known');
    return { finish: this.#finished?.finish ?? 'length', settled: this.#settled };
  }

  #finish(piece: Exclude<Shown, { readonly type: 'text' }>): void {
    if (piece.type === 'finished') this.#finished = piece;
    // What stopped because its reader has gone has not failed.
    else if (!this.#parts.signal.aborted) this.#failure = failed(piece.reason);
  }
}
