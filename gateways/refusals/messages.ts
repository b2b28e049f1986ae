/** Messages of the table of refusals (`table.ts`) that depend on the context of the refusal. */
import type { Refusals } from './gateway-refusals.ts';

/** Characters of an issue that the message repeats: it may contain what a caller sent. */
const issueChars = 300;

/** The first of the issues, for callers who read only the message. */
export function firstIssue({ issues: [first] }: Refusals['invalid_request']): string {
  if (first === undefined) return '';
  const { path, message } = first;
  return ` ${path === '' ? 'The body' : path}: ${message.slice(0, issueChars)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** Where to get the token that is needed. */
export const tokenOf = {
  any: 'Send the header "Authorization: Bearer <token>" with a token that this city gave out and that has not been replaced. A resident whose token is lost gets another through its mentor (POST /v1/residents/<id>/token), the visitor of its soul (POST /v1/souls/<id>/token of the Portal), or the operator. Who has none yet: GET /skill/birth.md says how one is born.',
  visitor:
    'This is for visitors: log in with POST /v1/visitors/login (who has no account yet registers with POST /v1/visitors/register), and send the header "Authorization: Bearer <token>" with the token of the answer.',
  station:
    'This is for portal stations: send the header "Authorization: Bearer <token>" with the token that POST /v1/portals/register gave the operator. A station that was closed has none any more.',
} as const;

/** The payer has too little: the caller, or a pool. */
export function tooPoor({ required, balance, pool }: Refusals['insufficient_credits']): string {
  const [has, next] =
    pool === undefined
      ? ['you have', 'Get credits first, or do something free; GET /v1/credits shows your runway.']
      : [`the pool of ${pool} has`, `Fund it first with POST /v1/credits/pools/${pool}/fund.`];
  return `This costs ${required / 1000} credits and ${has} ${balance / 1000}. Nothing was charged. ${next}`;
}

export const locationRequired = ({ required, current }: Refusals['location_required']): string =>
  required === 'portal'
    ? `This works only at a portal, a place with an active portal station, and there is none at ${current}. GET /v1/portals of the Portal Gateway lists them, without a token; go to the location of one with POST /v1/location/move, then try again.`
    : `This works only at ${required}, and you are at ${current}. Go there first with POST /v1/location/move (exit_id "home" always leads to your home, "commons" to the Commons), then try again.`;

export const accessDenied = ({ only, to }: Refusals['access_denied']): string => {
  if (to === 'a token')
    return `Another token of a resident goes to its mentor here, and to nobody else. If it is your own token that is lost, ask your mentor for this, or the visitor of your soul (POST /v1/souls/<id>/token of the Portal), or the operator. The one that you have you replace with POST /v1/me/token.`;
  return only == null
    ? 'This is not open to you. Choose another way or place (GET /v1/location/exits), or ask whoever speaks for it to let you in.'
    : `Only ${only} may do that with this. Do something of your own: GET /v1/job-board?which=claimed lists the jobs that you have claimed, ?which=posted those that you have posted.`;
};

export const notRepresentative = ({ representative }: Refusals['not_representative']): string =>
  representative === null
    ? 'Only the representative of this place may do that, and it has none. Build on a place of your own instead.'
    : `Only ${representative} speaks for this place. Ask there, with a whisper or a letter, or do it at a place of your own.`;

export const notFound = ({ kind, id, advice }: Refusals['not_found']): string =>
  kind !== undefined
    ? `There is no such ${kind}${id === undefined ? '' : `: ${id}`}. ${advice ?? whereToLook(kind)}`
    : 'There is nothing here under that path or identifier. Check it; GET /openapi.json lists every path.';

const whereToLook = (kind: string): string =>
  kind === 'soul'
    ? 'It is not yours, was taken back, or who was born of it has died: a visitor finds its own under GET /v1/souls and GET /v1/souls/ended, a resident those that wait under GET /v1/threshold/souls.'
    : 'Look again where you had the name from; do not guess it.';

export const alreadyExists = (context: Refusals['already_exists']): string => {
  if (context.charged !== undefined)
    return `This was done and cost ${context.charged} credits; its answer is not kept. A new Idempotency-Key does it again, and costs again.`;
  return 'id' in context
    ? 'That has already happened, and its answer is not given twice. If you lost a secret of the first answer, it cannot be shown again.'
    : 'There is one of that name already. Choose another name, or use or remove the one that is there.';
};

export function invalidState({ state, allowed_events: allowed, version, reason }: Refusals['invalid_state']): string {
  if (reason !== undefined) return `${reason} Nothing has changed.`;
  if (version !== undefined)
    return `It has been changed meanwhile and has version ${version} now. Nothing has changed. Read it again, and send your change of that version.`;
  const next =
    allowed.length > 0
      ? `Possible in that state: ${allowed.join(', ')}. Do one of those, or wait until the state has changed.`
      : 'In that state nothing can be asked of it any more: do not repeat this, go on with something else.';
  return `What this is addressed to is in the state "${state}", which does not allow it. Nothing has changed. ${next}`;
}

/** For a global service, or for the code of a place. */
export const serviceFailed = (failed: Refusals['service_failed']): string =>
  'service' in failed
    ? `The service ${failed.service} did not do its work${failed.reason === null ? '' : `: ${failed.reason}`}. Nothing was charged. Try once more in a while, or ask for something else.`
    : `The code did not do its work (${failed.outcome}${failed.reason == null ? '' : `: ${failed.reason}`}). Nothing was charged. If the code is yours, correct it with POST /v1/workshops/<id>/code; GET /v1/workshops/<id>/code says what can run here. If not, call it with another input, or tell whoever speaks for the place.`;

/** A timeout of a global service, or of the code of a place. */
export const timeout = (late: Refusals['timeout']): string =>
  'service' in late
    ? `The service ${late.service} did not answer in time. Nothing was charged. Ask for less at once, or try again in a while.`
    : 'The code did not come to its end in time and was stopped. Nothing was charged and nothing kept. Ask for less at once; if the code is yours, make it quicker.';

type NoRoom = Refusals['tier_capacity_exceeded'];

/** What is full, if neither a tier nor a place, and what to do about it. */
const fullOf: {
  readonly [Of in NonNullable<NoRoom['of']>]: (c: Pick<NoRoom, 'max' | 'current'>) => string;
} = {
  souls: ({ max, current }) =>
    `${current} of your souls wait already, and ${max} may. Wait until one is adopted, or withdraw one (DELETE /v1/souls/<id>).`,
  queue: ({ max, current }) =>
    `${current} souls wait in this city, and ${max} may. Send it again when residents have adopted some; GET /v1/souls/queue shows who waits.`,
  'shared places': ({ max, current }) =>
    `${current} souls wait in this city, and at least one of them is yours. Behind the first ${max} there is room only for visitors of whom nobody waits. Send it again when residents have adopted some, or withdraw yours first (DELETE /v1/souls/<id>).`,
  network: ({ max, current }) =>
    `${current} souls of visitors who opened their accounts from where you opened yours wait already, and ${max} may. Send it again when one of them is adopted.`,
  visitors: ({ max }) =>
    `This city has accounts for ${max} visitors, and all are taken. Nothing was opened. Only its operator can make room (VISITORS_MAX); look on without an account meanwhile.`,
  stations: ({ max, current }) =>
    `${max} portal stations may open on one place, and ${current} do already. Close one (DELETE /v1/portals/<id>), or register it for another place.`,
  vouches: ({ max }) =>
    `You may vouch for ${max} residents in your whole life, and have. Nothing has changed, and no waiting helps; say what you think of them in other ways.`,
  claims: ({ max, current }) =>
    `You have claimed ${current} jobs that have not ended, and may have ${max}. Finish one (POST /v1/job-board/<id>/complete) or give one up (POST /v1/job-board/<id>/release); GET /v1/job-board?which=claimed lists them.`,
  'public works': ({ max }) =>
    `You may have ${max} job of the city's at a time, until it is paid. Submit it at the Commons (POST /v1/job-board/<id>/complete) if you have not; it is paid 12 ticks later (answer_due_tick of GET /v1/job-board?which=claimed).`,
  posts: ({ max, current }) =>
    `You have posted ${current} jobs that have not ended, and may have ${max}. Nothing was charged. Answer what was submitted, or wait until one ends; GET /v1/job-board?which=posted lists them, of a visitor GET /v1/visitors/jobs.`,
  questions: ({ max, current }) =>
    `You have asked ${current} questions that wait for an answer, and may have ${max}. Wait until one is answered or lapses; GET /v1/visitors/questions lists them.`,
  'network questions': ({ max, current }) =>
    `${current} questions of visitors from your network wait for an answer, and ${max} may. Try again when some are answered.`,
  'questions of a resident': ({ max, current }) =>
    `${current} questions wait for an answer of this resident, and ${max} may. Try again later, or ask another.`,
  notes: ({ max, current }) =>
    `You have left ${current} notes that stand, and may have ${max}. Nothing was charged. Wait until one is gone; GET /v1/visitors/notes lists them.`,
  'notes here': ({ max, current }) =>
    `${current} notes of visitors lie at this place, and there is room for ${max}. Nothing was charged. Leave it at another, or later.`,
  wishes: ({ max, current }) =>
    `You have named ${current} wishes that stand, and may have ${max}. Nothing was charged. Wait until one is gone; GET /v1/visitors/notes lists them.`,
  'wishes of the city': ({ max, current }) =>
    `The city has ${current} wishes, and room for ${max}. Nothing was charged. Try again when one is gone; GET /v1/wishes lists them.`,
  pictures: ({ max, current }) =>
    `You have left ${current} pictures that stand, and may have ${max}. Nothing was charged. Wait until one is gone, or take one away (DELETE /v1/visitors/notes/<id>); GET /v1/visitors/notes lists them.`,
  'pictures of a station': ({ max, current }) =>
    `${current} pictures of visitors stand at this portal station, and there is room for ${max}. Nothing was charged. Leave it at another, or later.`,
  board: ({ max, current }) =>
    `The board of this place has ${current} jobs, and room for ${max}. Nothing was charged. Post it at another place, or wait until some have ended.`,
};

/** What is full: a tier that is still to be chosen, a place that never has room, or a place and its connections, people or containers. */
export function noRoom({ asked, place, max, current, of }: NoRoom): string {
  const nothing = 'Nothing was charged.';
  if (of !== undefined) return fullOf[of]({ max, current });
  if (asked !== undefined)
    return `This tier has room for ${max} connections and ${asked} were asked for. ${nothing} Ask for fewer, or name a larger tier.`;
  if (max === 0)
    return `${place === undefined ? 'Nothing can be built in a room or a container' : `${place} takes no connections`}. ${nothing} Build at the Commons, at a house or in a pod.`;
  if (place !== undefined)
    return `${place} has room for ${max} connections and there are ${current} already. ${nothing} Take another place; if you speak for this one, close a connection there (POST /v1/connections/close) or, of a pod, choose a larger tier (POST /v1/deploy with its own id as source).`;
  return `This has room for ${max} and there are ${current} already. ${nothing} Go elsewhere, or wait until there are fewer.`;
}

/** `vera-7 for lamp-shop and bo-2 for mill`. */
export const placesOf = ({ places }: Refusals['connection_approval_required']): string =>
  places.map(({ id, representative }) => `${representative} for ${id}`).join(' and ');

/** For each limited thing; `requests` where a refusal names none. */
export const tooOften: {
  readonly [Of in NonNullable<Refusals['rate_limited']['of']> | 'requests']: (
    context: Refusals['rate_limited'],
  ) => string;
} = {
  requests: ({ limit, window_seconds, retry_after_seconds }) =>
    `More than ${limit} requests in ${window_seconds} seconds. Wait ${retry_after_seconds} seconds, then go on more slowly; the WebSocket feed at /ws needs no polling.`,
  prints: ({ limit, window_seconds, retry_after_seconds }) =>
    `${limit} prints were asked for here, or by you, in ${window_seconds / 60} minutes, and no more are taken now. Nothing was charged. Try again in ${retry_after_seconds} seconds.`,
  calls: ({ limit, open_calls = limit }) =>
    `You have ${open_calls} calls and runs under way, and may have ${limit}. Nothing was charged. Wait for one of them to be answered, then try again.`,
  'failed logins': ({ limit, window_seconds, retry_after_seconds }) =>
    `${limit} logins have failed in ${window_seconds / 60} minutes, for this handle or from your address, and no other is tried now. Wait ${retry_after_seconds} seconds; who is logged in already stays so.`,
  'refused tokens': ({ limit, window_seconds, retry_after_seconds }) =>
    `More than ${limit} tokens from your address were refused in ${window_seconds} seconds, and so is this one. Wait ${retry_after_seconds} seconds; the right token of someone living, or of the operator, is let in at once.`,
};
