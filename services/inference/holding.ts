/**
 * The most that a completion can cost, known before it begins: a prompt has no more tokens than bytes, and a provider is told how many
 * it may produce. Nothing is counted here: counting 1 MiB would keep everybody else waiting.
 */

import type { Completion, Message } from './completion.ts';
import { costOf, type Model } from './models.ts';

/** Tokens that a provider may write around each message, and once around all of them. */
const messageTokens = 16;
const promptTokens = 64;
/** Tokens produced at most when the caller does not say. */
const completionTokensDefault = 1_024;

/** Bytes of what the messages say. */
export const promptBytes = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

/** No tokenizer makes more of a prompt: each token stands for a byte at least. */
export const promptTokensMax = (messages: readonly Message[]): number =>
  promptBytes(messages) + messages.length * messageTokens + promptTokens;

/** Tokens that may be produced: those asked for, or as many as `maxCost` pays for. 0: it does not even pay for the prompt and one. */
export function completionTokensMax({ messages, maxTokens, maxCost }: Completion, model: Model): number {
  const wanted = maxTokens ?? Math.min(completionTokensDefault, model.contextLength);
  if (maxCost === null) return wanted;
  const { prompt, completion } = model.prices;
  const left = maxCost * 1_000 - promptTokensMax(messages) * prompt;
  if (left < 0) return 0;
  return completion === 0 ? wanted : Math.min(wanted, Math.floor(left / completion));
}

/** Millicredits: what is held. */
export function holdOf(request: Completion, model: Model): number {
  const most = { prompt: promptTokensMax(request.messages), completion: completionTokensMax(request, model) };
  return Math.min(request.maxCost ?? Number.POSITIVE_INFINITY, costOf(most, model.prices));
}

/** Millicredits: the least `maxCost` under which this prompt is answered at all. */
export const leastOf = ({ messages }: Completion, { prices }: Model): number =>
  costOf({ prompt: promptTokensMax(messages), completion: 1 }, prices);
