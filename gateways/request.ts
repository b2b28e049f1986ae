/**
 * One request from door to answer, top to bottom: the order of checks of decisions section 3. Size came first
 * (`http.ts`); the city's own rules come last and count (G3). Each check is a value: nothing, or why not.
 */
import { createHash } from 'node:crypto';
import { type IdempotencyKey, type Outcome, type Refused, refused, type Viewed } from '../engine/command.ts';
import type { City } from '../engine/interface.ts';
import type { Log } from '../engine/ports.ts';
import type { Authenticator, Resident } from './auth.ts';
import type { Exchange } from './http.ts';
import { parseJson } from './json.ts';
import type { RateLimit } from './rate-limit.ts';
import { empty, type Plan, type Route } from './route.ts';
import type { GatewaySettings } from './settings.ts';
import { isKnown, tell } from './status.ts';

/** What the checks need. */
export interface Door {
  readonly city: City;
  readonly authenticator: Authenticator;
  readonly settings: GatewaySettings;
  readonly log: Log;
  /** Requests of one resident. */
  readonly residentLimit: RateLimit;
  /** Writes of one address without the operator's token; for gateways that strangers write to. */
  readonly addressLimit: RateLimit | undefined;
}

type Answered = Outcome | Viewed;

/** Serves one request of `route`. */
export async function serve(door: Door, route: Route, exchange: Exchange): Promise<void> {
  // 1 who calls
  const caller = route.caller === 'public' ? null : await callerOf(door, route, exchange);
  if (caller?.type === 'refused') return refuse(door, exchange, caller);
  // 2 how often
  if (caller !== null && !door.residentLimit.tryTake(caller.id)) {
    const limited = await door.residentLimit.take(caller.id);
    if (limited !== undefined) return refuse(door, exchange, limited);
  }
  // 3 where, as far as the path tells; what; with which credits
  const plan = planOf(door, route, exchange, caller);
  if (plan.type === 'refused') return refuse(door, exchange, plan);
  // 4 the city, which decides
  const answered = await asked(door.city, plan);
  if (answered.type === 'shown') exchange.answer(route.status, jsonOf(answered.value));
  else if (answered.type === 'applied') exchange.answer(route.status, answered.json);
  else refuse(door, exchange, answered);
}

/** The living resident that calls; `null` is the operator. */
function callerOf(door: Door, route: Route, exchange: Exchange): Promise<Resident | Refused | null> {
  return route.caller === 'resident'
    ? door.authenticator.resident(exchange.authorization)
    : operatorOf(door, route, exchange);
}

/** Strangers may not try tokens on writes as often as they like. */
async function operatorOf(door: Door, route: Route, exchange: Exchange): Promise<Refused | null> {
  const refusal = await door.authenticator.operator(exchange.authorization);
  if (refusal === undefined) return null;
  if (route.method === 'GET' || door.addressLimit === undefined) return refusal;
  return (await door.addressLimit.take(exchange.address)) ?? refusal;
}

/** The checks that need no one else. */
function planOf(door: Door, route: Route, exchange: Exchange, caller: Resident | null): Plan | Refused {
  const key = exchange.key === '' ? undefined : keyOf(route, exchange);
  if (key !== undefined && 'code' in key) return key;
  if (route.at === 'home' && caller !== null && !caller.atHome) return away(caller);
  const body = bodyOf(door, exchange);
  if (body.type === 'refused') return body;
  const plan = route.plan({ caller, body: body.value, query: queryOf(exchange), params: exchange.params, key });
  if (plan.type === 'unknown') return refused('not_found');
  if (plan.type === 'invalid') return refused('invalid_request', { issues: plan.issues });
  if (route.price === undefined || caller === null) return plan;
  const required = route.price(caller, door.settings.prices);
  return caller.balance < required ? refused('insufficient_credits', { required, balance: caller.balance }) : plan;
}

function asked(city: City, plan: Plan): Promise<Answered> {
  switch (plan.type) {
    case 'view':
      return city.view(plan.request);
    case 'command':
      return city.submit(plan.command);
    default:
      return plan.run(city);
  }
}

const keyForm = /^[\x20-\x7e]{1,64}$/;

function keyOf(route: Route, exchange: Exchange): IdempotencyKey | Refused {
  if (!keyForm.test(exchange.key)) {
    const issue = { path: 'Idempotency-Key', message: 'must have 1 to 64 printable ASCII characters' };
    return refused('invalid_request', { issues: [issue] });
  }
  const hash = createHash('sha256').update(`${route.method} ${route.path}\n`);
  for (const param of Object.values(exchange.params)) hash.update(`${param}\n`);
  const fingerprint = hash.update(exchange.body ?? '').digest('base64url');
  return { key: exchange.key, fingerprint, keepAnswer: true };
}

function away(caller: Resident): Refused {
  return refused('location_required', { required: caller.home, current: caller.location });
}

function bodyOf(door: Door, exchange: Exchange): { readonly type: 'body'; readonly value: unknown } | Refused {
  if (exchange.body === undefined) return refused('invalid_json');
  if (exchange.body === '') return noBody;
  const parsed = parseJson(exchange.body, door.settings.jsonDepthMax);
  if (parsed.type === 'not json') return refused('invalid_json');
  if (parsed.type === 'refused') return refused('invalid_request', { issues: [parsed.issue] });
  return { type: 'body', value: parsed.value };
}

const noBody = { type: 'body', value: empty } as const;

function queryOf(exchange: Exchange): unknown {
  return exchange.query === '' ? empty : Object.fromEntries(new URLSearchParams(exchange.query));
}

function refuse(door: Door, exchange: Exchange, refusal: Refused): void {
  if (!isKnown(refusal.code)) door.log.error({ code: refusal.code }, 'the city refused with a code that has no status');
  exchange.tell(tell(refusal));
}

/** Views come back as the same object while nothing changed; so does their text. */
const texts = new WeakMap<object, string>();

function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const kept = texts.get(value);
  if (kept !== undefined) return kept;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}
