/**
 * Who is let in to a route that is not a resident's, and how often: the operator, visitors, stations, and anyone. A resident's
 * way stands in `request.ts`, for it is asked most.
 *
 * A token in the header goes before the cookie, which counts only where there is no such header. A write that comes with the cookie
 * must come from a page of our own, and so must a login from any page: else a stranger's page could log its reader in as
 * somebody else (G7). Writes of those who show no token are counted by address, and so are looks that may need the database.
 */
import type { Caller } from '../../engine/command.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { networkOf, type RefusedTokens } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Station, Stations } from '../stations/stations.ts';
import type { Served } from '../transport/exchange.ts';
import { isFromOwnPage, ownOrigin, tokenInCookie } from '../visitors/cookie.ts';
import type { Sessions, Visitor } from '../visitors/sessions.ts';
import { type Authenticator, bearerToken } from './auth.ts';
import type { Route } from './route.ts';

/** What is asked at the entrance. */
export interface Entrance {
  readonly authenticator: Authenticator;
  readonly refusedTokens: RefusedTokens;
  readonly settings: GatewaySettings;
  readonly stations: Stations;
  /** Unset on a gateway that has no routes for visitors. */
  readonly sessions: Sessions | undefined;
  readonly visitorLimit: RateLimit;
  readonly stationLimit: RateLimit;
  /** Requests of a station to routes that have a limit of their own: no picture takes it the breath for its heartbeat. */
  readonly stationOwnLimit: RateLimit;
  readonly anonymousWrites: RateLimit;
  readonly anonymousLooks: RateLimit;
}

/** Somebody who was let in. */
export interface Entered {
  readonly type: 'entered';
  readonly caller: Visitor | Station | null;
  /** Whose idempotency keys count; nobody's for those who are not known. */
  readonly keysOf: Caller | undefined;
  /** Counts what an answer weighed, in requests. */
  readonly charge: (requests: number) => void;
}

const noVisitor = refused('unauthorized', { wanted: 'visitor' });
const noStation = refused('unauthorized', { wanted: 'station' });
const uncharged = () => {};
const anyone: Entered = { type: 'entered', caller: null, keysOf: undefined, charge: uncharged };
const operator: Entered = { type: 'entered', caller: null, keysOf: 'operator', charge: uncharged };

/** Lets the caller in, who asks as much as `weight` requests; 0 when they were counted already. */
export async function enter(
  entrance: Entrance,
  route: Route,
  exchange: Served,
  weight: number,
): Promise<Entered | Refused> {
  switch (route.caller) {
    case 'operator':
      return (await operatorRefused(entrance, exchange)) ?? operator;
    case 'visitor':
      return enterVisitor(entrance, route, exchange, weight);
    case 'station':
      return enterStation(entrance, route, exchange, weight);
    default:
      return anyoneRefused(entrance, route, exchange, weight) ?? anyone;
  }
}

/** Nothing when it is the operator who asks. */
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

/** Nothing for a request that a page of our own has sent. */
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
