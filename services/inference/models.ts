/** The models that residents can ask, and what they cost. */

import type { Message } from './completion.ts';

/** Millicredits for 1,000 tokens. */
export interface Prices {
  readonly prompt: number;
  readonly completion: number;
}

/** What a provider writes around each prompt, learned from what its answers say that they have read. */
export interface PromptTemplate {
  /** Those beyond the tokens that are reckoned with for every provider. */
  readonly tokens: number;
  /** `read`: tokens that the provider says these messages were. */
  learn(messages: readonly Message[], read: number): void;
}

/** A model as residents see it. */
export interface Model {
  /** What they call it. */
  readonly id: string;
  /** Tokens that it can read and write in one call. */
  readonly contextLength: number;
  readonly prices: Prices;
  /** What its provider calls it. */
  readonly name: string;
  /** What its provider writes around prompts; unset where that is not learned. */
  readonly template?: PromptTemplate;
}

/** Tokens. */
export interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

/** Millicredits, rounded up. */
export const costOf = ({ prompt, completion }: Usage, prices: Prices): number =>
  Math.ceil((prompt * prices.prompt + completion * prices.completion) / 1_000);

/** Credits for one token, as a decimal: millicredits for 1,000 tokens are millionths of a credit. */
export const perToken = (price: number): string => (price / 1_000_000).toFixed(6).replace(/\.?0+$/, '');

/** A model, as OpenAI's clients read it. */
export const shownModel = ({ id, name, contextLength, prices }: Model): object => ({
  id,
  object: 'model',
  owned_by: 'city',
  name,
  context_length: contextLength,
  pricing: { prompt: perToken(prices.prompt), completion: perToken(prices.completion) },
});

/** The list of models, the same way. */
export const listed = (models: readonly Model[]): object => ({ object: 'list', data: models.map(shownModel) });
