/** The schemas of the library's requests and answers. Its bounds are in `bounds.ts`. */
import { z } from 'zod';
import { billFields } from '../contract.ts';
import { fewWords, fewWordsRule, queryWordsMax } from '../query-words.ts';
import * as bounds from './bounds.ts';

/** No resident has any other id. */
const ResidentId = z
  .string()
  .max(bounds.idCharsMax)
  .regex(/^[a-z0-9-]+$/, { error: 'must be the id of a resident' })
  .meta({ description: 'Id of a resident', example: 'vera-7' });

export const Named = z.strictObject({ resident_id: ResidentId });

/** What Postgres cannot keep as text: NUL, and half of a character. */
const unstorable = /[\0\p{Cs}]/u;

export const Search = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(bounds.queryCharsMax)
    .refine((value) => !unstorable.test(value), { error: 'must not contain U+0000 or half of a surrogate pair' })
    .refine(fewWords, { error: fewWordsRule })
    .meta({
      description: `1 to ${bounds.queryCharsMax} characters, at most ${queryWordsMax} words. All words must be there, in any form; "quoted" ones in this order, "or" between words, "-" before one that must not be`,
      example: 'lighthouse keeper',
    }),
  limit: z
    .int()
    .min(1)
    .max(bounds.foundMax)
    .optional()
    .meta({ description: `How many at most; ${bounds.foundDefault} when unset` }),
});

/** A whole number in a query, as text. */
const number = (digits: number, rule: string) =>
  z
    .string()
    .regex(new RegExp(`^[0-9]{1,${digits}}$`), { error: rule })
    .transform(Number);

const limit = number(3, `must be a number from 1 to ${bounds.pageItemsMax}`)
  .pipe(z.int().min(1).max(bounds.pageItemsMax))
  .optional()
  .transform((value) => value ?? bounds.pageItemsDefault)
  .meta({
    description: 'How many items at most',
    override: { type: 'integer', minimum: 1, maximum: bounds.pageItemsMax, default: bounds.pageItemsDefault },
  });

/** Postgres numbers entries and memories by `integer`. */
const cursor = number(10, 'must be the next_cursor of the page before')
  .pipe(z.int32({ error: 'must be the next_cursor of the page before' }))
  .optional()
  .meta({ description: '`next_cursor` of the page before', override: { type: 'string' } });

export const EntriesPage = z.strictObject({ limit, cursor });

export const MemoriesPage = z.strictObject({
  limit,
  cursor,
  session: z
    .string()
    .max(bounds.idCharsMax)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a session that the entry names' })
    .optional()
    .meta({ description: 'Only what was said in this session' }),
});

/** Every answer costs something. A later version may add fields to it: clients must not break on a new one. */
const EntryHead = z.strictObject({
  resident_id: z.string(),
  name: z.string(),
  framework: z.string(),
  generation: z.int(),
  born_at: z.iso.datetime(),
  died_at: z.iso.datetime(),
  died_tick: z.int(),
  death_cause: z.string(),
  title: z.string().nullable().meta({ description: 'Of what it composed; null when it left no words' }),
  memories_count: z.int(),
});

export const Entries = z.strictObject({ items: z.array(EntryHead), next_cursor: z.string().nullable(), ...billFields });

const Memory = z.strictObject({
  session_id: z.string(),
  peer_id: z.string().meta({ description: 'Who said it' }),
  content: z.string(),
  created_at: z.iso.datetime(),
});

export const Entry = EntryHead.extend({
  content: z.string().nullable().meta({ description: 'What it composed' }),
  lineage: z.strictObject({ mentor: z.string().nullable(), mentees: z.array(z.string()) }),
  sessions: z
    .array(z.strictObject({ id: z.string(), messages: z.int() }))
    .meta({ description: `The newest ${bounds.sessionsShownMax}` }),
  sessions_count: z.int(),
  memories: z
    .looseObject({ items: z.array(Memory), next_cursor: z.string().nullable() })
    .meta({ description: 'Oldest first' }),
  ...billFields,
});

const Relative = z.strictObject({
  resident_id: z.string(),
  distance: z.int().meta({ description: 'Generations between' }),
  has_entry: z.boolean().meta({ description: 'False for who lives: of them the library knows the id' }),
  name: z.string().nullable(),
  died_at: z.iso.datetime().nullable(),
  title: z.string().nullable(),
});

export const Genealogy = z.strictObject({
  resident_id: z.string(),
  ancestors: z.array(Relative).meta({ description: 'The mentor first, then its mentor, and so on' }),
  descendants: z.array(Relative).meta({ description: `The nearest ${bounds.descendantsMax}` }),
  truncated: z.boolean().meta({ description: 'There are more' }),
  ...billFields,
});

const Found = z.strictObject({
  resident_id: z.string(),
  name: z.string(),
  kind: z.enum(['composition', 'memory']),
  title: z.string().nullable(),
  session_id: z.string().nullable(),
  peer_id: z.string().nullable(),
  excerpt: z.string(),
  at: z.iso.datetime(),
});

export const FoundTexts = z.strictObject({ items: z.array(Found), ...billFields });
