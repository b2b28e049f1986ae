/** Fields of places in bodies: their size, who may enter, the prices, the resources of their containers. */
import { z } from 'zod';
import { visibilities } from '../../actors/kinds/connection/messages.ts';
import { accessTypes, allowedMax } from '../../actors/rules/place/access.ts';
import type { Pricing as CityPricing } from '../../actors/rules/place/pricing.ts';
import { splitMax } from '../../actors/rules/place/pricing.ts';
import { tierNames } from '../../actors/rules/workshops/tiers.ts';
import { parseResidentId } from '../../engine/ids.ts';
import { ListedId, Price, Text, textCharsMax } from './fields.ts';

export const Tier = z.enum(tierNames).meta({ id: 'Tier', description: 'How large a pod is' });

export const Visibility = z.enum(visibilities).meta({
  id: 'Visibility',
  description: 'visible: listed. subtle: hinted at by explore. hidden: only for those who know the exit_id.',
});

/** The description of a place. */
export const Description = Text;

/** The description of a connection, at either end, as `desc` of the exit there. */
export const EntranceDescription = Text.meta({
  description: 'Shown at the from side, as `desc` of the exit that leads to the other',
});
export const ExitDescription = Text.meta({
  description:
    'Shown at the far side, as `desc` of the exit that leads back; nobody sees it if the way is not bidirectional',
});

/** The last part of a place's name. */
export const PlaceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, { error: 'must be 1 to 64 of a-z, 0-9 and -, and begin with a letter' })
  .meta({ description: '1 to 64 of a-z, 0-9 and -, beginning with a letter', example: 'studio' });

/** All ids of one list together, in characters: a pod keeps three lists, and a context is bounded (A1). */
const allowedCharsMax = 8_192;
const listCharsMax = 3_072;

/** True while an actor can keep all the ids. */
const canBeKept = (ids: readonly string[], charsMax = listCharsMax): boolean =>
  ids.reduce((sum, id) => sum + id.length, 0) <= charsMax;

const tooLong = (charsMax: number) => ({ error: `must have at most ${charsMax} characters in all` });

const idList = { type: 'array', items: { type: 'string' } } as const;

/** A list of ids of residents. */
export const ResidentList = (most: number, { least = 0, charsMax = listCharsMax } = {}) =>
  z
    .array(ListedId)
    .min(least)
    .max(most)
    .refine((ids) => canBeKept(ids, charsMax), tooLong(charsMax))
    .meta({
      description: `Ids of ${least === 0 ? 'at most' : `${least} to`} ${most} residents`,
      override: { ...idList, minItems: least, maxItems: most },
    });

const entry = {
  type: z.enum(accessTypes).meta({ description: 'gated: who enters pays the toll. private, members: only `allowed`.' }),
  allowed: ResidentList(allowedMax, { charsMax: allowedCharsMax }).optional(),
};

const entryShown = {
  type: { type: 'string' as const, enum: [...accessTypes] },
  allowed: { ...idList, maxItems: allowedMax },
};

export const Access = z
  .strictObject(entry)
  .transform(({ type, allowed }) => ({ type, allowed: allowed ?? [] }))
  .meta({
    id: 'Access',
    override: { type: 'object', properties: entryShown, required: ['type'], additionalProperties: false },
  });

const keepsWords = 'Whether who stands there later may read what is said aloud from now on; as before when absent';

/** Who may enter a pod, and whether it keeps what is said there. */
export const PodAccess = z
  .strictObject({ ...entry, keeps_words: z.boolean().optional() })
  .transform(({ type, allowed, keeps_words }) => ({
    access: { type, allowed: allowed ?? [] },
    ...(keeps_words !== undefined && { keepsWords: keeps_words }),
  }))
  .meta({
    override: {
      type: 'object',
      properties: { ...entryShown, keeps_words: { type: 'boolean', description: keepsWords } },
      required: ['type'],
      additionalProperties: false,
    },
  });

/** Fractions are kept to six decimals, rounded down, so that their sum is exact. */
const fractionParts = 1_000_000;
const partsOf = (fraction: number): number => Math.floor(fraction * fractionParts + 1e-3);

const Split = z
  .record(
    z.string(),
    z
      .number()
      .min(1 / fractionParts)
      .max(1),
  )
  .superRefine((split, context) => {
    for (const name of Object.keys(split))
      if (parseResidentId(name) === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is the id of no resident' });
  })
  .refine((split) => Object.keys(split).length <= splitMax, { error: `must name at most ${splitMax} residents` })
  .refine((split) => canBeKept(Object.keys(split)), tooLong(listCharsMax))
  .transform((split) => Object.entries(split).map(([resident, fraction]) => [resident, partsOf(fraction)] as const))
  .refine((split) => split.reduce((sum, [, parts]) => sum + parts, 0) <= fractionParts, {
    error: 'must add up to at most 1',
  })
  .transform((split): CityPricing['split'] =>
    Object.fromEntries(split.map(([resident, parts]) => [resident, parts / fractionParts])),
  )
  .meta({
    description: 'Resident -> its share of what the pod earns; at most 1 in all, the rest stays in the pool',
    override: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0, maximum: 1 } },
  });

/** The pricing as the city keeps it, except for the text, which it keeps by hash. */
export type AskedPricing = Omit<CityPricing, 'input'> & { readonly input?: string };

/** Absent prices are 0, except that of a gated entry: the default toll. */
export const Pricing = z
  .strictObject({
    per_entry: Price.optional(),
    per_query: Price.optional(),
    revenue_split: Split.optional(),
    input_description: Text.optional(),
  })
  .transform(
    ({ per_entry, per_query, revenue_split, input_description }): AskedPricing => ({
      perEntry: per_entry ?? null,
      perQuery: per_query ?? 0,
      split: revenue_split ?? {},
      ...(input_description !== undefined && { input: input_description }),
    }),
  )
  .meta({
    id: 'Pricing',
    override: {
      type: 'object',
      properties: {
        per_entry: {
          type: 'number',
          minimum: 0,
          description: 'The toll of a gated entry; the default toll (`TOLL_DEFAULT`) when absent',
        },
        per_query: { type: 'number', minimum: 0, description: 'A call of its service; 0 when absent' },
        revenue_split: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0, maximum: 1 } },
        input_description: {
          type: 'string',
          minLength: 1,
          maxLength: textCharsMax,
          description: 'What its service expects as `input`; callers read it in the list of services',
        },
      },
      additionalProperties: false,
    },
  });

/** Below these no process starts in time. */
const cpuMillisMin = 50;
const memoryMibMin = 64;

/** `250m`, `1` or `0.5` cores, as thousandths of one. */
export const Cpu = z
  .string()
  .regex(/^([0-9]{1,6}m|[0-9]{1,3}(\.[0-9]{1,3})?)$/, {
    error: 'must be a number of cores, such as "250m", "0.5" or "1"',
  })
  .transform((cpu) => (cpu.endsWith('m') ? Number(cpu.slice(0, -1)) : Math.round(Number(cpu) * 1000)))
  .pipe(z.number().min(cpuMillisMin, { error: `must be at least ${cpuMillisMin}m` }))
  .meta({ description: `Processor cores, at least ${cpuMillisMin}m`, example: '250m', override: { type: 'string' } });

/** `256Mi` or `1Gi`, as MiB. */
export const Memory = z
  .string()
  .regex(/^([0-9]{1,6}Mi|[0-9]{1,3}(\.[0-9]{1,3})?Gi)$/, { error: 'must be an amount, such as "256Mi" or "1Gi"' })
  .transform((memory) => Number(memory.slice(0, -2)) * (memory.endsWith('Gi') ? 1024 : 1))
  .pipe(
    z
      .number()
      .refine((mib) => Number.isInteger(mib), { error: 'must be a whole number of Mi' })
      .min(memoryMibMin, { error: `must be at least ${memoryMibMin}Mi` }),
  )
  .meta({ description: `Memory, at least ${memoryMibMin}Mi`, example: '256Mi', override: { type: 'string' } });

/** A pod keeps the ids of contributors as well. */
const contributorsMax = 64;
const contributorsCharsMax = 1_024;

/** The first funding of a new place. Contributors are asked for their part; only the caller's is taken at once. */
export const funding = (initial: z.ZodType<number>) =>
  z.strictObject({
    initial_credits: initial,
    contributors: ResidentList(contributorsMax, { charsMax: contributorsCharsMax }).optional().meta({
      description:
        'They may know of the place, even if it is hidden. `initial_credits` is divided equally among you and them: you pay your part at once, at least a tick of upkeep; each of them is asked for its own (`funding.asked`)',
    }),
  });
