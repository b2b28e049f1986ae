/**
 * One request from its arrival to its answer, top to bottom: the order of checks (WK2). Its size was checked first
 * (`http.ts`); the city's own rules come last and decide (G3). The result of a check is a value: undefined, or a refusal.
 */
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { type Awaitable, after } from '../../engine/awaitable.ts';
import type { City } from '../../engine/city-interface.ts';
import {
  type Caller,
  type IdempotencyKey,
  type Lapsed,
  type Outcome,
  shownJson,
  type Viewed,
} from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import { publishAnswer, publishRefusedBy } from '../diagnostics.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { type ErrorAnswer, errorAnswer, isKnown } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Admission } from '../transport/arrival.ts';
import type { Served } from '../transport/exchange.ts';
import { jsonOf } from './answer-json.ts';
import type { Answered } from './answered.ts';
import type { Resident } from './auth.ts';
import { bodyOf, bytesOf, queryOf } from './contents.ts';
import { type Cursors, invalidCursor } from './cursor.ts';
import { type Entrance, enter, operatorRefused } from './entrance.ts';
import { causeOf, keyOf } from './request-key.ts';
import type { Came, Plan, Route } from './route.ts';
import { refusalsOf } from './route-refusals.ts';
import { respondBytes } from './tagged-bytes.ts';
import { awayFrom } from './whereabouts.ts';

/** `request`: its method and the path of its route. */
export type OnRefused = (refusal: Refused, caller: ActorId, request: string) => void;

/** What the checks need. */
export interface Door extends Entrance {
  readonly city: City;
  readonly cursors: Cursors;
  readonly log: Log;
  /** Requests of one resident. */
  readonly residentLimit: RateLimit;
  /**
   * Requests of one resident to routes with a rate limit of their own: a request that is refused before that limit still costs something.
   */
  readonly ownLimitRequests: RateLimit;
  readonly onRefused: OnRefused | undefined;
}

/**
 * Serves one request. Never throws. No promise is made where nothing is waited for: each is paid for by every request, as every `async`
 * function would be.
 */
export function serve(door: Door, route: Route, exchange: Served): void {
  try {
    const serving = (route.caller === 'resident' ? serveResident : serveOther)(door, route, exchange);
    if (serving instanceof Promise) serving.catch((cause: unknown) => exchange.fail(cause));
  } catch (cause) {
    exchange.fail(cause);
  }
}

/** A request of a resident that lives. */
interface Identified {
  readonly door: Door;
  readonly route: Route;
  readonly exchange: Served;
  readonly id: string;
  readonly caller: Resident;
  /** The view in which the caller was found. */
  readonly viewed: Viewed;
  /** When its token was looked up. */
  readonly moment: number;
}

/** 1 the caller */
function serveResident(door: Door, route: Route, exchange: Served): Awaitable<void> {
  const { authenticator, city } = door;
  const { authorization } = exchange;
  const { moment } = authenticator;
  // Also for a request that was accepted before its body had come: its token may have ended meanwhile (TK1).
  const known = authenticator.cachedId(authorization) ?? authenticator.id(authorization, exchange.address);
  return after(known, (id) => {
    if (typeof id !== 'string') return refuse(door, route, exchange, exchange.unsure(id));
    return after(city.view(route.self?.(id) ?? view('caller', { id })), (viewed) => {
      const caller = authenticator.living(viewed);
      if (caller.type === 'refused') return refuseAtDoor(door, route, exchange, id, exchange.unsure(caller));
      return serveIdentified({ door, route, exchange, id, caller, viewed, moment });
    });
  });
}

/** 2 rate limits; 3 an earlier request with this key */
function serveIdentified(request: Identified): Awaitable<void> {
  const { door, route, exchange, id, caller } = request;
  const weight = weightOf(exchange.bodyLength) - (exchange.admitted?.counted ?? 0);
  const limited = weight > 0 ? requestsOf(door, route).take(id, weight) : undefined;
  if (limited !== undefined) return refuseAtDoor(door, route, exchange, id, limited);
  if (exchange.key === '') return serveNew(request, undefined);
  const key = keyOf(route, exchange);
  return knownAnswer(door.city, caller.actor, key).then((known) =>
    known === undefined ? serveNew(request, key) : respondKnown(door, route, exchange, known),
  );
}

/** 4 the caller's place, as far as the path tells */
function serveNew(request: Identified, key: IdempotencyKey | Refused | undefined): Awaitable<void> {
  const { door, route, exchange, id, caller, viewed } = request;
  if (route.self !== undefined) return void respond(door, route, exchange, viewed);
  if (key !== undefined && 'code' in key) return refuseAtDoor(door, route, exchange, id, key);
  const cause = exchange.cause === '' ? undefined : causeOf(exchange.cause);
  if (typeof cause === 'object') return refuseAtDoor(door, route, exchange, id, cause);
  if (route.at === 'anywhere') return servePlaced(request, key, cause);
  return awayFrom(door.city, route, caller, exchange).then((away) =>
    away === undefined ? servePlaced(request, key, cause) : refuseAtDoor(door, route, exchange, id, away),
  );
}

/** 5 to 7 */
function servePlaced(request: Identified, key: IdempotencyKey | undefined, cause: number | undefined): Awaitable<void> {
  const { door, route, exchange, id, caller, moment } = request;
  const plan = checkedPlan(door, route, exchange, caller, key, cause);
  if (plan.type === 'refused') return refuseAtDoor(door, route, exchange, id, plan);
  const lapsed = () => door.authenticator.endedSince(moment, id, exchange.authorization);
  return after(carryOut(door.city, route, plan, exchange, lapsed), (answered) => {
    const bytes = respond(door, route, exchange, answered) + broughtBytes(answered);
    // One of them is the request itself.
    if (bytes > requestBytes) requestsOf(door, route).charge(id, weightOf(bytes) - 1);
  });
}

/** Bytes that code keeps count as if the resident who ran it had sent them. */
const broughtBytes = (answered: Answered): number => (answered.type === 'applied' ? (answered.broughtBytes ?? 0) : 0);

/**
 * Bytes of a body, of an answer, or of what code keeps, that count as one request: writes are kept, and nobody may fill the disk in a
 * minute.
 */
const requestBytes = 65_536;

/** The weight of a body or an answer of so many bytes, in requests, including the request itself. */
export const weightOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / requestBytes));

/**
 * The checks before a body that comes in pieces is read: the caller, and its rate limit by the declared number of bytes. `serve` does not
 * count them again.
 */
export function admissionTo(door: Door, route: Route): Admission<Served> {
  return {
    callerOf: ({ authorization }) =>
      route.caller === 'resident' ? door.authenticator.cachedId(authorization) : undefined,
    admit: async (exchange, bytes) => {
      const refusal = await (route.caller === 'resident'
        ? admitResident(door, route, exchange, weightOf(bytes))
        : admitOther(door, route, exchange, weightOf(bytes)));
      return refusal && errorAnswerOf(door, route, exchange.unsure(refusal));
    },
  };
}

async function admitOther(door: Door, route: Route, exchange: Served, counted: number): Promise<Refused | undefined> {
  const entered = await enter(door, route, exchange, counted);
  if (entered.type === 'refused') return entered;
  exchange.admitted = { id: entered.caller?.id ?? route.caller, counted };
  return undefined;
}

const requestsOf = (door: Door, route: Route): RateLimit =>
  route.hasOwnLimit ? door.ownLimitRequests : door.residentLimit;

async function admitResident(
  door: Door,
  route: Route,
  exchange: Served,
  counted: number,
): Promise<Refused | undefined> {
  const { authenticator, city } = door;
  const { authorization } = exchange;
  const id = authenticator.cachedId(authorization) ?? (await authenticator.id(authorization, exchange.address));
  if (typeof id !== 'string') return id;
  const caller = authenticator.living(await city.view(view('caller', { id })));
  const refusal = caller.type === 'refused' ? caller : requestsOf(door, route).take(id, counted);
  if (refusal === undefined) exchange.admitted = { id, counted };
  else noteRefused(door, route, residentActor(id), refusal);
  return refusal;
}

/** A request of a visitor, a station, the operator, or of anyone. */
async function serveOther(door: Door, route: Route, exchange: Served): Promise<void> {
  const weight = Math.max(0, weightOf(exchange.bodyLength) - (exchange.admitted?.counted ?? 0));
  const entered = await enter(door, route, exchange, weight);
  if (entered.type === 'refused') return refuse(door, route, exchange, exchange.unsure(entered));
  const { caller, keysOf, charge } = entered;
  const key = exchange.key === '' || keysOf === undefined ? undefined : keyOf(route, exchange);
  const known = key === undefined || keysOf === undefined ? undefined : await knownAnswer(door.city, keysOf, key);
  if (known !== undefined) return respondKnown(door, route, exchange, known);
  const plan = checkedPlan(door, route, exchange, caller, key);
  if (plan.type === 'refused' && caller !== null && 'actor' in caller) noteRefused(door, route, caller.actor, plan);
  const answered = plan.type === 'refused' ? plan : await carryOut(door.city, route, plan, exchange);
  const bytes = respond(door, route, exchange, answered);
  if (bytes > requestBytes) charge(weightOf(bytes) - 1);
}

/** The first answer under this key, whatever has changed since. A malformed key has none: `checkedPlan` refuses it. */
function knownAnswer(city: City, caller: Caller, key: IdempotencyKey | Refused): Promise<Outcome | undefined> {
  return 'code' in key ? Promise.resolve(undefined) : city.known(caller, key);
}

function respondKnown(door: Door, route: Route, exchange: Served, known: Outcome): void {
  respond(door, route, exchange, known.type === 'refused' ? exchange.unsure(known) : known);
}

/** Answers; returns the length of the answer, in bytes or characters. */
function respond(door: Door, route: Route, exchange: Served, answered: Answered): number {
  if (answered.type === 'sent') return 0;
  if (answered.type === 'text') {
    exchange.answer(route.status, answered.text, [], route.answerType);
    return answered.text.length;
  }
  if (answered.type === 'bytes') {
    return respondBytes(route, exchange, answered);
  }
  if (answered.type === 'refused') {
    refuse(door, route, exchange, answered);
    return 0;
  }
  const text = textOf(door, route, answered);
  publishAnswer(door.city, route, text);
  exchange.answer(route.status, text, answered.type === 'headed' ? answered.headers : undefined);
  return text.length;
}

function textOf(
  door: Door,
  route: Route,
  answered: Extract<Answered, { readonly type: 'applied' | 'shown' | 'headed' }>,
): string | Buffer {
  if (answered.type === 'headed') return JSON.stringify(answered.value);
  if (answered.type === 'shown') return jsonOf(door.cursors.signed(route, shownBy(route, answered.value)));
  const json = shownJson(answered.json);
  return route.reshape === undefined ? json : JSON.stringify(route.reshape(JSON.parse(json)));
}

const shownBy = (route: Route, value: unknown): unknown => (route.reshape === undefined ? value : route.reshape(value));

/**
 * Answers unknown paths under the operator's prefix. An address without attempts left is refused whatever its token is: no valid token
 * needs to get in here, so the answer may not tell a valid one from a wrong one.
 */
export async function serveUnknown(door: Door, exchange: Served): Promise<void> {
  try {
    const limited = door.refusedTokens.refusalOf(exchange.address);
    exchange.refuse(errorAnswer(limited ?? (await operatorRefused(door, exchange)) ?? refused('not_found')));
  } catch (cause) {
    exchange.fail(cause);
  }
}

/** 5 the contents; 6 the credits: checks that need nobody else. */
function checkedPlan(
  door: Door,
  route: Route,
  exchange: Served,
  caller: Came['caller'],
  key: IdempotencyKey | Refused | undefined,
  cause?: number,
): Plan | Refused {
  if (key !== undefined && 'code' in key) return key;
  const charge = (requests: number) => {
    if (caller?.type === 'resident') requestsOf(door, route).charge(caller.id, requests);
  };
  const body = route.bodyType === undefined ? bodyOf(exchange, door.settings, charge) : bytesOf(exchange);
  if (body.type === 'refused') return body;
  const query = door.cursors.verified(route, queryOf(exchange));
  if (query === undefined) return invalidCursor;
  const plan = route.plan({ caller, body: body.value, query, params: exchange.params, key, cause });
  if (plan.type === 'unknown') return refused('not_found');
  if (plan.type === 'invalid') return refused('invalid_request', { issues: plan.issues });
  if (plan.type === 'refused' || route.price === undefined || caller?.type !== 'resident') return plan;
  const required = route.price(caller, door.settings.prices);
  return caller.balance < required ? refused('insufficient_credits', { required, balance: caller.balance }) : plan;
}

/** 7 The city, which decides. */
function carryOut(city: City, route: Route, plan: Plan, exchange: Served, lapsed?: Lapsed): Awaitable<Answered> {
  exchange.mayHaveHappened = plan.type !== 'view' && !route.hasHead;
  switch (plan.type) {
    case 'view':
      return city.view(plan.request);
    case 'command':
      return city.submit(plan.command, lapsed);
    default:
      return plan.run(city, exchange);
  }
}

/** Nothing else remembers a request that was refused before the city was asked. */
function noteRefused({ onRefused }: Door, { method, path }: Route, caller: ActorId, refusal: Refused): void {
  onRefused?.(refusal, caller, `${method} ${path}`);
}

function refuseAtDoor(door: Door, route: Route, exchange: Served, resident: string, refusal: Refused): void {
  noteRefused(door, route, residentActor(resident), refusal);
  refuse(door, route, exchange, refusal);
}

function refuse(door: Door, route: Route, exchange: Served, refusal: Refused): void {
  exchange.refuse(errorAnswerOf(door, route, refusal));
}

function errorAnswerOf(door: Door, route: Route, refusal: Refused): ErrorAnswer {
  publishRefusedBy(door.city, route, refusal.code, () => refusalsOf(route));
  if (!isKnown(refusal)) door.log.error({ code: refusal.code }, 'the city refused with a code that has no status');
  return errorAnswer(refusal);
}
