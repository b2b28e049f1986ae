/** Answers in the shapes of OpenAI's chat completions: of a provider's answer nothing stands in them but its text. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Bill, billFields } from '../contract.ts';
import type { Usage } from './models.ts';
import { type Finish, finishes } from './provider.ts';

const heading = { id: z.string(), created: z.int().meta({ description: 'Seconds since 1970' }), model: z.string() };

/** The fields that every piece of one answer repeats. */
export type Heading = Readonly<z.infer<z.ZodObject<typeof heading>>>;

/** How a bill joins a completion: OpenAI's clients read what was taken as a part of its use. */
const billed = {
  usage: z.strictObject({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    total_tokens: z.number(),
    cost: billFields.charged,
  }),
  balance: billFields.balance,
};

export const ChatCompletion = z
  .strictObject({
    ...heading,
    object: z.literal('chat.completion'),
    choices: z.tuple([
      z.strictObject({
        index: z.literal(0),
        message: z.strictObject({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.enum(finishes),
      }),
    ]),
    ...billed,
  })
  .meta({ description: "OpenAI's chat completion; with `stream: true` its chunks, as server-sent events" });
export type ChatCompletion = z.infer<typeof ChatCompletion>;

export const headingOf = (model: string, nowMs: number): Heading => ({
  id: `chatcmpl-${randomBytes(12).toString('base64url')}`,
  created: Math.floor(nowMs / 1_000),
  model,
});

const billedFor = (
  { prompt, completion }: Usage,
  { charged, balance }: Bill,
): Pick<ChatCompletion, 'usage' | 'balance'> => ({
  usage: {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    cost: charged,
  },
  balance,
});

/** A whole answer with its bill. */
export const completion = (of: Heading, content: string, finish: Finish, usage: Usage, bill: Bill): ChatCompletion => ({
  ...of,
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: finish },
  ],
  ...billedFor(usage, bill),
});

const choice = { index: z.literal(0), finish_reason: z.null() };
const chunkHeading = { ...heading, object: z.literal('chat.completion.chunk') };

const Piece = z.strictObject({
  ...chunkHeading,
  choices: z.tuple([
    z.strictObject({
      ...choice,
      delta: z.strictObject({ role: z.literal('assistant').optional(), content: z.string() }),
    }),
  ]),
});

const LastPiece = z.strictObject({
  ...chunkHeading,
  choices: z.tuple([
    z.strictObject({ ...choice, delta: z.strictObject({}), finish_reason: z.enum(finishes).nullable() }),
  ]),
  ...billed,
});

/** After the last piece of one whose provider broke off: in the form of the city's errors. */
const BrokenOff = z.strictObject({
  error: z.literal('inference_failed'),
  message: z.string(),
  applied: z.literal(true),
});

/** An event of a streamed answer. */
export const CompletionChunk = z.union([Piece, LastPiece, BrokenOff]).meta({
  id: 'CompletionChunk',
  description: 'The last, which has `usage`, is followed by `[DONE]`, or by why there is no end',
});

/** A piece of a stream. The first one names the speaker. */
const piece = (of: Heading, content: string, isFirst: boolean): string =>
  JSON.stringify({
    ...of,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { ...(isFirst && { role: 'assistant' }), content }, finish_reason: null }],
  } satisfies z.infer<typeof Piece>);

/** Encodes the pieces of a stream. All but the first differ in their text alone, and it is most of the work to encode the rest. */
export function piecesOf(of: Heading): (text: string, isFirst: boolean) => string {
  const silent = piece(of, '', false);
  const at = silent.lastIndexOf('""');
  const [before, after] = [silent.slice(0, at), silent.slice(at + 2)];
  return (text, isFirst) => (isFirst ? piece(of, text, true) : `${before}${JSON.stringify(text)}${after}`);
}

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
    ...billedFor(usage, bill),
  } satisfies z.infer<typeof LastPiece>),
  typeof end === 'string' ? '[DONE]' : JSON.stringify(brokenOff(end.reason)),
];

const brokenOff = (reason: string): z.infer<typeof BrokenOff> => ({
  error: 'inference_failed',
  message: `The answer has no end: ${reason}. What came of it was charged; ask again.`,
  applied: true,
});
