/** Answers in the shapes of OpenAI's chat completions. */
import { randomBytes } from 'node:crypto';
import type { Bill } from '../contract.ts';
import type { Usage } from './models.ts';
import type { Finish } from './provider.ts';

/** The fields that every piece of one answer repeats. */
export interface Heading {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

export const headingOf = (model: string, nowMs: number): Heading => ({
  id: `chatcmpl-${randomBytes(12).toString('base64url')}`,
  created: Math.floor(nowMs / 1_000),
  model,
});

const usageOf = ({ prompt, completion }: Usage, { charged }: Bill) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  cost: charged,
});

/** A whole answer with its bill. */
export const completion = (of: Heading, content: string, finish: Finish, usage: Usage, bill: Bill): object => ({
  ...of,
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: finish },
  ],
  usage: usageOf(usage, bill),
  balance: bill.balance,
});

/** A piece of a stream. The first one names the speaker. */
export const chunk = ({ id, created, model }: Heading, text: string, isFirst: boolean): string =>
  JSON.stringify({
    // Each field by its name: spreading them takes longer than all the rest.
    id,
    created,
    model,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { ...(isFirst && { role: 'assistant' }), content: text }, finish_reason: null }],
  });

/** The end of a stream: why it stopped, and its bill. One that has broken off says so after that. */
export const lastChunks = (
  of: Heading,
  end: Finish | { readonly reason: string },
  usage: Usage,
  bill: Bill,
): readonly string[] => [
  JSON.stringify({
    ...of,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: typeof end === 'string' ? end : null }],
    usage: usageOf(usage, bill),
    balance: bill.balance,
  }),
  typeof end === 'string' ? '[DONE]' : JSON.stringify(brokenOff(end.reason)),
];

/** In the form of the city's errors. */
const brokenOff = (reason: string): object => ({
  error: 'inference_failed',
  message: `The answer has no end: ${reason}. What came of it was charged; ask again.`,
  applied: true,
});
