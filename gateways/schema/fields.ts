/** Fields that many bodies and queries share: schema first, type inferred, parsed once at the gateway. */
import { z } from 'zod';
import {
  parseActorId,
  parseExitId,
  parseFrameworkId,
  parseJobId,
  parseNoteId,
  parsePlaceId,
  parseQuestionId,
  parseRequestId,
  parseResidentId,
  parseSoulId,
  parseVisitorId,
  parseWorkshopId,
} from '../../engine/ids.ts';
import type { Unknown } from '../route/route.ts';
import { isOfTheCity, readsAsTheCity, refuseName, tidyName } from './names.ts';

const pageLimitDefault = 20;
const pageLimitMax = 200;
export const textCharsMax = 4_000;
export const nameCharsMax = 80;
/** In one request; far below where a balance would be refused. */
const creditsMax = 1_000_000_000;

/** U+0000 to U+001F save tab and newline, U+007F to U+009F. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what it is for
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

/** Why a text in NFC cannot be kept; undefined when it can. */
export function refuseText(value: string, charsMax: number): string | undefined {
  if (value.length > charsMax && (value.length > 2 * charsMax || [...value].length > charsMax))
    return `must have at most ${charsMax} characters`;
  return controlCharacter.test(value) ? 'must not contain control characters other than newline and tab' : undefined;
}

interface Form {
  readonly tidy: (raw: string) => string;
  /** Why such a text cannot be kept; undefined when it can. */
  readonly refuse: (value: string) => string | undefined;
}

const anyForm: Form = { tidy: (raw) => raw.normalize('NFC'), refuse: () => undefined };

function text(charsMax: number, what: string, { tidy, refuse }: Form = anyForm) {
  return z
    .string()
    .max(2 * charsMax)
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(1)
        .superRefine((value, context) => {
          const message = refuseText(value, charsMax) ?? refuse(value);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        }),
    )
    .meta({ description: what, override: { type: 'string', minLength: 1, maxLength: charsMax } });
}

/** Texts that residents speak and write. NFC. */
export const Text = text(textCharsMax, `1 to ${textCharsMax} characters; no control characters but newline and tab`);

const thoughtCharsMax = 500;

/** A thought that a resident notes for its visitor. NFC. */
export const Thought = text(thoughtCharsMax, `1 to ${thoughtCharsMax} characters`);

export const questionCharsMax = 280;
export const wishCharsMax = 120;

/** What a visitor asks a resident, and what it leaves at a place. NFC. */
export const ShortText = text(questionCharsMax, `1 to ${questionCharsMax} characters`);

/** What a visitor wishes for the city. NFC. */
export const WishText = text(wishCharsMax, `1 to ${wishCharsMax} characters`);

const nameAbout = `1 to ${nameCharsMax} characters that can be seen, in one line; each word in letters of one script`;

/** A display name, of one line (NM1). */
export const DisplayName = text(nameCharsMax, nameAbout, { tidy: tidyName, refuse: refuseName });

/** The name of a resident to be: not one that reads as the city or its operator (NM2). */
export const ResidentName = text(nameCharsMax, nameAbout, {
  tidy: tidyName,
  refuse: (name) =>
    refuseName(name) ?? (readsAsTheCity(name) ? 'reads as if the city or its operator were meant' : undefined),
});

const handleAbout = '3 to 40 characters out of a-z, 0-9 and -';

/** The name by which a visitor logs in. */
export const Handle = z
  .string()
  .regex(/^[a-z0-9-]{3,40}$/, `must have ${handleAbout}`)
  .meta({ description: handleAbout, example: 'ada' });

/** A new handle: not one that reads as the city or its operator (NM2). */
export const NewHandle = Handle.refine((handle) => !isOfTheCity(handle), {
  error: 'reads as if the city or its operator were meant: take another',
}).meta({ description: handleAbout, example: 'ada' });

const passwordCharsMin = 8;
const passwordCharsMax = 200;

/** A new password. NFC, so that it is the same from every keyboard. */
export const Password = z
  .string()
  .transform((raw) => raw.normalize('NFC'))
  .pipe(
    z.string().refine((value) => [...value].length >= passwordCharsMin && [...value].length <= passwordCharsMax, {
      error: `must have ${passwordCharsMin} to ${passwordCharsMax} characters`,
    }),
  )
  .meta({
    description: `${passwordCharsMin} to ${passwordCharsMax} characters of any kind`,
    override: { type: 'string', format: 'password', minLength: passwordCharsMin, maxLength: passwordCharsMax },
  });

/** An identifier. A malformed one is answered like one that nobody has. */
export function identifier<Id extends string | number>(
  parse: (raw: string) => Id | undefined,
  unknown: Unknown,
  what: string,
) {
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
export const VisitorId = identifier(parseVisitorId, { code: 'not_found', kind: 'visitor' }, 'Id of a visitor');
export const PlaceId = identifier(parsePlaceId, { code: 'not_found', kind: 'location' }, 'Id of a place');
export const PodId = identifier(parsePlaceId, { code: 'not_found', kind: 'pod' }, 'Id of a pod');
export const WorkshopId = identifier(
  parseWorkshopId,
  { code: 'not_found', kind: 'workshop' },
  'Id of a workshop; at home the name of the room will do',
);
export const ServiceId = identifier(parsePlaceId, { code: 'not_found', kind: 'service' }, 'Id of a service');
export const FrameworkId = identifier(parseFrameworkId, { code: 'not_found', kind: 'framework' }, 'Id of a framework');
export const SoulId = identifier(parseSoulId, { code: 'not_found', kind: 'soul' }, 'Id of a soul');
/** A new identifier, or one in a body: there a malformed one is a mistake to be corrected. */
export const NewFrameworkId = z
  .string()
  .refine((raw) => parseFrameworkId(raw) !== undefined, {
    error: 'must be 1 to 64 of a-z 0-9 -, the first a letter',
  })
  .meta({ override: { type: 'string' } });
export const ActorId = identifier(
  parseActorId,
  { code: 'not_found', kind: 'actor' },
  'Id of an actor, `<kind>:<name>`',
);
export const AccountId = identifier(
  (raw) => (raw === 'treasury' || raw === 'escrow' ? raw : parseActorId(raw)),
  { code: 'not_found', kind: 'account' },
  'Id of an account: that of an actor, `treasury` or `escrow`',
);
const numberOf = (raw: string): number | undefined => (/^[0-9]{1,15}$/.test(raw) ? Number(raw) : undefined);
export const TurnNumber = identifier(numberOf, { code: 'not_found', kind: 'turn' }, 'Number of a turn');
export const EventSeq = identifier(numberOf, { code: 'not_found', kind: 'event' }, '`seq` of an event');
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

export const JobId = identifier(parseJobId, { code: 'not_found', kind: 'job' }, 'Id of a job');

export const QuestionId = identifier(parseQuestionId, { code: 'not_found', kind: 'question' }, 'Id of a question');
export const NoteId = identifier(
  parseNoteId,
  { code: 'not_found', kind: 'note' },
  'Id of a note, a wish, or a picture of a visitor',
);

/** An id in a list of residents. A wrong name in a list makes the list invalid, not unknown. */
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

/** Credits with at most three decimals, parsed to integer millicredits (PA1). */
export const Credits = credits(z.number().positive()).meta({
  description: 'Credits, more than 0, at most three decimals',
  example: 2.5,
  override: { type: 'number', exclusiveMinimum: 0, maximum: creditsMax, multipleOf: 0.001 },
});

/** Credits where 0 is allowed: a price, or the most that a caller will pay. */
export const Price = credits(z.number().nonnegative()).meta({
  description: 'Credits, 0 or more, at most three decimals',
  example: 0.5,
  override: { type: 'number', minimum: 0, maximum: creditsMax, multipleOf: 0.001 },
});

/** `?limit=` and `?cursor=` of lists. Once parsed, the cursor is a position (`cursor.ts`). */
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

/** In a query, the `seq` or `turn` behind which an answer begins. A malformed one is a mistake to be corrected; in a path it is unknown. */
export const behind = (description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number)
    .optional()
    .meta({ description, override: { type: 'integer', minimum: 0 } });

/** A page of the book of an account. */
export const HistoryPage = Page.extend({
  after: behind('Only postings of later turns: the `turn` of the newest that you have'),
});
