/** The interface of what answers for a model: somebody else's server, or the rules of `template-model.ts`. */

import type { Message } from './completion.ts';
import type { Model, Usage } from './models.ts';

/** A request to a provider. */
export interface ProviderRequest {
  /** The provider's name of the model. */
  readonly model: string;
  readonly messages: readonly Message[];
  /** The most tokens to produce. */
  readonly maxTokens: number;
  readonly temperature: number | null;
}

/** Why an answer stops: it is complete, it has produced as much as it may, or the model refuses to go on. */
export const finishes = ['stop', 'length', 'content_filter'] as const;
export type Finish = (typeof finishes)[number];

/** The end of an answer. Without a usage the city counts. */
export interface Finished {
  readonly type: 'finished';
  readonly finish: Finish;
  readonly usage: Usage | null;
}

/** Why there is no answer; `reason` follows a colon in a sentence. */
export interface ProviderFailed {
  readonly type: 'failed';
  readonly reason: string;
}

/** A whole answer. */
export type ProviderAnswer = {
  readonly content: string;
  /** The model's thoughts before its answer, as far as its provider shows them: produced, and not passed on. */
  readonly thought: string;
} & Finished;

/** A part of an answer: thoughts and texts, then the end. Without an end the answer has broken off. */
export type StreamPart =
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | Finished
  | ProviderFailed;

/** Neither method rejects; both stop when the signal is aborted. */
export interface Provider {
  complete(asked: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer | ProviderFailed>;
  stream(asked: ProviderRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

/** A model, and its provider. */
export interface ServedModel extends Model {
  readonly provider: Provider;
}
