/** Streams a completion piece by piece. The text is kept until it is paid, since it may have to be counted. */
import type { ServiceOutcome } from '../contract.ts';
import { Budget } from './budget.ts';
import type { Finished, StreamPart } from './provider.ts';
import { atMost, counted, failed, type PricedPrompt, type Settled, settle, unread } from './settlement.ts';
import { type ChatCompletion, type Heading, lastChunks, piecesOf } from './shapes.ts';
import type { TokenCounter } from './token-counter.ts';

/** Bytes of the text of one answer. */
const saidBytesMax = 4 * 1024 * 1024;

interface Parts {
  readonly asking: PricedPrompt;
  readonly heading: Heading;
  readonly counter: TokenCounter;
  /** Aborted when nobody reads the stream any more. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the first piece that is no thought, so that a provider that cannot even begin is a refusal and no stream. Who leaves ends the
 * provider's work, and pays for what it had produced by then.
 */
export async function streamOf(
  parts: Parts,
  source: AsyncIterable<StreamPart>,
): Promise<ServiceOutcome<'inference_failed', ChatCompletion>> {
  const pieces = source[Symbol.asyncIterator]();
  const said = new Said(parts, pieces);
  const first = await said.next();
  if (first === undefined || first.type === 'failed') {
    await pieces.return?.();
    if (parts.signal.aborted) return unread(parts.asking, parts.heading, said.thought, parts.counter);
    return failed(first?.reason ?? 'the provider said nothing');
  }
  return {
    type: 'stream',
    events: said.events(first),
    cost: () => said.cost(),
    most: () => said.most(),
    last: (bill) => {
      const { finish, broken, settled } = said.end;
      return lastChunks(parts.heading, broken ?? finish, settled.usage, bill);
    },
  };
}

/** The parts that are passed on, and the end. */
type Shown = Exclude<StreamPart, { readonly type: 'thought' }>;

class Said {
  readonly #parts: Parts;
  readonly #pieces: AsyncIterator<StreamPart>;
  readonly #budget: Budget;
  readonly #thoughts: string[] = [];
  readonly #texts: string[] = [];
  #bytes = 0;
  #finished: Finished | undefined;
  #broken: string | undefined;
  #settled: Settled | undefined;

  constructor(parts: Parts, pieces: AsyncIterator<StreamPart>) {
    this.#parts = parts;
    this.#pieces = pieces;
    this.#budget = new Budget(parts.asking, parts.counter);
  }

  get thought(): string {
    return this.#thoughts.join('');
  }

  /** The next part that is no thought. Thoughts are kept, since they count. */
  async next(): Promise<Shown | undefined> {
    for (;;) {
      const { done, value: piece } = await this.#pieces.next();
      if (done === true) return undefined;
      if (piece.type === 'finished' || piece.type === 'failed') return piece;
      this.#bytes += Buffer.byteLength(piece.text);
      if (this.#bytes > saidBytesMax)
        return { type: 'failed', reason: `the provider said more than ${saidBytesMax} bytes` };
      // (IN12) A text that would cost more than the hold is not passed on.
      if (!(await this.#budget.pays(piece.text))) return { type: 'finished', finish: 'length', usage: null };
      if (piece.type === 'text') {
        this.#texts.push(piece.text);
        return piece;
      }
      this.#thoughts.push(piece.text);
    }
  }

  async *events(first: Shown): AsyncGenerator<string> {
    const encoded = piecesOf(this.#parts.heading);
    try {
      let isFirst = true;
      for (let piece: Shown | undefined = first; piece !== undefined; piece = await this.next()) {
        if (piece.type !== 'text') return this.#finish(piece);
        yield encoded(piece.text, isFirst);
        isFirst = false;
      }
    } finally {
      await this.#pieces.return?.();
    }
  }

  /** The cost of what was produced, in millicredits. */
  async cost(): Promise<number> {
    const { asking, counter } = this.#parts;
    const said = this.#produced();
    const counting = counter.while(() => this.#settled === undefined);
    const settled = await (this.#finished === undefined
      ? counted(asking, said, counting)
      : settle(asking, { ...this.#finished, ...said }, counting));
    this.#settled ??= settled;
    return this.#settled.cost;
  }

  /** The most that it can have cost, taken where counting takes too long; the counting ends. */
  most(): number {
    this.#settled ??= atMost(this.#parts.asking, this.#produced());
    return this.#settled.cost;
  }

  #produced() {
    return { content: this.#texts.join(''), thought: this.thought };
  }

  /** Called once it is paid. A stream without an end was cut by the deadline of the call; `broken`: why its provider has not ended it. */
  get end(): {
    readonly finish: Finished['finish'];
    readonly broken: { readonly reason: string } | undefined;
    readonly settled: Settled;
  } {
    if (this.#settled === undefined) throw new Error('a stream is paid after its cost is known');
    const broken = this.#broken === undefined ? undefined : { reason: this.#broken };
    return { finish: this.#finished?.finish ?? 'length', broken, settled: this.#settled };
  }

  #finish(piece: Exclude<Shown, { readonly type: 'text' }>): void {
    if (piece.type === 'finished') this.#finished = piece;
    // A stream that stopped because its reader has gone has not failed.
    else if (!this.#parts.signal.aborted) this.#broken = piece.reason;
  }
}
