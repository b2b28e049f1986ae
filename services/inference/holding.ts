/**
 * The most that a completion can cost, known before it begins: a prompt has no more tokens than bytes, and a provider is told how many
 * it may produce. Nothing is counted here: counting 1 MiB would keep everybody else waiting.
 */

import type { Completion, Message } from './completion.ts';
import { costOf, type Model, type PromptTemplate } from './models.ts';

/** Tokens that a provider may write around each message, and once around all of them, unless it has been seen to write more. */
const messageTokens = 16;
const promptTokens = 64;
/** The most tokens beyond those that are accepted as a provider's template. */
const templateTokensMax = 4_096;
/** The most tokens to produce when the caller does not say. */
const completionTokensDefault = 1_024;

/** Bytes of the texts of the messages. */
export const promptBytes = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

/** Accepts at most 4,096 tokens as its provider's template. */
export class Template implements PromptTemplate {
  #tokens = 0;

  get tokens(): number {
    return this.#tokens;
  }

  learn(messages: readonly Message[], read: number): void {
    const beyond = Math.min(read - promptTokensMax(messages, undefined), templateTokensMax);
    if (beyond > this.#tokens) this.#tokens = beyond;
  }
}

/** The most tokens that any tokenizer makes of a prompt: each token stands for at least a byte. */
export const promptTokensMax = (messages: readonly Message[], template: PromptTemplate | undefined): number =>
  promptBytes(messages) + messages.length * messageTokens + promptTokens + (template?.tokens ?? 0);

/** Tokens that may be produced: those asked for, or as many as `maxCost` pays for. 0: it does not even pay for the prompt and one token. */
export function completionTokensMax({ messages, maxTokens, maxCost }: Completion, model: Model): number {
  const wanted = maxTokens ?? Math.min(completionTokensDefault, model.contextLength);
  if (maxCost === null) return wanted;
  return Math.min(wanted, completionTokensFor(maxCost, promptTokensMax(messages, model.template), model));
}

/** Tokens that may be produced for so many millicredits, when so many were read. 0: they do not even pay for those. */
export function completionTokensFor(millicredits: number, promptTokens: number, { prices }: Model): number {
  const left = millicredits * 1_000 - promptTokens * prices.prompt;
  if (left < 0) return 0;
  return prices.completion === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / prices.completion);
}

/** Millicredits that are held. */
export function holdOf(request: Completion, model: Model): number {
  const most = {
    prompt: promptTokensMax(request.messages, model.template),
    completion: completionTokensMax(request, model),
  };
  return Math.min(request.maxCost ?? Number.POSITIVE_INFINITY, costOf(most, model.prices));
}

/** Millicredits: the lowest `maxCost` for which this prompt is answered at all. */
export const leastOf = ({ messages }: Completion, { prices, template }: Model): number =>
  costOf({ prompt: promptTokensMax(messages, template), completion: 1 }, prices);
