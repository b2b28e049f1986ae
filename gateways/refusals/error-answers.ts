/** Refusals as HTTP answers: the fields and the form in which a caller gets them. Statuses and messages are in `table.ts`. */
import type { Refused, RefusedFor } from '../../engine/refusal.ts';
import { publishRefusal } from '../diagnostics.ts';
import { type RefusalCode, type Refusals, refused as refuse } from './gateway-refusals.ts';
import type { Header, Row } from './row.ts';
import { refusalTable } from './table.ts';

/** The answer to a refused request. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** For a request whose effect is unknown: it ran, or one with its key ran earlier. */
const unknownMessage =
  'The city cannot say now whether this has happened: its database does not answer. Repeat the request with the same Idempotency-Key to learn it; without a key, look before you repeat.';

/** A refusal with a declared code, and so with the context of that code. */
type Known = { readonly [Code in RefusalCode]: RefusedFor<Refusals, Code> }[RefusalCode];

/**
 * True for a code that has a status. Refusals that came through the engine, which knows only its own codes, get their declared type back
 * here and nowhere else: everything that refuses does so by a declaration that is part of `Refusals`. Any other code is a defect.
 */
export function isKnown(refused: Refused): refused is Known {
  return isCode(refused.code);
}

/** True for a code that is declared. */
export function isCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalTable, code);
}

/** The status of a code, for the documentation. */
export function statusOf(code: RefusalCode): number {
  return refusalTable[code].status;
}

/** The answer to a refused request. An unknown code is answered as `internal_error`. */
export function errorAnswer(refused: Refused): ErrorAnswer {
  const known = isKnown(refused)
    ? refused
    : { ...refuse('internal_error', { incident: refused.code }), applied: refused.applied };
  return answerTo(known);
}

function answerTo<Code extends RefusalCode>({ code, context, applied }: RefusedFor<Refusals, Code>): ErrorAnswer {
  const row: Row<Refusals[Code]> = refusalTable[code];
  // A request that is still running has a message of its own.
  const isUnsure = applied === 'unknown' && code !== 'request_in_progress';
  const message = isUnsure ? (row.unsure ?? unknownMessage) : messageOf(row, context);
  const body = JSON.stringify({ error: row.error ?? code, message, applied, ...shown(context, row) });
  publishRefusal(code, body);
  return { status: row.status, headers: row.headers?.(context) ?? [], body };
}

function messageOf<Context>({ message }: Row<Context>, context: Context): string {
  return typeof message === 'string' ? message : message(context);
}

/** The context as JSON shows it: millicredits as credits, without fields that only the message uses. */
function shown(
  context: object,
  { credits = [], inMessage = [] }: { readonly [Field in 'credits' | 'inMessage']?: readonly string[] },
): object {
  if (credits.length + inMessage.length === 0) return context;
  const inCredits = (name: string, value: unknown) => (credits.includes(name) ? Number(value) / 1000 : value);
  const fields = Object.entries(context).filter(([name]) => !inMessage.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, inCredits(name, value)]));
}
