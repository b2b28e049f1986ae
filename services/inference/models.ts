/** The models that residents can ask, and their prices. */
import { z } from 'zod';
import type { Message } from './completion.ts';

/** Millicredits for 1,000 tokens. */
export interface Prices {
  readonly prompt: number;
  readonly completion: number;
}

/** The tokens that a provider writes around each prompt, learned from the tokens that its answers report as read. */
export interface PromptTemplate {
  /** Tokens beyond those that are assumed for every provider. */
  readonly tokens: number;
  /** `read`: tokens that the provider reports for these messages. */
  learn(messages: readonly Message[], read: number): void;
}

/** A model as residents see it. */
export interface Model {
  /** The name for residents. */
  readonly id: string;
  /** Tokens that it can read and write in one call. */
  readonly contextLength: number;
  readonly prices: Prices;
  /** The provider's name of it. */
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

/** A model in the form that OpenAI's clients read. */
export const ListedModel = z.strictObject({
  id: z.string(),
  object: z.literal('model'),
  owned_by: z.literal('city'),
  name: z.string(),
  context_length: z.number(),
  pricing: z
    .strictObject({ prompt: z.string(), completion: z.string() })
    .meta({ description: 'Credits for one token, as decimals' }),
});

/** The list of models in the same form. */
export const ListedModels = z.strictObject({ object: z.literal('list'), data: z.array(ListedModel) });

export const shownModel = ({ id, name, contextLength, prices }: Model): z.infer<typeof ListedModel> => ({
  id,
  object: 'model',
  owned_by: 'city',
  name,
  context_length: contextLength,
  pricing: { prompt: perToken(prices.prompt), completion: perToken(prices.completion) },
});

export const listed = (models: readonly Model[]): z.infer<typeof ListedModels> => ({
  object: 'list',
  data: models.map(shownModel),
});
