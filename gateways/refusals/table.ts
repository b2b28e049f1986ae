/** Refusals as HTTP: which status each has, and a message for an agent that must decide what to do next. The only place that knows both. */

import { limitMessages } from './limit-messages.ts';
import { crowded, placesOf } from './messages.ts';
import type { Refusals } from './refusals.ts';
import type { Answers, Header } from './row.ts';

/** Characters of an issue that the message repeats: what a caller sent may stand in it. */
const issueChars = 300;

/** The first of the issues, for who reads nothing but the message. */
function firstIssue({ issues: [first] }: Refusals['invalid_request']): string {
  if (first === undefined) return '';
  const { path, message } = first;
  return ` ${path === '' ? 'The body' : path}: ${message.slice(0, issueChars)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** Who pays has too little: the caller, or a pool. */
function tooPoor({ required, balance, pool }: Refusals['insufficient_credits']): string {
  const [has, next] =
    pool === undefined
      ? ['you have', 'Get credits first, or do something free; GET /v1/credits shows your runway.']
      : [`the pool of ${pool} has`, `Fund it first with POST /v1/credits/pools/${pool}/fund.`];
  return `This costs ${required / 1000} credits and ${has} ${balance / 1000}. Nothing was charged. ${next}`;
}

const retryAfterSecondsDefault = 1;
const wholeSeconds = (seconds: number): string => String(Math.max(1, Math.ceil(seconds)));
const retryAfter = (seconds: number): Header => ['Retry-After', wholeSeconds(seconds)];

/** Where to get the token that is wanted. */
const tokenOf = {
  any: 'Send the header "Authorization: Bearer <token>" with a token that this city gave out.',
  visitor:
    'This is for visitors: log in with POST /v1/visitors/login (who has no account yet registers with POST /v1/visitors/register), and send the header "Authorization: Bearer <token>" with the token of the answer.',
  station:
    'This is for portal stations: send the header "Authorization: Bearer <token>" with the token that POST /v1/portals/register gave the operator. A station that was closed has none any more.',
} as const;

export const answers: Answers<Refusals> = {
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON in UTF-8. Correct it and send it again.',
  },
  no_request: {
    status: 408,
    error: 'invalid_request',
    message:
      'The headers of a request have not come whole in time. They never do when one of them holds a control character, a space before its colon or no colon; this connection is closed.',
  },
  bad_framing: {
    status: 400,
    error: 'invalid_request',
    message:
      'It is not clear where the request ends. Send one Host, and one Content-Length or one Transfer-Encoding: chunked; this connection is closed.',
  },
  unauthorized: {
    status: 401,
    headers: () => [['WWW-Authenticate', 'Bearer']],
    inMessage: ['wanted'],
    message: (c) => `No valid token came with the request. ${tokenOf[c.wanted ?? 'any']}`,
  },
  wrong_login: {
    status: 401,
    error: 'unauthorized',
    headers: () => [['WWW-Authenticate', 'Bearer']],
    message:
      'This handle and this password do not belong together. Check both and log in again; who has no account yet registers with POST /v1/visitors/register.',
  },
  insufficient_credits: {
    status: 402,
    credits: ['required', 'balance'],
    message: tooPoor,
  },
  location_required: {
    status: 403,
    message: (c) =>
      c.required === 'portal'
        ? `This works only at a portal, a place with an active portal station, and there is none at ${c.current}. GET /v1/portals of the Portal Gateway lists them, without a token; go to the location of one with POST /v1/location/move, then try again.`
        : `This works only at ${c.required}, and you are at ${c.current}. Go there first with POST /v1/location/move (exit_id "home" always leads to your home, "commons" to the Commons), then try again.`,
  },
  service_unavailable_here: {
    status: 403,
    message: (c) =>
      `The service ${c.service} cannot be reached from ${c.current}. GET /v1/global-services?all=true says what it needs; go to such a place, or build one.`,
  },
  access_denied: {
    status: 403,
    message: (c) =>
      c.only == null
        ? 'This is not open to you. Choose another way or place (GET /v1/location/exits), or ask whoever speaks for it to let you in.'
        : `Only ${c.only} may do that with this. Do something of your own: GET /v1/job-board?which=claimed lists the jobs that you have claimed, ?which=posted those that you have posted.`,
  },
  foreign_origin: {
    status: 403,
    error: 'access_denied',
    message: (c) =>
      `A request that comes with the cookie of a visitor, or logs one in, must come from a page of this city (${c.expected}). Programs send "Authorization: Bearer <token>" in place of the cookie, and no Origin. If this is your own page, the operator sets PORTAL_PUBLIC_URL to where it is reached.`,
  },
  foreign_station: {
    status: 403,
    error: 'access_denied',
    message: (c) =>
      `This token is that of the portal station ${c.own}, and the path names ${c.station}. Ask under your own id: /v1/portals/${c.own}.`,
  },
  not_representative: {
    status: 403,
    message: (c) =>
      c.representative === null
        ? 'Only the representative of this place may do that, and it has none. Build on a place of your own instead.'
        : `Only ${c.representative} speaks for this place. Ask there, with a whisper or a letter, or do it at a place of your own.`,
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
    inMessage: ['advice'],
    message: (c) =>
      c.kind !== undefined
        ? `There is no such ${c.kind}${c.id === undefined ? '' : `: ${c.id}`}. ${c.advice ?? 'Look again where you had the name from; do not guess it.'}`
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
  stale_code: {
    status: 409,
    message: 'Somebody else has written to this workshop in between. Nothing has changed. Send it again.',
  },
  stale_schema: {
    status: 409,
    message: 'The framework was changed in between. Nothing has changed. Send the soul again.',
  },
  tier_capacity_exceeded: { status: 409, message: crowded },
  connection_approval_required: {
    status: 409,
    message: (c) =>
      `Nothing was built or charged: ${placesOf(c)} must agree first. Ask each with POST /v1/connections/request (from_pod that place, to_pod your workshop), wait for connection.approved, then deploy again. For a home workshop nobody can be asked: deploy it from a place that is yours or nobody's, and request the rest for the pod.`,
  },
  soul_queue_empty: {
    status: 409,
    message:
      'No soul waits that could be born here now. Nothing was charged. GET /v1/threshold/souls shows the queue; come back later, visitors write new ones.',
  },
  endowment_kept: {
    status: 409,
    credits: ['endowment', 'balance'],
    message: (c) =>
      `${c.endowment / 1000} of your ${c.balance / 1000} credits are what you were given at birth, and that is for your own life: you cannot give it to others yet, by whatever way. Nothing was charged. Give less, or later: each tick less of it is kept${c.until_tick === null ? '' : `, and from tick ${c.until_tick} on all is yours to give`}. Upkeep, words, what you build, its pools and services of the city you can pay with it now.`,
  },
  last_connection: {
    status: 409,
    message:
      'This is the last connection of a deployed pod, which must keep one. Open another with POST /v1/connections/request first, then close this.',
  },
  insufficient_resources: {
    status: 409,
    message: (c) =>
      `The pod has not enough left for this container: ${c.available.cpu} of CPU and ${c.available.memory} of memory are left. Its representative can allow a smaller one, remove another, or raise the tier with POST /v1/deploy.`,
  },
  price_changed: {
    status: 409,
    credits: ['price', 'max'],
    message: (c) =>
      `This costs ${c.price / 1000} credits now, more than the ${c.max / 1000} that you would pay at most. Nothing was charged. If it is worth it, send it again with max_price (of a service), max_toll (of a move) or max_share (of a contribution) of at least ${c.price / 1000}.`,
  },
  already_claimed: {
    status: 409,
    message:
      'Somebody has claimed this job. Choose another: GET /v1/job-board?status=open lists those that are open where you are; job.reopened tells when this one is.',
  },
  already_vouched: {
    status: 409,
    message: 'You have vouched for this resident already, once and for good. Nothing has changed.',
  },
  already_exists: {
    status: 409,
    message: (c) =>
      c.charged !== undefined
        ? `This was done and cost ${c.charged} credits; its answer is not kept. A new Idempotency-Key does it again, and costs again.`
        : 'id' in c
          ? 'That has already happened, and its answer is not given twice. If you lost a secret of the first answer, it cannot be shown again.'
          : 'There is one of that name already. Choose another name, or use or remove the one that is there.',
  },
  invalid_state: {
    status: 409,
    inMessage: ['reason'],
    message: ({ state, allowed_events: allowed, version, reason }) => {
      if (reason !== undefined) return `${reason} Nothing has changed.`;
      if (version !== undefined)
        return `It has been changed meanwhile and has version ${version} now. Nothing has changed. Read it again, and send your change of that version.`;
      const next =
        allowed.length > 0
          ? `Possible in that state: ${allowed.join(', ')}. Do one of those, or wait until the state has changed.`
          : 'In that state nothing can be asked of it any more: do not repeat this, go on with something else.';
      return `What this is addressed to is in the state "${state}", which does not allow it. Nothing has changed. ${next}`;
    },
  },
  resident_dead: {
    status: 410,
    message: (c) =>
      `That resident is dead${c.cause == null ? '' : ` (${c.cause}, at ${c.died_at ?? '?'})`}. The dead do not act and receive nothing; repeating this changes nothing.`,
  },
  pod_shut_down: {
    status: 410,
    message: (c) =>
      `${c.location} has ended for good: nobody enters and nothing works there. If you are inside, leave with exit_id "home" or "commons".`,
  },
  payload_too_large: {
    status: 413,
    message: (c) => `The body is larger than ${c.max_bytes} bytes. Send less, or send it in parts.`,
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
    error: 'invalid_request',
    headers: () => [['Upgrade', 'websocket']],
    message:
      'This path speaks WebSocket only. Connect with a WebSocket client and the header "Authorization: Bearer <token>".',
  },
  rate_limited: {
    status: 429,
    headers: ({ limit, retry_after_seconds: seconds }) => [
      retryAfter(seconds),
      ['RateLimit-Limit', String(limit)],
      ['RateLimit-Remaining', '0'],
      ['RateLimit-Reset', wholeSeconds(seconds)],
    ],
    message: (c) => limitMessages[c.of ?? 'requests'](c),
  },
  internal_error: {
    status: 500,
    message:
      'Something in the city failed; nothing has changed. Try again once; if it fails again, do something else and tell the operator the incident.',
  },
  service_failed: {
    status: 502,
    message: (c) =>
      'service' in c
        ? `The service ${c.service} did not do its work${c.reason === null ? '' : `: ${c.reason}`}. Nothing was charged. Try once more in a while, or ask for something else.`
        : `The code did not do its work (${c.outcome}${c.reason == null ? '' : `: ${c.reason}`}). Nothing was charged. If the code is yours, correct it with POST /v1/workshops/<id>/code; GET there says what can run here. If not, call it with another input, or tell whoever speaks for the place.`,
  },
  inference_failed: {
    status: 502,
    message: (c) =>
      `The model did not answer as it must: ${c.reason}. Nothing was charged. Try again in a while, or another model of GET /v1/global-services/inference/models.`,
  },
  mailbox_exists: {
    status: 409,
    message:
      'You have a mailbox already: one for each resident. GET /v1/global-services/caddr/inbox shows its address.',
  },
  archiving: {
    status: 409,
    headers: ({ retry_after_seconds: seconds }) => [retryAfter(seconds)],
    message: 'Its entry is on its way. Nothing was charged. Wait as long as Retry-After says, then ask again.',
  },
  sandbox_unavailable: {
    status: 503,
    headers: () => [retryAfter(retryAfterSecondsDefault)],
    message: (c) =>
      `The sandbox could not run the code${c.reason == null ? '' : ` (${c.reason})`}; the code is not to blame. Nothing was charged and nothing kept. Wait as long as Retry-After says, then try again; if it stays so, tell the operator.`,
  },
  timeout: {
    status: 504,
    message: (c) =>
      'service' in c
        ? `The service ${c.service} did not answer in time. Nothing was charged. Ask for less at once, or try again in a while.`
        : 'The code did not come to its end in time and was stopped. Nothing was charged and nothing kept. Ask for less at once; if the code is yours, make it quicker.',
  },
  busy: {
    status: 503,
    headers: ({ retry_after_seconds: seconds = retryAfterSecondsDefault }) => [retryAfter(seconds)],
    message: 'The city cannot take this right now. Wait as long as Retry-After says, then try again.',
  },
};
