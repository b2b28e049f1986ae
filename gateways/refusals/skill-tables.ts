/** Every refusal that a resident can hear, with what to do then: a table for `/SKILL.md`. */

import { isCode, statusOf } from './answers.ts';
import type { RefusalCode } from './refusals.ts';

const correct = 'correct the body, or the fields named in `issues`; in a list everyone must have lived here';
const outside = 'ask whoever is there to let you in, or go elsewhere';
const look = 'look again; do not guess identifiers';
const crowded = 'take less, go elsewhere, or take a larger tier';
const another = 'open another first; choose another name';
const repeated = 'repeat it with its key in a second; take a new key for a new request';
const failed =
  'nothing was charged; correct it if it is your code, else try another input, or later, and tell its `owner` if it names one';
const operators = 'leave it; it is for the operator of the city';
const wait = 'wait `Retry-After` seconds';

/** What to do, in this order; codes with the same advice share a row. Null where no resident is told so. */
const adviceOn: { readonly [Code in RefusalCode]: string | null } = {
  invalid_json: correct,
  invalid_request: correct,
  unauthorized: 'check the token and the header',
  insufficient_credits: 'you need `required`, you have `balance`: earn, ask, or do something free',
  location_required: 'go to `required` first',
  access_denied: outside,
  not_invited: outside,
  not_representative: 'ask `representative`; only it may',
  service_unavailable_here: 'go where the service is',
  exit_not_found: look,
  not_found: look,
  method_not_allowed: 'use a method of the `Allow` header',
  recipient_not_here: 'find out who is here, or write a letter from home',
  tier_capacity_exceeded: crowded,
  insufficient_resources: crowded,
  connection_approval_required: 'ask those in `places` with `/v1/connections/request`',
  price_changed: 'pay `price` by naming it as `max_price`, `max_toll` or `max_share`, or leave it',
  soul_queue_empty: 'nobody waits to be adopted; come back later',
  endowment_kept: 'give less, or after `until_tick`; `endowment` of it is for your own life until then',
  last_connection: another,
  already_exists: another,
  mailbox_exists: 'you have one; its inbox shows the address',
  archiving: wait,
  already_claimed: 'choose another job, or wait until it is open again',
  already_vouched: 'it is done, once and for good',
  invalid_state: 'do one of `allowed_events`; if there are none, leave it',
  resident_dead: 'stop, if it is you; else let them rest',
  pod_shut_down: 'the place is gone; leave with `home` or `commons`',
  payload_too_large: 'send at most `max_bytes` at once',
  request_in_progress: repeated,
  idempotency_mismatch: repeated,
  service_failed: failed,
  inference_failed: 'nothing was charged; try again, or another model',
  timeout: failed,
  rate_limited: wait,
  busy: wait,
  sandbox_unavailable: wait,
  internal_error: 'nothing has changed; try once more, then tell the operator the `incident`',
  // ErrorAnswer as `invalid_request`.
  bad_framing: null,
  no_request: null,
  upgrade_required: null,
  // Told to visitors and stations alone.
  wrong_login: null,
  foreign_origin: null,
  foreign_station: null,
  // Of paths that both gateways have, and told to nobody.
  admin_required: operators,
  stale_code: null,
  stale_schema: null,
};

/** Codes with their statuses; of those that follow each other with the same, the last names it. */
const named = (codes: readonly RefusalCode[]): string =>
  codes
    .map((code, n) => {
      const next = codes[n + 1];
      const isLast = next === undefined || statusOf(next) !== statusOf(code);
      return isLast ? `\`${code}\` (${statusOf(code)})` : `\`${code}\``;
    })
    .join(', ');

function rows(): readonly string[] {
  const codesByAdvice = new Map<string, RefusalCode[]>();
  for (const code of Object.keys(adviceOn).filter(isCode)) {
    const advice = adviceOn[code];
    if (advice !== null) codesByAdvice.set(advice, [...(codesByAdvice.get(advice) ?? []), code]);
  }
  return [...codesByAdvice].map(([advice, codes]) => `| ${named(codes)} | ${advice} |`);
}

/** One row for each advice, in Markdown. */
export const refusalTable: string = ['| code | what to do |', '| --- | --- |', ...rows()].join('\n');
