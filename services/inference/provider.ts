/** What answers for a model: a server of somebody else, or the rules of `template-model.ts`. */

import type { Message } from './completion.ts';
import type { Model, Usage } from './models.ts';

/** What is asked of it. */
export interface ProviderRequest {
  /** As the provider calls it. */
  readonly model: string;
  readonly messages: readonly Message[];
  /** Tokens to be produced at most. */
  readonly maxTokens: number;
  readonly temperature: number | null;
}

/** Why it stopped: it had said everything, it had produced all it might, or it would not say more. */
export type Finish = 'stop' | 'length' | 'content_filter';

/** How an answer ends; without a usage the city counts. */
export interface Finished {
  readonly type: 'finished';
  readonly finish: Finish;
  readonly usage: Usage | null;
}

/** Why there is no answer; `reason` goes on after a colon. */
export interface ProviderFailed {
  readonly type: 'failed';
  readonly reason: string;
}

/** A whole answer. */
export type ProviderAnswer = {
  readonly content: string;
  /** What the model thought before it answered, as far as its provider shows that: produced, and not passed on. */
  readonly thought: string;
} & Finished;

/** An answer bit by bit: thoughts and texts, then how it ended. Without an end it has broken off. */
export type StreamPart =
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | Finished
  | ProviderFailed;

/** Neither of the two rejects; both stop when the signal says so. */
export interface Provider {
  complete(asked: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer | ProviderFailed>;
  stream(asked: ProviderRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

/** A model, and what answers for it. */
export interface ServedModel extends Model {
  readonly provider: Provider;
}
