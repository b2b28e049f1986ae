/**
 * For each code with which a request is refused, the fields of the answer besides those of all refusals (`refusal.ts`). Amounts are
 * credits.
 */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';
import { Amount } from './common.ts';

/** Nothing beside code, message and `applied`. */
const none = z.strictObject({});

const retryAfter = z.number().describe('Seconds after which to try again');
const limited = {
  limit: z.int(),
  window_seconds: z.number(),
  retry_after_seconds: retryAfter,
  open_calls: z.int().optional().describe('Your calls and runs that are under way'),
  of: z
    .enum(['prints', 'calls', 'failed logins', 'refused tokens'])
    .optional()
    .describe('What is limited, if not requests'),
};

/** What can be full besides a tier or a place. */
const full = [
  ...['souls', 'queue', 'shared places', 'network', 'visitors', 'stations'],
  ...['vouches', 'claims', 'posts', 'board', 'public works'],
  ...[
    'questions',
    'network questions',
    'questions of a resident',
    'notes',
    'notes here',
    'wishes',
    'wishes of the city',
    'pictures',
    'pictures of a station',
  ],
] as const;

/** Who speaks for the place whose code has failed. */
const responsible = { owner: z.string().nullable(), representative: z.string().nullable() };
/** A global service that has failed. */
const globalService = { service: z.string() };

export const refusalFields = {
  invalid_json: none,
  invalid_request: z.strictObject({
    issues: z.array(
      z.strictObject({
        path: z.string().describe('Names joined by dots; empty for the whole'),
        message: cityText,
      }),
    ),
  }),
  unauthorized: none,
  insufficient_credits: z.strictObject({
    required: Amount,
    balance: Amount,
    pool: z.string().optional().describe('The pod whose pool holds too little, if it is not you'),
  }),
  location_required: z.strictObject({
    required: z.string().describe('Where you must be'),
    current: z.string().describe('Where you are'),
  }),
  access_denied: z.strictObject({ only: z.string().nullish().describe('Who alone may do it') }),
  not_invited: z.strictObject({ location: z.string().optional().describe('The room') }),
  not_representative: z.strictObject({ representative: z.string().nullable().describe('Of the place; null: nobody') }),
  service_unavailable_here: z.strictObject({ service: z.string(), current: z.string().describe('Where you are') }),
  exit_not_found: none,
  not_found: z.strictObject({
    kind: z.string().optional().describe('Of what was not found'),
    id: z.string().optional(),
  }),
  method_not_allowed: none,
  recipient_not_here: none,
  tier_capacity_exceeded: z.strictObject({
    max: z.int().describe('None at all, ever, where it is zero'),
    current: z.int(),
    of: z.enum(full).optional().describe('What is full, if neither a tier nor a place'),
    asked: z.int().optional().describe('How many were asked for at once'),
    place: z.string().optional().describe('The place that has no room left for a connection'),
  }),
  insufficient_resources: z.strictObject({
    available: z.strictObject({ cpu: z.string(), memory: z.string() }).describe('What the pod has left'),
  }),
  connection_approval_required: z.strictObject({
    places: z
      .array(z.strictObject({ id: z.string(), representative: z.string() }))
      .describe('Those that have not agreed'),
  }),
  price_changed: z.strictObject({ price: Amount, max: Amount.describe('The most that you would pay') }),
  soul_queue_empty: none,
  endowment_kept: z.strictObject({
    endowment: Amount.describe('What of the balance cannot be given away yet'),
    balance: Amount,
    until_tick: z.int().nullable().describe('From then on all of it can; null: never'),
  }),
  last_connection: none,
  already_exists: z.strictObject({
    id: z.unknown().optional().describe('Of what is there already, or was made by the first request with this key'),
    charged: Amount.optional().describe('What the first request has cost'),
  }),
  mailbox_exists: none,
  archiving: z.strictObject({ retry_after_seconds: retryAfter }),
  already_claimed: none,
  already_vouched: none,
  invalid_state: z.strictObject({
    state: z.string(),
    allowed_events: z.array(z.string()).describe('What that state would take'),
    version: z.int().optional().describe('The version that it has, where the request was for another'),
  }),
  resident_dead: z.strictObject({
    resident: z.string().optional(),
    died_at: z.string().nullish().meta({ description: 'In UTC', format: 'date-time' }),
    cause: z.string().nullish(),
  }),
  pod_shut_down: z.strictObject({ location: z.string().describe('The place that has ended') }),
  payload_too_large: z.strictObject({ max_bytes: z.int() }),
  request_in_progress: none,
  idempotency_mismatch: none,
  service_failed: z.union([
    z.strictObject({
      ...responsible,
      outcome: z.string().describe('How the code has ended'),
      reason: z.string().nullish().describe('To who speaks for it: why'),
      stderr: z.string().optional().describe('To who speaks for it: what it wrote last'),
    }),
    z.strictObject({ ...globalService, reason: z.string().nullable().describe('null: it is lost') }),
  ]),
  inference_failed: z.strictObject({ ...globalService, reason: z.string() }),
  timeout: z.union([
    z.strictObject({ ...responsible, duration_ms: z.number() }),
    z.strictObject({ ...globalService, duration_ms: z.number() }),
  ]),
  rate_limited: z.strictObject(limited),
  busy: z.strictObject({
    retry_after_seconds: retryAfter.optional(),
    actor: z.string().optional().describe('Who hears nothing until the operator releases it'),
    tick: z.int().optional().describe('The tick of the city, when not all that were asked for could be made'),
  }),
  sandbox_unavailable: z.strictObject({ reason: z.string().nullish() }),
  internal_error: z.strictObject({ incident: z.string().describe('The number under which the log says more') }),
  admin_required: none,
  bad_framing: none,
  no_request: none,
  upgrade_required: none,
  wrong_login: none,
  foreign_origin: z.strictObject({
    origin: z.string().describe('Empty when the request had none'),
    expected: z.string(),
  }),
  foreign_caller: z.strictObject({ header: z.enum(['host', 'origin']).describe('The header that is not our own') }),
  foreign_station: z.strictObject({
    station: z.string().describe('The one in the path'),
    own: z.string().describe('The one of the token'),
  }),
  untraceable: z.strictObject({ reason: z.string() }),
  past: z.strictObject({ tick: z.int(), turn: z.int() }),
  stale_code: none,
  stale_schema: none,
} as const;
