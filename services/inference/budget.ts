/** How much of an answer a hold pays for. */
import { completionTokensFor, promptTokensMax } from './holding.ts';
import type { ProviderAnswer } from './provider.ts';
import { countedPrompt, isPaidAsSaid, type PricedPrompt } from './settlement.ts';
import type { Counting } from './token-counter.ts';

/**
 * The tokens that the hold pays for. Nothing is counted as long as its bytes cannot cost more, for no token has less than a byte (IN13).
 */
export class Budget {
  readonly #asking: PricedPrompt;
  readonly #counter: Counting;
  /** Tokens that may still be produced. */
  #left: number;
  #promptIsCounted = false;
  readonly #uncounted: string[] = [];
  #uncountedBytes = 0;

  constructor(asking: PricedPrompt, counter: Counting) {
    const { messages, model, hold, isOwn } = asking;
    this.#asking = asking;
    this.#counter = counter;
    this.#left = isOwn
      ? Number.POSITIVE_INFINITY
      : completionTokensFor(hold, promptTokensMax(messages, model.template), model);
  }

  /** False when all that was produced, with `text`, costs more than is held. A promise only where it is counted. */
  pays(text: string): boolean | Promise<boolean> {
    this.#uncounted.push(text);
    this.#uncountedBytes += Buffer.byteLength(text);
    return this.#uncountedBytes <= this.#left || this.#isCounted();
  }

  async #isCounted(): Promise<boolean> {
    const { model, hold } = this.#asking;
    if (!this.#promptIsCounted) {
      this.#promptIsCounted = true;
      this.#left = completionTokensFor(hold, await countedPrompt(this.#asking, this.#counter), model);
    }
    const said = this.#uncounted.splice(0).join('');
    this.#uncountedBytes = 0;
    this.#left -= await this.#counter.count(said);
    return this.#left >= 0;
  }
}

/** Pieces into which a whole answer is cut: about a word each. Counted one by one they have as many tokens as together, or more. */
const piece = /\S{0,32}\s{1,32}|\S{1,32}/gu;

/** The part of a whole answer that its hold pays for (IN12). An answer whose provider reports no more use than the hold is not counted. */
export async function paidPart(
  asking: PricedPrompt,
  answer: ProviderAnswer,
  counter: Counting,
): Promise<ProviderAnswer> {
  if (asking.isOwn || isPaidAsSaid(asking, answer)) return answer;
  const { content, thought } = answer;
  const budget = new Budget(asking, counter);
  let length = 0;
  if (await budget.pays(thought))
    for (const [text] of content.matchAll(piece)) {
      if (!(await budget.pays(text))) break;
      length += text.length;
    }
  return length === content.length
    ? answer
    : { ...answer, content: content.slice(0, length), finish: 'length', usage: null };
}
