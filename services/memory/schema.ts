/** The schemas of memory's requests and answers. Its bounds are in `bounds.ts`. */
import { z } from 'zod';
import { billFields } from '../contract.ts';
import { fewWords, fewWordsRule, queryWordsMax } from '../query-words.ts';
import * as bounds from './bounds.ts';

const nameRule = `1 to ${bounds.nameCharsMax} of A-Z a-z 0-9 _ -`;

/** The name of a peer, a session or a workspace, as in Honcho. */
export const Name = z
  .string()
  .max(bounds.nameCharsMax)
  .regex(/^[A-Za-z0-9_-]+$/, { error: `must be ${nameRule}` })
  .meta({ description: nameRule, example: 'bo-2' });

/** What Postgres cannot keep as text: NUL, and half of a character. */
const unstorable = /[\0\p{Cs}]/u;

const text = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .refine((value) => !unstorable.test(value), {
      error: 'must not contain U+0000 or half of a surrogate pair',
    });

const Content = text(bounds.contentCharsMax).meta({
  description: `1 to ${bounds.contentCharsMax} characters (UTF-16 units), kept as they are`,
});

export const NewMessages = z.strictObject({
  messages: z
    .array(z.strictObject({ peer_id: Name.meta({ description: `Who said it: ${nameRule}` }), content: Content }))
    .min(1)
    .max(bounds.messagesAddedMax)
    .meta({ description: `1 to ${bounds.messagesAddedMax}, in the order in which they were said` }),
});

export const Search = z.strictObject({
  query: text(bounds.searchCharsMax)
    .refine(fewWords, { error: fewWordsRule })
    .meta({
      description: `1 to ${bounds.searchCharsMax} characters, at most ${queryWordsMax} words. All words must be there, in any form; "quoted" ones in this order, "or" between words, "-" before one that must not be`,
      example: 'bridge toll',
    }),
  limit: z
    .int()
    .min(1)
    .max(bounds.foundMax)
    .optional()
    .meta({ description: `How many at most; ${bounds.foundDefault} when unset` }),
  auto: z
    .boolean()
    .optional()
    .meta({
      description: `true: also among the newest words that you heard, ${bounds.heardSearchedMax} at most; they come first`,
    }),
});

const levels = ['minimal', 'low', 'medium', 'high', 'max'] as const;
export type Level = (typeof levels)[number];

export const Question = z.strictObject({
  query: text(bounds.questionCharsMax).meta({
    description: `1 to ${bounds.questionCharsMax} characters`,
    example: 'What does Bo build?',
  }),
  session_id: Name.optional().meta({ description: 'Only what was said in this session' }),
  reasoning_level: z
    .enum(levels)
    .optional()
    .meta({ description: 'How many messages the answer is made from; low when unset' }),
});

/** A later version may add fields to an answer: clients must not break on a new one. */
const named = { id: Name, workspace_id: z.string(), created_at: z.iso.datetime() };

export const Workspace = z.strictObject({ id: z.string(), created_at: z.iso.datetime() });
const derived = z
  .literal(true)
  .optional()
  .meta({ description: 'You did not write it: it follows from where you were and what was said aloud there' });

export const Peer = z.strictObject({ ...named, auto: derived });
export const Session = z.strictObject({
  ...named,
  auto: derived,
  location: z.string().optional().meta({ description: 'Of a visit: where' }),
});
export const Message = z.strictObject({
  id: z.string(),
  content: z.string(),
  peer_id: Name,
  session_id: Name,
  workspace_id: z.string(),
  created_at: z.iso.datetime(),
  auto: derived,
  token_count: z.int().meta({ description: `One for every ${bounds.tokenBytes} bytes of its text, begun ones too` }),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() });

export const Kept = z.strictObject({ messages: z.array(Message), ...billFields });

export const Context = z.strictObject({
  id: Name,
  messages: z.array(Message),
  summary: z.null().meta({ description: 'There is none: nothing here writes summaries' }),
});

export const Card = z.strictObject({
  peer_card: z.array(z.string()).meta({ description: 'What is known of this peer, a sentence each' }),
});

const Evidence = z.strictObject({ id: z.string(), session_id: Name, peer_id: Name, created_at: z.iso.datetime() });

export const Answer = z.strictObject({
  content: z.string().nullable().meta({ description: 'Names the messages it is made from; null when there is none' }),
  evidence: z.strictObject({ messages: z.array(Evidence) }),
  ...billFields,
});

export const QueueStatus = z.strictObject({
  total_work_units: z.int(),
  completed_work_units: z.int(),
  in_progress_work_units: z.int(),
  pending_work_units: z.int(),
});

/** A whole number in a query. */
const number = (max: number, fallback: number, what: string) =>
  z
    .string()
    .regex(/^[0-9]{1,6}$/, { error: `must be a number from 1 to ${max}` })
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ description: what, override: { type: 'integer', minimum: 1, maximum: max, default: fallback } });

const limit = number(bounds.pageItemsMax, bounds.pageItemsDefault, 'How many items at most');

const auto = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value !== 'false')
  .meta({
    description: 'false: without what follows from where you were',
    override: { type: 'boolean', default: true },
  });

export const NamesPage = z.strictObject({
  limit,
  auto,
  cursor: Name.optional().meta({ description: '`next_cursor` of the page before' }),
});

export const MessagesPage = z.strictObject({
  limit,
  cursor: z
    .string()
    .regex(/^[0-9]{1,15}$/, { error: 'must be the next_cursor of the page before' })
    .transform(Number)
    .optional()
    .meta({ description: '`next_cursor` of the page before', override: { type: 'string' } }),
});

export const Budget = z.strictObject({
  tokens: number(
    bounds.contextTokensMax,
    bounds.contextTokensDefault,
    `Of the messages together, ${bounds.tokenBytes} bytes each`,
  ),
});
