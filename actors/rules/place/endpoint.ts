/**
 * A place as an end of a connection: whether it stands, its representative, how many connections it has and may have, and the price of the
 * next one. Facts for the charts of residents, pods and connections (T6).
 */

import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import type { Refusal } from '../../../engine/effect.ts';
import { type IndexName, kindOf, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { refusal } from '../../refusals.ts';
import { type ActorReader, type ImageOf, imageOf } from '../../registry.ts';
import { setting, sizeOf, type Tier } from '../workshops/tiers.ts';
import { type PlaceKind, placeActor } from './names.ts';
import { isDeployed, isInUse, isWorkshop } from './states.ts';

/** The part of the city from which a site is read: rules see it as `Facts`, views as `Reader`. */
export interface SiteReader extends ActorReader {
  count(index: IndexName, key: string): number;
  readonly settings: Settings;
}

export interface Site {
  readonly place: string;
  readonly status: 'open' | 'workshop' | 'ended' | 'unknown';
  /** The resident who approves and manages; null at an unowned place. */
  readonly representative: string | null;
  readonly owner: string | null;
  /** Connections that count against its limit, and the limit. */
  readonly connections: number;
  readonly connectionsMax: number;
  /** True for a deployed pod whose only open connection is this one; one that waits for a deploy is not open. */
  readonly keepsOne: boolean;
  /** The price of the next connection to it for the resident who asks, in millicredits. */
  readonly price: number;
}

/** Residents that one turn moves from one place to another, at most. */
const ledMax = 900;

/** The residents in the place. */
export const occupantsOf = (facts: Facts, { context }: ImageOf<'room' | 'container'>): readonly string[] =>
  facts.members(indexes.present, context.id, ledMax).map(nameOf);

/** The image of a place, whatever it is. */
export type PlaceImage = ImageOf<PlaceKind>;

/** The owner of the place. */
export function ownerOf(image: PlaceImage | undefined): string | null {
  return image !== undefined && 'owner' in image.context ? image.context.owner : null;
}

/** The resident who approves and manages at the place. */
export function representativeOf(image: PlaceImage | undefined): string | null {
  return image !== undefined && 'representative' in image.context ? image.context.representative : ownerOf(image);
}

/** By its tier; for a house by a setting; unlimited for the Commons (LI1). */
function connectionsMax({ context }: PlaceImage, settings: Settings): number {
  if ('tier' in context) return sizeOf(context.tier).connectionsMax;
  if (!('kind' in context)) return 0;
  return context.kind === 'commons' ? Number.POSITIVE_INFINITY : setting(settings, 'HOUSE_CONNECTIONS_MAX');
}

/**
 * The one-time price of a connection to a place with `connections` of them: `CONNECTION_PRICE` times the triangular
 * number T(n + 1) = (n + 1)(n + 2) / 2, n capped so that nobody is priced out of the Commons (LI2).
 */
function connectionPrice(settings: Settings, connections: number, isOwned: boolean): number {
  const cap = setting(settings, isOwned ? 'CONNECTIONS_PRICED_MAX' : 'CONNECTIONS_PRICED_UNOWNED_MAX');
  const n = Math.min(connections, cap);
  return (setting(settings, 'CONNECTION_PRICE') * (n + 1) * (n + 2)) / 2;
}

/** What else counts at a place. */
export interface Counting {
  /** Connections that are about to be added to it. */
  readonly more?: number;
  /** The resident whose waiting requests count for the price: asking for many at once is no cheaper than one after the other (LI3). */
  readonly payer?: string;
}

export function siteOf(city: SiteReader, place: string, { more = 0, payer }: Counting = {}): Site {
  const image = imageOf(city, placeActor(place));
  // A room is unknown outside its house, and cannot be the end of a connection.
  if (image === undefined || kindOf(image.id) === 'room') return unknownSite(place);
  const { settings } = city;
  const connections = city.count(indexes.countedConnections, place) + more;
  const waiting = payer === undefined ? 0 : city.count(indexes.waitingRequests, `${payer} ${place}`);
  const representative = representativeOf(image);
  return {
    place,
    status: !isInUse(image) ? 'ended' : isWorkshop(image) ? 'workshop' : 'open',
    representative,
    owner: ownerOf(image),
    connections,
    connectionsMax: connectionsMax(image, settings),
    keepsOne: isDeployed(image) && city.count(indexes.openConnections, place) <= 1,
    price: connectionPrice(settings, connections + waiting, representative !== null),
  };
}

export function unknownSite(place: string): Site {
  return {
    place,
    status: 'unknown',
    representative: null,
    owner: null,
    connections: 0,
    connectionsMax: 0,
    keepsOne: false,
    price: 0,
  };
}

export const isFull = (site: Site): boolean => site.connections >= site.connectionsMax;

/** There is no room for one more connection. */
export const noRoomAt = ({ place, connectionsMax: max, connections: current }: Site): Refusal =>
  refusal('tier_capacity_exceeded', { place, max, current });

/** Why a place cannot be an end of a connection; undefined if it can. */
export function faultOfSites(sites: readonly Site[]): Refusal | undefined {
  for (const site of sites) {
    if (site.status === 'unknown') return refusal('not_found', { kind: 'location', id: site.place });
    if (site.status === 'ended') return refusal('pod_shut_down', { location: site.place });
    if (site.status === 'workshop') return refusal('invalid_request', { issues: [workshopIssue] });
  }
  return undefined;
}

const workshopIssue = { path: 'connections', message: 'a connection starts at a place that is deployed already' };

/** The limit that this many links would exceed, if any: the tier's, or that of a place where a new connection starts. */
export function overCapacity(tier: Tier, asked: number, fresh: readonly Site[]): Refusal | undefined {
  const { connectionsMax } = sizeOf(tier);
  if (asked > connectionsMax) return refusal('tier_capacity_exceeded', { max: connectionsMax, current: 0, asked });
  const full = fresh.find(isFull);
  return full && noRoomAt(full);
}
