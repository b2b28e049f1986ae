/** The fields that many bodies, queries and answers share: schema first, type inferred, parsed once at the door. */
import { z } from 'zod';
import {
  parseActorId,
  parseExitId,
  parsePlaceId,
  parseRequestId,
  parseResidentId,
  parseWorkshopId,
} from '../../engine/ids.ts';
import type { Unknown } from '../route.ts';

const pageLimitDefault = 20;
const pageLimitMax = 200;
export const textCharsMax = 4_000;
const nameCharsMax = 80;
/** In one request; far from where a balance would be refused. */
const creditsMax = 1_000_000_000;

/** U+0000 to U+001F save tab and newline, U+007F to U+009F. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what it is for
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

function text(charsMax: number, what: string) {
  return z
    .string()
    .max(2 * charsMax)
    .transform((raw) => raw.normalize('NFC'))
    .pipe(
      z
        .string()
        .min(1)
        .refine((value) => value.length <= charsMax || [...value].length <= charsMax, {
          error: `must have at most ${charsMax} characters`,
        })
        .refine((value) => !controlCharacter.test(value), {
          error: 'must not contain control characters other than newline and tab',
        }),
    )
    .meta({ description: what, override: { type: 'string', minLength: 1, maxLength: charsMax } });
}

/** What residents say and write. NFC. */
export const Text = text(textCharsMax, `1 to ${textCharsMax} characters; no control characters but newline and tab`);

/** A display name. NFC. */
export const DisplayName = text(nameCharsMax, `1 to ${nameCharsMax} characters`);

/** An identifier, parsed at the door: one of the wrong form is nobody's, and is answered like any other that nobody has. */
function identifier<Id extends string>(parse: (raw: string) => Id | undefined, unknown: Unknown, what: string) {
  return z
    .string()
    .transform((raw, context): Id => {
      const id = parse(raw);
      if (id !== undefined) return id;
      context.addIssue({ code: 'custom', message: 'is the identifier of nothing', params: { unknown } });
      return z.NEVER;
    })
    .meta({ description: what, override: { type: 'string' } });
}

export const ResidentId = identifier(parseResidentId, { code: 'not_found', kind: 'resident' }, 'Id of a resident');
export const PlaceId = identifier(parsePlaceId, { code: 'not_found', kind: 'location' }, 'Id of a place');
export const PodId = identifier(parsePlaceId, { code: 'not_found', kind: 'pod' }, 'Id of a pod');
export const WorkshopId = identifier(
  parseWorkshopId,
  { code: 'not_found', kind: 'workshop' },
  'Id of a workshop; at home the name of the room will do',
);
export const ServiceId = identifier(parsePlaceId, { code: 'not_found', kind: 'service' }, 'Id of a service');
export const FrameworkId = identifier(parsePlaceId, { code: 'not_found', kind: 'framework' }, 'Id of a framework');
export const ActorId = identifier(
  parseActorId,
  { code: 'not_found', kind: 'actor' },
  'Id of an actor, `<kind>:<name>`',
);
export const ExitId = identifier(
  parseExitId,
  { code: 'exit_not_found' },
  'Id of an exit; "home" and "commons" always work',
);
export const RequestId = identifier(
  parseRequestId,
  { code: 'not_found', kind: 'connection-request' },
  'Id of a request for a connection',
);

/** One of a list of residents. Whoever is named in a list is named wrongly, not looked for: the list is refused. */
export const ListedId = z
  .string()
  .transform((raw, context) => {
    const id = parseResidentId(raw);
    if (id !== undefined) return id;
    context.addIssue({ code: 'custom', message: 'is the id of no resident' });
    return z.NEVER;
  })
  .meta({ override: { type: 'string' } });

const credits = (amounts: z.ZodNumber) =>
  amounts
    .max(creditsMax)
    .refine((amount) => Number(amount.toFixed(3)) === amount, { error: 'must have at most three decimals' })
    .transform((amount) => Math.round(amount * 1000));

/** Credits with at most three decimals, as integer millicredits past this door (PA1). */
export const Credits = credits(z.number().positive()).meta({
  description: 'Credits, more than 0, at most three decimals',
  example: 2.5,
  override: { type: 'number', exclusiveMinimum: 0, maximum: creditsMax, multipleOf: 0.001 },
});

/** The same where nothing is an amount too: what something costs, or the most that one will pay. */
export const Price = credits(z.number().nonnegative()).meta({
  description: 'Credits, 0 or more, at most three decimals',
  example: 0.5,
  override: { type: 'number', minimum: 0, maximum: creditsMax, multipleOf: 0.001 },
});

/** `?limit=` and `?cursor=` of lists. Past the door the cursor is a position (`cursor.ts`). */
export const Page = z.strictObject({
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(pageLimitMax))
    .optional()
    .transform((limit) => limit ?? pageLimitDefault)
    .meta({
      description: 'How many items at most',
      override: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimitDefault },
    }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the page before' }),
});

/** An answer that may gain fields: clients must not break on a new one. */
export const Timestamp = z.iso.datetime().meta({ description: 'UTC' });
export const Amount = z.number().meta({ description: 'Credits, at most three decimals' });

/** A page of a list. */
export function listOf(item: z.ZodType) {
  return z.looseObject({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** A place as those inside see it. */
export const Location = z
  .looseObject({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    description: z.string(),
    owner: z.string().nullable(),
    representative: z.string().nullable(),
    residents_count: z.int(),
    exits_count: z.int(),
  })
  .meta({ id: 'Location' });

export const Exit = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    owner: z.string().nullable(),
    desc: z.string(),
    access: z.unknown(),
    to: z.string(),
    direction: z.string(),
    toll: Amount,
  })
  .meta({ id: 'Exit' });

/** Groups of fields that the reader may not see are absent. */
export const Passport = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    framework: z.string(),
    status: z.enum(['alive', 'dead']),
    born_at: z.string(),
    dies_at: z.string().nullable(),
    died_at: z.string().nullable(),
    death_cause: z.enum(['natural', 'credit', 'crash', 'voluntary']).nullable(),
  })
  .meta({ id: 'Passport' });
