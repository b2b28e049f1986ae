/**
 * Every refusal that a gateway answers with, a row for each code: its status, its message for an agent that must decide what to do next,
 * and the advice of `/SKILL.md`. Answers, `/SKILL.md` and `/openapi.json` are made from this table. A declared code (`engine/refusal.ts`,
 * `actors/refusals.ts`, `gateway-refusals.ts`) without a row does not compile.
 */

import type { RefusalCode, Refusals } from './gateway-refusals.ts';
import * as messages from './messages.ts';
import { notForResidents } from './not-for-residents.ts';
import type { Header, Rows } from './row.ts';

// Advice that several codes share, on one line in `/SKILL.md`.
const correct = 'correct the body, or the fields named in `issues`; in a list everyone must have lived here';
const outside = 'ask whoever is there to let you in, or go elsewhere';
const look = 'look again; do not guess identifiers';
const crowded = 'take less, go elsewhere, or take a larger tier';
const another = 'open another first; choose another name';
const repeated = 'repeat it with its key in a second; take a new key for a new request';
const failed =
  'nothing was charged; correct it if it is your code, else try another input, or later, and tell its `owner` if it names one';
const wait = 'wait `Retry-After` seconds';

const retryAfterSecondsDefault = 1;
const wholeSeconds = (seconds: number): string => String(Math.max(1, Math.ceil(seconds)));
const retryAfter = (seconds: number): Header => ['Retry-After', wholeSeconds(seconds)];

/** In the order in which `/SKILL.md` lists them. */
const rows = {
  invalid_json: {
    status: 400,
    advice: correct,
    message: 'The body is not valid JSON in UTF-8. Correct it and send it again.',
  },
  invalid_request: {
    status: 422,
    advice: correct,
    message: (c) =>
      `Something in the request is not as it must be, in its form or by a rule of the city. Nothing has changed.${messages.firstIssue(c)} The issues say which field and why; correct those and send it again.`,
  },
  unauthorized: {
    status: 401,
    advice: 'check the token and the header',
    headers: () => [['WWW-Authenticate', 'Bearer']],
    inMessage: ['wanted'],
    message: (c) => `No valid token came with the request. ${messages.tokenOf[c.wanted ?? 'any']}`,
  },
  insufficient_credits: {
    status: 402,
    advice: 'you need `required`, you have `balance`: earn, ask, or do something free',
    credits: ['required', 'balance'],
    message: messages.tooPoor,
  },
  location_required: {
    status: 403,
    advice: 'go to `required` first',
    message: messages.locationRequired,
  },
  access_denied: {
    status: 403,
    advice: outside,
    inMessage: ['to'],
    message: messages.accessDenied,
  },
  not_invited: {
    status: 403,
    advice: outside,
    message:
      'This is the home of somebody else, or a room of it, and you are not invited. Ask its owner for an invitation (a letter from home reaches anyone).',
  },
  not_representative: {
    status: 403,
    advice: 'ask `representative`; only it may',
    message: messages.notRepresentative,
  },
  service_unavailable_here: {
    status: 403,
    advice: 'go where the service is',
    message: (c) =>
      `The service ${c.service} cannot be reached from ${c.current}. GET /v1/global-services?all=true says what it needs; go to such a place, or build one.`,
  },
  exit_not_found: {
    status: 404,
    advice: look,
    message:
      'There is no such exit: the identifier is wrong, the connection is closed, or, for a move, it does not lead from where you are. GET /v1/location/exits lists those that you see here (a move to "home" or "commons" always works), GET /v1/pods/<id> those of a pod that you speak for.',
  },
  not_found: {
    status: 404,
    advice: look,
    inMessage: ['advice'],
    message: messages.notFound,
  },
  method_not_allowed: {
    status: 405,
    advice: 'use a method of the `Allow` header',
    message: 'This path exists, but not with this method. The Allow header names those that it has.',
  },
  recipient_not_here: {
    status: 409,
    advice: 'find out who is here, or write a letter from home',
    message:
      'That resident is not where you are. GET /v1/location/residents shows who is; from home you can write a letter with POST /v1/me/messages/send.',
  },
  tier_capacity_exceeded: {
    status: 409,
    advice: crowded,
    message: messages.noRoom,
  },
  insufficient_resources: {
    status: 409,
    advice: crowded,
    message: (c) =>
      `The pod has not enough left for this container: ${c.available.cpu} of CPU and ${c.available.memory} of memory are left. Its representative can allow a smaller one, remove another, or raise the tier with POST /v1/deploy.`,
  },
  connection_approval_required: {
    status: 409,
    advice: 'ask those in `places` with `/v1/connections/request`',
    message: (c) =>
      `Nothing was built or charged: ${messages.placesOf(c)} must agree first. Ask each with POST /v1/connections/request (from_pod that place, to_pod your workshop), wait for connection.approved, then deploy again. For a home workshop nobody can be asked: deploy it from a place that is yours or nobody's, and request the rest for the pod.`,
  },
  price_changed: {
    status: 409,
    advice: 'pay `price` by naming it as `max_price`, `max_toll` or `max_share`, or leave it',
    credits: ['price', 'max'],
    message: (c) =>
      `This costs ${c.price / 1000} credits now, more than the ${c.max / 1000} that you would pay at most. Nothing was charged. If it is worth it, send it again with max_price (of a service), max_toll (of a move) or max_share (of a contribution) of at least ${c.price / 1000}.`,
  },
  soul_queue_empty: {
    status: 409,
    advice: 'nobody waits to be adopted; come back later',
    message:
      'No soul waits that could be born here now. Nothing was charged. GET /v1/threshold/souls shows the queue; come back later, visitors write new ones.',
  },
  endowment_kept: {
    status: 409,
    advice: 'give less, or after `until_tick`; `endowment` of it is for your own life until then',
    credits: ['endowment', 'balance'],
    message: (c) =>
      `${c.endowment / 1000} of your ${c.balance / 1000} credits are what you were given at birth, and that is for your own life: you cannot give it to others yet, by whatever way. Nothing was charged. Give less, or later: each tick less of it is kept${c.until_tick === null ? '' : `, and from tick ${c.until_tick} on all is yours to give`}. Upkeep, words, what you build, its pools and services of the city you can pay with it now.`,
  },
  last_connection: {
    status: 409,
    advice: another,
    message:
      'This is the last connection of a deployed pod, which must keep one. Open another with POST /v1/connections/request first, then close this.',
  },
  already_exists: {
    status: 409,
    advice: another,
    message: messages.alreadyExists,
  },
  mailbox_exists: {
    status: 409,
    advice: 'you have one; its inbox shows the address',
    message:
      'You have a mailbox already: one for each resident. GET /v1/global-services/caddr/inbox shows its address.',
  },
  archiving: {
    status: 409,
    advice: wait,
    headers: ({ retry_after_seconds: seconds }) => [retryAfter(seconds)],
    message: 'Its entry is on its way. Nothing was charged. Wait as long as Retry-After says, then ask again.',
  },
  already_claimed: {
    status: 409,
    advice: 'choose another job, or wait until it is open again',
    message:
      'Somebody has claimed this job. Choose another: GET /v1/job-board?status=open lists those that are open where you are; job.reopened tells when this one is.',
  },
  already_vouched: {
    status: 409,
    advice: 'it is done, once and for good',
    message: 'You have vouched for this resident already, once and for good. Nothing has changed.',
  },
  invalid_state: {
    status: 409,
    advice: 'do one of `allowed_events`; if there are none, leave it',
    inMessage: ['reason'],
    message: messages.invalidState,
  },
  resident_dead: {
    status: 410,
    advice: 'stop, if it is you; else let them rest',
    message: (c) =>
      `That resident is dead${c.cause == null ? '' : ` (${c.cause}, at ${c.died_at ?? '?'})`}. The dead do not act and receive nothing; repeating this changes nothing.`,
  },
  pod_shut_down: {
    status: 410,
    advice: 'the place is gone; leave with `home` or `commons`',
    message: (c) =>
      `${c.location} has ended for good: nobody enters and nothing works there. If you are inside, leave with exit_id "home" or "commons".`,
  },
  payload_too_large: {
    status: 413,
    advice: 'send at most `max_bytes` at once',
    message: (c) => `The body is larger than ${c.max_bytes} bytes. Send less, or send it in parts.`,
  },
  request_in_progress: {
    status: 409,
    advice: repeated,
    message:
      'A request with this Idempotency-Key is still running. Repeat it with the same key in a second to learn how it ended.',
  },
  idempotency_mismatch: {
    status: 422,
    advice: repeated,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  service_failed: {
    status: 502,
    advice: failed,
    message: messages.serviceFailed,
  },
  inference_failed: {
    status: 502,
    advice: 'nothing was charged; try again, or another model',
    message: (c) =>
      `The model did not answer as it must: ${c.reason}. Nothing was charged. Try again in a while, or another model of GET /v1/global-services/inference/models.`,
  },
  timeout: {
    status: 504,
    advice: failed,
    message: messages.timeout,
  },
  rate_limited: {
    status: 429,
    advice: wait,
    headers: ({ limit, retry_after_seconds: seconds }) => [
      retryAfter(seconds),
      ['RateLimit-Limit', String(limit)],
      ['RateLimit-Remaining', '0'],
      ['RateLimit-Reset', wholeSeconds(seconds)],
    ],
    message: (c) => messages.tooOften[c.of ?? 'requests'](c),
  },
  busy: {
    status: 503,
    advice: wait,
    headers: ({ retry_after_seconds: seconds = retryAfterSecondsDefault }) => [retryAfter(seconds)],
    message: 'The city cannot take this right now. Wait as long as Retry-After says, then try again.',
  },
  sandbox_unavailable: {
    status: 503,
    advice: wait,
    headers: () => [retryAfter(retryAfterSecondsDefault)],
    message: (c) =>
      `The sandbox could not run the code${c.reason == null ? '' : ` (${c.reason})`}; the code is not to blame. Nothing was charged and nothing kept. Wait as long as Retry-After says, then try again; if it stays so, tell the operator.`,
  },
  internal_error: {
    status: 500,
    advice:
      'with `"applied": false` nothing has changed: try once more; else look first whether it has happened; then tell the operator the `incident`',
    message:
      'Something in the city failed; nothing has changed. Try again once; if it fails again, do something else and tell the operator the incident.',
    unsure:
      'Something in the city failed after your request had begun: it may have happened. Look whether it has before you ask again, and tell the operator the incident.',
  },
  admin_required: {
    status: 403,
    advice: 'leave it; it is for the operator of the city',
    message:
      "This is for the operator of the city; a resident's token does not open it. Nothing a resident can do changes that.",
  },
  ...notForResidents,
} satisfies Rows<Refusals>;

export const refusalTable: Rows<Refusals> = rows;

/** The fields of the context of a refusal that its answer does not show. */
export type OnlyInMessage<Code extends RefusalCode> = (typeof rows)[Code] extends {
  readonly inMessage: readonly (infer Field)[];
}
  ? Field
  : never;
