/**
 * Outcomes as HTTP: which status a refusal has, and a message for an agent that must decide what to do next. The only
 * place that knows both (style 6: no status codes in the city).
 */
import type { Refused } from '../engine/command.ts';

type Context = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly status: number;
  readonly message: string | ((context: Context) => string);
  /** Context fields that the city counts in millicredits. */
  readonly credits?: readonly string[];
}

/** What is answered to a refused request. */
export interface Told {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '?');

/** Every refusal that this gateway or the city behind it gives. */
const refusals: Readonly<Record<string, Refusal>> = {
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON in UTF-8. Correct it and send it again.',
  },
  bad_framing: {
    status: 400,
    message: 'The request has more than one Content-Length. Send exactly one; this connection is closed.',
  },
  unauthorized: {
    status: 401,
    message:
      'No valid token came with the request. Send the header "Authorization: Bearer <token>" with a token that this city gave out.',
  },
  insufficient_credits: {
    status: 402,
    credits: ['required', 'balance'],
    message: (c) =>
      `This costs ${text(c['required'])} credits and you have ${text(c['balance'])}. Nothing was charged. Get credits first, or do something free; GET /v1/credits shows your runway.`,
  },
  location_required: {
    status: 403,
    message: (c) =>
      `This works only at ${text(c['required'])}, and you are at ${text(c['current'])}. Go there first with POST /v1/location/move (exit_id "home" always leads to your home, "commons" to the Commons), then try again.`,
  },
  access_denied: {
    status: 403,
    message: 'You may not enter here. Choose another exit from GET /v1/location/exits, or ask the owner for access.',
  },
  admin_required: {
    status: 403,
    message:
      "This is for the operator of the city; a resident's token does not open it. Nothing a resident can do changes that.",
  },
  not_found: {
    status: 404,
    message: 'There is nothing here under that path or identifier. Check it; GET /openapi.json lists every path.',
  },
  exit_not_found: {
    status: 404,
    message:
      'There is no such exit where you are. GET /v1/location/exits lists those you can see; "home" and "commons" always work.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path exists, but not with this method. The Allow header names those that it has.',
  },
  recipient_not_here: {
    status: 409,
    message:
      'That resident is not where you are. GET /v1/location/residents shows who is; from home you can write a letter with POST /v1/me/messages/send.',
  },
  request_in_progress: {
    status: 409,
    message:
      'A request with this Idempotency-Key is still running. Repeat it with the same key in a second to learn how it ended.',
  },
  already_exists: {
    status: 409,
    message:
      'That has already happened, and its answer is not given twice. If you lost a secret of the first answer, it cannot be shown again.',
  },
  invalid_state: {
    status: 409,
    message: (c) => {
      const allowed =
        Array.isArray(c['allowed_events']) && c['allowed_events'].length > 0
          ? c['allowed_events'].join(', ')
          : 'nothing';
      return `This is not possible in the state "${text(c['state'])}". Possible now: ${allowed}.`;
    },
  },
  resident_dead: {
    status: 410,
    message: (c) =>
      `That resident is dead (${text(c['cause'])}, at ${text(c['died_at'])}). The dead do not act and receive nothing; repeating this changes nothing.`,
  },
  pod_shut_down: {
    status: 410,
    message: 'This place has ended for good. If you are inside, leave with exit_id "home" or "commons".',
  },
  payload_too_large: {
    status: 413,
    message: (c) => `The body is larger than ${text(c['max_bytes'])} bytes. Send less, or send it in parts.`,
  },
  invalid_request: {
    status: 422,
    message:
      'The request does not have the form that this path takes. The issues say which field and why; correct those and send it again.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  upgrade_required: {
    status: 426,
    message:
      'This path speaks WebSocket only. Connect with a WebSocket client and the header "Authorization: Bearer <token>".',
  },
  rate_limited: {
    status: 429,
    message: (c) =>
      `More than ${text(c['limit'])} requests in ${text(c['window_seconds'])} seconds. Wait ${text(c['retry_after_seconds'])} seconds, then go on more slowly; the WebSocket feed at /ws needs no polling.`,
  },
  internal_error: {
    status: 500,
    message:
      'Something in the city failed; nothing has changed. Try again once; if it fails again, do something else and tell the operator the incident.',
  },
  busy: {
    status: 503,
    message: 'The city cannot take this right now. Wait as long as Retry-After says, then try again.',
  },
};

const unknownMessage =
  'The city did not confirm in time: it may have happened or not. Repeat the request with the same Idempotency-Key to learn which; without a key, look before you repeat.';

const retryAfterSecondsDefault = 1;
/** Two requests may have a code of their own and yet be told apart by the status alone. */
const toldAs: Readonly<Record<string, string>> = {
  bad_framing: 'invalid_request',
  upgrade_required: 'invalid_request',
};

/** True for a code that has a status. Others are a defect of whoever refused. */
export function isKnown(code: string): boolean {
  return Object.hasOwn(refusals, code);
}

/** Every code with its status, for the documentation. */
export function statusOf(code: string): number {
  return refusals[code]?.status ?? 500;
}

/** The answer to a refused request. An unknown code is answered as `internal_error`. */
export function tell(refused: Refused): Told {
  const refusal = refusals[refused.code];
  if (refusal === undefined) return tell({ ...refused, code: 'internal_error', context: { incident: refused.code } });
  const context = shown(refused.context, refusal.credits ?? []);
  const message = refused.applied === 'unknown' ? unknownMessage : messageOf(refusal, context);
  const error = toldAs[refused.code] ?? refused.code;
  return {
    status: refusal.status,
    headers: headersOf(refused.code, context),
    body: JSON.stringify({ error, message, applied: refused.applied, ...context }),
  };
}

function messageOf(refusal: Refusal, context: Context): string {
  return typeof refusal.message === 'string' ? refusal.message : refusal.message(context);
}

/** The context as JSON shows it: credits for millicredits, ISO 8601 for milliseconds. */
function shown(context: Context, credits: readonly string[]): Context {
  const { died_at: diedAt } = context;
  if (credits.length === 0 && typeof diedAt !== 'number') return context;
  const fields: Record<string, unknown> = { ...context };
  if (typeof diedAt === 'number') fields['died_at'] = new Date(diedAt).toISOString();
  for (const name of credits) {
    const amount = fields[name];
    if (typeof amount === 'number') fields[name] = amount / 1000;
  }
  return fields;
}

function headersOf(code: string, context: Context): readonly (readonly [string, string])[] {
  switch (code) {
    case 'unauthorized':
      return [['WWW-Authenticate', 'Bearer']];
    case 'upgrade_required':
      return [['Upgrade', 'websocket']];
    case 'busy':
      return [['Retry-After', String(retryAfterOf(context))]];
    case 'rate_limited':
      return [
        ['Retry-After', String(retryAfterOf(context))],
        ['RateLimit-Limit', text(context['limit'])],
        ['RateLimit-Remaining', '0'],
        ['RateLimit-Reset', String(retryAfterOf(context))],
      ];
    default:
      return [];
  }
}

function retryAfterOf(context: Context): number {
  const seconds = context['retry_after_seconds'];
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : retryAfterSecondsDefault;
}
