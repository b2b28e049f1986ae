/** A request to a model, parsed. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Completion {
  readonly model: string;
  readonly messages: readonly Message[];
  /** Tokens; null: the service's own default. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  /** The most millicredits that the caller would pay; null: no such limit. */
  readonly maxCost: number | null;
  readonly stream: boolean;
}
