/** What residents ask a model for, parsed. */

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
  /** Millicredits that the caller would pay at most; null: whatever it may cost. */
  readonly maxCost: number | null;
  readonly stream: boolean;
}
