/**
 * Authentication and rate limits of all callers but residents: the operator, visitors, stations, who looks at charts, and anyone. The
 * checks of a resident are in `request.ts`, since they run most often.
 *
 * A token in the header takes precedence: the cookie counts only without such a header. A write that comes with the cookie
 * must come from a page of our own, and so must a login from any page: else a stranger's page could log its reader in as
 * somebody else (G7). Writes without a token are counted by address, and so are reads that may need the database.
 */
import type { Caller } from '../../engine/command.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { networkOf, type RefusedTokens } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Station, Stations } from '../stations/station-auth.ts';
import type { Served } from '../transport/exchange.ts';
import { isFromOwnPage, ownOrigin, tokenInCookie } from '../visitors/cookie.ts';
import type { Sessions, Visitor } from '../visitors/sessions.ts';
import { type Authenticator, bearerToken, type Looker } from './auth.ts';
import type { Route } from './route.ts';

/** What the checks of callers need. */
export interface Entrance {
  readonly authenticator: Authenticator;
  readonly refusedTokens: RefusedTokens;
  readonly settings: GatewaySettings;
  readonly stations: Stations;
  /** Unset on a gateway that has no routes for visitors. */
  readonly sessions: Sessions | undefined;
  readonly visitorLimit: RateLimit;
  readonly stationLimit: RateLimit;
  /** Requests of a station to routes with a rate limit of their own: pictures do not use up the requests for its heartbeat. */
  readonly stationOwnLimit: RateLimit;
  readonly anonymousWrites: RateLimit;
  readonly anonymousLooks: RateLimit;
}

/** A caller that was accepted. */
export interface Entered {
  readonly type: 'entered';
  readonly caller: Visitor | Station | Looker | null;
  /** The caller whose idempotency keys count; undefined for unknown callers. */
  readonly keysOf: Caller | undefined;
  /** Counts the weight of an answer, in requests. */
  readonly charge: (requests: number) => void;
}

const noVisitor = refused('unauthorized', { wanted: 'visitor' });
const noStation = refused('unauthorized', { wanted: 'station' });
const uncharged = () => {};
const anyone: Entered = { type: 'entered', caller: null, keysOf: undefined, charge: uncharged };
const operator: Entered = { type: 'entered', caller: null, keysOf: 'operator', charge: uncharged };

/** Accepts the caller, or refuses it. The request counts as `weight` requests; 0 when it was counted already. */
export async function enter(
  entrance: Entrance,
  route: Route,
  exchange: Served,
  weight: number,
): Promise<Entered | Refused> {
  switch (route.caller) {
    case 'operator':
      return (await operatorRefused(entrance, exchange)) ?? operator;
    case 'looker':
      return enterLooker(entrance, exchange, weight);
    case 'visitor':
      return enterVisitor(entrance, route, exchange, weight);
    case 'station':
      return enterStation(entrance, route, exchange, weight);
    default:
      return anyoneRefused(entrance, route, exchange, weight) ?? anyone;
  }
}

const operatorLooks: Entered = { ...operator, caller: { type: 'looker', id: 'operator' } };
const strangerLooks: Entered = { ...anyone, caller: { type: 'looker', id: 'stranger' } };

/** Whoever comes with a token is taken at its word: a wrong one is refused also where anybody may look. */
async function enterLooker(entrance: Entrance, exchange: Served, weight: number): Promise<Entered | Refused> {
  const { settings, anonymousLooks } = entrance;
  if (!settings.chartsArePublic || exchange.authorization !== '')
    return (await operatorRefused(entrance, exchange)) ?? operatorLooks;
  return anonymousLooks.take(networkOf(exchange.address), weight) ?? strangerLooks;
}

/** Undefined for the operator. */
export function operatorRefused(
  { authenticator }: Pick<Entrance, 'authenticator'>,
  exchange: Served,
): Promise<Refused | undefined> {
  return authenticator.operator(exchange.authorization, exchange.address);
}

function anyoneRefused(
  { anonymousWrites, anonymousLooks, settings }: Entrance,
  route: Route,
  exchange: Served,
  weight: number,
): Refused | undefined {
  if (route.method === 'GET')
    return route.isCounted ? anonymousLooks.take(networkOf(exchange.address), weight) : undefined;
  const limited = weight > 0 ? anonymousWrites.take(networkOf(exchange.address), weight) : undefined;
  if (limited !== undefined) return limited;
  // (G7) Programs send no origin.
  return exchange.browser.origin === '' ? undefined : foreignRefused(exchange, settings);
}

async function enterVisitor(
  entrance: Entrance,
  route: Route,
  exchange: Served,
  weight: number,
): Promise<Entered | Refused> {
  const visitor = await visitorOf(entrance, route.method !== 'GET', exchange);
  if (visitor.type === 'refused') return visitor;
  const { visitorLimit } = entrance;
  const limited = weight > 0 ? visitorLimit.take(visitor.id, weight) : undefined;
  const charge = (requests: number) => visitorLimit.charge(visitor.id, requests);
  return limited ?? { type: 'entered', caller: visitor, keysOf: visitor.actor, charge };
}

async function visitorOf(
  { sessions, refusedTokens, settings }: Entrance,
  isWrite: boolean,
  exchange: Served,
): Promise<Visitor | Refused> {
  const { authorization, address, browser } = exchange;
  const inHeader = authorization !== '';
  const token = inHeader ? bearerToken(authorization) : tokenInCookie(browser);
  if (sessions === undefined || token === undefined)
    return inHeader ? (refusedTokens.count(address) ?? noVisitor) : noVisitor;
  // (G7)
  const foreign = inHeader || !isWrite ? undefined : foreignRefused(exchange, settings);
  return foreign ?? sessions.visitor(token, address);
}

/** Undefined for a request from a page of our own. */
function foreignRefused({ browser }: Served, { portalOrigin }: GatewaySettings): Refused | undefined {
  if (isFromOwnPage(browser, portalOrigin)) return undefined;
  return refused('foreign_origin', { origin: browser.origin, expected: ownOrigin(browser, portalOrigin) });
}

async function enterStation(
  { stations, stationLimit, stationOwnLimit, refusedTokens }: Entrance,
  { hasOwnLimit }: Route,
  { authorization, address }: Served,
  weight: number,
): Promise<Entered | Refused> {
  const token = bearerToken(authorization);
  if (token === undefined) return authorization === '' ? noStation : (refusedTokens.count(address) ?? noStation);
  const station = await stations.station(token, address);
  if (station.type === 'refused') return station;
  const requests = hasOwnLimit ? stationOwnLimit : stationLimit;
  const limited = weight > 0 ? requests.take(station.id, weight) : undefined;
  const charge = (weighed: number) => requests.charge(station.id, weighed);
  return limited ?? { type: 'entered', caller: station, keysOf: station.actor, charge };
}
