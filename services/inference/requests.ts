/**
 * Parses requests of residents to the same form, whether they came to `/complete` or, from OpenAI's own clients, to `/chat/completions`.
 */
import { z } from 'zod';
import type { Completion, Message } from './completion.ts';
import { completionTokensMax, leastOf, promptBytes } from './holding.ts';
import type { Model } from './models.ts';

const messagesMax = 1_000;
/** No text has so many bytes to a token on average: a longer prompt is refused without being counted. */
const bytesPerTokenMax = 8;
/** More than any balance. */
const creditsMax = 1_000_000;

/** A lone surrogate. */
const loneSurrogate = /\p{Surrogate}/u;

const SentText = z
  .string()
  .min(1)
  .refine((text) => !loneSurrogate.test(text), 'must be well-formed Unicode')
  .refine((text) => !text.includes('\0'), 'must not contain U+0000');

const Content = z
  .union([
    SentText,
    // Texts in parts, which OpenAI's clients may send.
    z
      .array(z.object({ type: z.literal('text'), text: SentText }))
      .min(1)
      .transform((parts) => parts.map(({ text }) => text).join('')),
  ])
  .meta({ description: 'Text, or an array of parts of type `text`', override: { type: 'string', minLength: 1 } });

const Role = z.enum(['system', 'developer', 'user', 'assistant']);

const messageFields = { role: Role, content: Content };

const Credits = z
  .number()
  .positive()
  .max(creditsMax)
  .refine((amount) => Number(amount.toFixed(3)) === amount, 'must have at most three decimals')
  .meta({ description: 'Credits that you would pay at most; fewer tokens are produced when it would not pay for all' });

const fieldsFor = (models: readonly Model[]) => ({
  model: z.enum(models.map(({ id }) => id)),
  max_tokens: z.int().min(1).max(longestOf(models)).nullish().meta({ description: 'Tokens to be produced at most' }),
  temperature: z.number().min(0).max(2).nullish(),
  max_cost: Credits.nullish(),
});

const longestOf = (models: readonly Model[]): number => Math.max(...models.map(({ contextLength }) => contextLength));

type Parsed = z.infer<ReturnType<typeof strictBody>>;

/** The fields that both kinds of body have. */
type Said = Parsed & {
  readonly stream?: boolean | null | undefined;
  readonly max_completion_tokens?: number | null | undefined;
};

const strictBody = (models: readonly Model[]) =>
  z.strictObject({
    ...fieldsFor(models),
    messages: z.array(z.strictObject(messageFields)).min(1).max(messagesMax),
  });

const looseBody = (models: readonly Model[]) =>
  z.object({
    ...fieldsFor(models),
    messages: z.array(z.object(messageFields)).min(1).max(messagesMax),
    stream: z.boolean().nullish(),
    max_completion_tokens: z.int().min(1).max(longestOf(models)).nullish(),
  });

/** The body of `/complete`, and of `/estimate` for the same: an unknown field is a mistake of the caller. */
export const completeBody = (models: readonly Model[]): z.ZodType<Completion> =>
  strictBody(models).extend({ stream: z.boolean().nullish() }).superRefine(fitting(models)).transform(completionOf);

/** The body of `/chat/completions`: other fields that OpenAI's clients send are ignored. */
export const chatBody = (models: readonly Model[]): z.ZodType<Completion> =>
  looseBody(models).superRefine(fitting(models)).transform(completionOf);

/** Refuses, before anything is held, what no model can do, and a `max_cost` that does not pay for the prompt (IN9). */
const fitting = (models: readonly Model[]) => (said: Said, context: z.RefinementCtx) => {
  const model = models.find(({ id }) => id === said.model);
  const contextLength = model?.contextLength ?? 0;
  const bytesMax = contextLength * bytesPerTokenMax;
  const wanted = said.max_tokens ?? said.max_completion_tokens ?? 1;
  if (promptBytes(messagesOf(said)) > bytesMax)
    context.addIssue({
      code: 'custom',
      path: ['messages'],
      message: `are longer than ${said.model} can read: ${bytesMax} bytes`,
    });
  if (wanted > contextLength)
    context.addIssue({
      code: 'custom',
      path: ['max_tokens'],
      message: `are more than ${said.model} can write: ${contextLength}`,
    });
  const asked = completionOf(said);
  if (model !== undefined && completionTokensMax(asked, model) === 0)
    context.addIssue({
      code: 'custom',
      path: ['max_cost'],
      message: `would not pay for this prompt and one token, which may cost ${leastOf(asked, model) / 1_000} credits`,
    });
};

/** Not every provider knows the newer name of the role `system`. */
const messagesOf = ({ messages }: Said): readonly Message[] =>
  messages.map(({ role, content }) => ({ role: role === 'developer' ? 'system' : role, content }));

function completionOf(said: Said): Completion {
  const { model, max_tokens, max_completion_tokens, temperature, max_cost, stream } = said;
  return {
    model,
    messages: messagesOf(said),
    maxTokens: max_tokens ?? max_completion_tokens ?? null,
    temperature: temperature ?? null,
    maxCost: max_cost == null ? null : Math.round(max_cost * 1_000),
    stream: stream === true,
  };
}
