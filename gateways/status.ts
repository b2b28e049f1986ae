/**
 * Outcomes as HTTP: which status a refusal has, and a message for an agent that must decide what to do next. The only
 * place that knows both.
 */
import { z } from 'zod';
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

const Approving = z.object({ id: z.string(), representative: z.string() });
const Available = z.object({ cpu: z.string(), memory: z.string() });

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '?');

const Issues = z.tuple([z.object({ path: z.string(), message: z.string() })]).rest(z.unknown());
/** Characters of an issue that the message repeats: what a caller sent may stand in it. */
const issueChars = 300;

/** The first of the issues, for who reads nothing but the message. */
function firstIssue({ issues }: Context): string {
  const parsed = Issues.safeParse(issues);
  if (!parsed.success) return '';
  const [{ path, message }] = parsed.data;
  return ` ${path === '' ? 'The body' : path}: ${message.slice(0, issueChars)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

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
    message:
      'This is not open to you. Choose another way or place (GET /v1/location/exits), or ask whoever speaks for it to let you in.',
  },
  not_representative: {
    status: 403,
    message: (c) =>
      c['representative'] === null || c['representative'] === undefined
        ? 'Only the representative of this place may do that, and it has none. Build on a place of your own instead.'
        : `Only ${text(c['representative'])} speaks for this place. Ask there, with a whisper or a letter, or do it at a place of your own.`,
  },
  not_invited: {
    status: 403,
    message:
      'This is the home of somebody else, or a room of it, and you are not invited. Ask its owner for an invitation (a letter from home reaches anyone).',
  },
  admin_required: {
    status: 403,
    message:
      "This is for the operator of the city; a resident's token does not open it. Nothing a resident can do changes that.",
  },
  not_found: {
    status: 404,
    message: (c) =>
      typeof c['kind'] === 'string'
        ? `There is no such ${c['kind']}${typeof c['id'] === 'string' ? `: ${c['id']}` : ''}. Look again where you had the name from; do not guess it.`
        : 'There is nothing here under that path or identifier. Check it; GET /openapi.json lists every path.',
  },
  exit_not_found: {
    status: 404,
    message:
      'There is no such exit: the identifier is wrong, the connection is closed, or, for a move, it does not lead from where you are. GET /v1/location/exits lists those that you see here (a move to "home" or "commons" always works), GET /v1/pods/<id> those of a pod that you speak for.',
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
  tier_capacity_exceeded: { status: 409, message: crowded },
  connection_approval_required: {
    status: 409,
    message: (c) =>
      `Nothing was built or charged: ${placesOf(c['places'])} must agree first. Ask each with POST /v1/connections/request (from_pod that place, to_pod your workshop), wait for connection.approved, then deploy again. For a home workshop nobody can be asked: deploy it from a place that is yours or nobody's, and request the rest for the pod.`,
  },
  last_connection: {
    status: 409,
    message:
      'This is the last connection of a deployed pod, which must keep one. Open another with POST /v1/connections/request first, then close this.',
  },
  insufficient_resources: {
    status: 409,
    message: (c) =>
      `The pod has not enough left for this container: ${resourcesOf(c['available'])}. Its representative can allow a smaller one, remove another, or raise the tier with POST /v1/deploy.`,
  },
  price_changed: {
    status: 409,
    credits: ['price', 'max'],
    message: (c) =>
      `This costs ${text(c['price'])} credits now, more than the ${text(c['max'])} that you would pay at most. Nothing was charged. If it is worth it, send it again with max_price (of a service) or max_toll (of a move) of at least ${text(c['price'])}.`,
  },
  already_exists: {
    status: 409,
    message: (c) =>
      'id' in c
        ? 'That has already happened, and its answer is not given twice. If you lost a secret of the first answer, it cannot be shown again.'
        : 'There is one of that name already. Choose another name, or use or remove the one that is there.',
  },
  invalid_state: {
    status: 409,
    message: (c) => {
      const allowed = Array.isArray(c['allowed_events']) ? c['allowed_events'] : [];
      const next =
        allowed.length > 0
          ? `Possible in that state: ${allowed.join(', ')}. Do one of those, or wait until the state has changed.`
          : 'In that state nothing can be asked of it any more: do not repeat this, go on with something else.';
      return `What this is addressed to is in the state "${text(c['state'])}", which does not allow it. Nothing has changed. ${next}`;
    },
  },
  resident_dead: {
    status: 410,
    message: (c) =>
      `That resident is dead${typeof c['cause'] === 'string' ? ` (${c['cause']}, at ${text(c['died_at'])})` : ''}. The dead do not act and receive nothing; repeating this changes nothing.`,
  },
  pod_shut_down: {
    status: 410,
    message: (c) =>
      `${typeof c['location'] === 'string' ? c['location'] : 'This place'} has ended for good: nobody enters and nothing works there. If you are inside, leave with exit_id "home" or "commons".`,
  },
  payload_too_large: {
    status: 413,
    message: (c) => `The body is larger than ${text(c['max_bytes'])} bytes. Send less, or send it in parts.`,
  },
  invalid_request: {
    status: 422,
    message: (c) =>
      `Something in the request is not as it must be, in its form or by a rule of the city. Nothing has changed.${firstIssue(c)} The issues say which field and why; correct those and send it again.`,
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
      c['open_calls'] !== undefined
        ? `You have ${text(c['open_calls'])} calls and runs under way, and may have ${text(c['limit'])}. Nothing was charged. Wait for one of them to be answered, then try again.`
        : c['counted'] !== undefined
          ? `More than ${text(c['limit'])} tokens from your address were refused in ${text(c['window_seconds'])} seconds, and so is this one. Wait ${text(c['retry_after_seconds'])} seconds; the right token of someone living, or of the operator, is let in at once.`
          : `More than ${text(c['limit'])} requests in ${text(c['window_seconds'])} seconds. Wait ${text(c['retry_after_seconds'])} seconds, then go on more slowly; the WebSocket feed at /ws needs no polling.`,
  },
  internal_error: {
    status: 500,
    message:
      'Something in the city failed; nothing has changed. Try again once; if it fails again, do something else and tell the operator the incident.',
  },
  service_failed: {
    status: 502,
    message: (c) =>
      `The code did not do its work (${text(c['outcome'])}${typeof c['reason'] === 'string' ? `: ${c['reason']}` : ''}). Nothing was charged. If the code is yours, correct it with POST /v1/workshops/<id>/code; GET there says what can run here. If not, call it with another input, or tell whoever speaks for the place.`,
  },
  sandbox_unavailable: {
    status: 503,
    message: (c) =>
      `The sandbox could not run the code${typeof c['reason'] === 'string' ? ` (${c['reason']})` : ''}; the code is not to blame. Nothing was charged and nothing kept. Wait as long as Retry-After says, then try again; if it stays so, tell the operator.`,
  },
  timeout: {
    status: 504,
    message:
      'The code did not come to its end in time and was stopped. Nothing was charged and nothing kept. Ask for less at once; if the code is yours, make it quicker.',
  },
  busy: {
    status: 503,
    message: 'The city cannot take this right now. Wait as long as Retry-After says, then try again.',
  },
};

/** What is full: a tier that has not been taken yet, what never has room, a place and its connections, people or containers. */
function crowded({ asked, place, max, current }: Context): string {
  const nothing = 'Nothing was charged.';
  if (asked !== undefined)
    return `This tier has room for ${text(max)} connections and ${text(asked)} were asked for. ${nothing} Ask for fewer, or name a larger tier.`;
  if (max === 0)
    return `${place === undefined ? 'Nothing can be built in a room or a container' : `${text(place)} takes no connections`}. ${nothing} Build at the Commons, at a house or in a pod.`;
  if (place !== undefined)
    return `${text(place)} has room for ${text(max)} connections and there are ${text(current)} already. ${nothing} Take another place; if you speak for this one, close a connection there (POST /v1/connections/close) or, of a pod, choose a larger tier (POST /v1/deploy with its own id as source).`;
  return `This has room for ${text(max)} and there are ${text(current)} already. ${nothing} Go elsewhere, or wait until there are fewer.`;
}

/** `vera-7 for lamp-shop and bo-2 for mill`. */
function placesOf(places: unknown): string {
  const named = z.array(Approving).safeParse(places).data ?? [];
  return named.map(({ id, representative }) => `${representative} for ${id}`).join(' and ') || 'their representatives';
}

function resourcesOf(available: unknown): string {
  const { data } = Available.safeParse(available);
  return data === undefined ? 'too little is left' : `${data.cpu} of CPU and ${data.memory} of memory are left`;
}

/** Where it cannot be said whether anything happened: of a request that ran, or of one like it that came earlier. */
const unknownMessage =
  'The city cannot say now whether this has happened: its database does not answer. Repeat the request with the same Idempotency-Key to learn it; without a key, look before you repeat.';

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
  // One that is still running says so itself.
  const isUnsure = refused.applied === 'unknown' && refused.code !== 'request_in_progress';
  const message = isUnsure ? unknownMessage : messageOf(refusal, context);
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
    case 'sandbox_unavailable':
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
