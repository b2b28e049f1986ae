/** The form of a service's refusal over HTTP, between `server.ts` and `client.ts`: a status, and `{error, ...}` with its context. */
import { z } from 'zod';
import { type AnyOperation, type OwnCode, ownCodes, type ServiceRefusal } from '../contract.ts';

const issuesMax = 20;
/** UTF-16 units of a word in a refusal. */
const wordCharsMax = 500;
/** The longest time after which a caller is asked to come back. */
const retrySecondsMax = 3_600;
const Words = z.string().max(wordCharsMax);
const Issues = z.array(z.object({ path: Words, message: Words })).max(issuesMax);

const statuses = {
  not_found: 404,
  already_exists: 409,
  mailbox_exists: 409,
  archiving: 409,
  idempotency_mismatch: 422,
  invalid_request: 422,
  service_failed: 502,
  inference_failed: 502,
} as const satisfies Record<ServiceRefusal['code'], number>;

const type = 'refused';

/** A word that residents read in a sentence. Other characters are not accepted. */
const Kind = z
  .string()
  .regex(/^[a-z][a-z-]{0,31}$/)
  .catch('entry');

const Told: z.ZodType<ServiceRefusal> = z.union([
  z
    .object({ error: z.literal('not_found'), kind: Kind, advice: Words.exactOptional() })
    .transform(({ error: code, ...rest }) => ({ type, code, ...rest }) as const),
  z
    .object({ error: z.literal('already_exists'), kind: Kind })
    .transform(({ error: code, kind }) => ({ type, code, kind }) as const),
  z
    .object({ error: z.enum(['mailbox_exists', 'idempotency_mismatch']) })
    .transform(({ error: code }) => ({ type, code }) as const),
  z
    .object({ error: z.literal('archiving'), retry_after_seconds: z.int().min(1).max(retrySecondsMax) })
    .transform(({ error: code, ...rest }) => ({ type, code, ...rest }) as const),
  z
    .object({ error: z.literal('invalid_request'), issues: Issues })
    .transform(({ error: code, issues }) => ({ type, code, issues }) as const),
  z
    .object({ error: z.enum(['service_failed', 'inference_failed']), reason: Words })
    .transform(({ error: code, reason }) => ({ type, code, reason }) as const),
]);

/** What is wrong with the caller's input, as much of it as one answer names. */
export const invalid = (
  issues: readonly { readonly path: string; readonly message: string }[],
): ServiceRefusal<never> => ({
  type,
  code: 'invalid_request',
  issues: issues.slice(0, issuesMax).map(({ path, message }) => ({ path: cut(path), message: cut(message) })),
});

const cut = (words: string): string => words.slice(0, wordCharsMax);

/** As it goes over HTTP. */
export function visitorLine({ type: _, code, ...rest }: ServiceRefusal): {
  readonly status: number;
  readonly body: object;
} {
  return { status: statuses[code], body: { error: code, ...rest } };
}

/** The refusal that a service answered, if every operation may give it or this one declares it; else a failure. */
export function refusalOf(
  status: number,
  body: unknown,
  { refusals = {} }: Pick<AnyOperation, 'refusals'>,
): ServiceRefusal {
  const said = saidBy(status, body);
  const own = ownCodes.find((code) => code === said?.code);
  if (said !== undefined && (own === undefined || refusals[own] !== undefined)) return said;
  return { type, code: 'service_failed', reason: reasonOf(status, own) };
}

function reasonOf(status: number, undeclared: OwnCode | undefined): string {
  if (status === 401)
    return 'it did not take the city’s signature: only the operator can mend that, at its key or a clock';
  return `it answered ${status}${undeclared === undefined ? '' : `, and ${undeclared} is not declared in \`refusals\``}`;
}

function saidBy(status: number, body: unknown): ServiceRefusal | undefined {
  const { data: told } = Told.safeParse(body);
  if (told !== undefined && statuses[told.code] === status) return told;
  if (status === 404) return { type, code: 'not_found', kind: 'entry' };
  if (status === 409) return { type, code: 'already_exists', kind: 'entry' };
  const { data: named } = status === 422 ? z.object({ issues: Issues }).safeParse(body) : {};
  return named && { type, code: 'invalid_request', issues: named.issues };
}
