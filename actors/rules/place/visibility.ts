/**
 * Places that only some may know of: workshops, and pods without a way that everyone can see. They are known only to those who own them,
 * are their representative, work in them or were named as contributors, to those who have been there, and to those who stand at an end of a
 * way into them. Public views leave them out.
 */

import { must } from '../../../engine/assert.ts';
import { type ActorId, type IndexName, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { type Counting, type Site, type SiteReader, siteOf, unknownSite } from './endpoint.ts';
import { around, commons, houseOf, type PlaceKind, podActor, residentActor } from './names.ts';
import { hasEnded, isDeployed, isOrphaned } from './states.ts';

/** The part of the city that says which places and exits a resident may know: rules see it as `Facts`, views as `Reader`. */
export interface PlaceReader extends Pick<SiteReader, 'image' | 'count'> {
  members<Kind extends string>(index: IndexName<Kind>, key: string, limit: number): readonly ActorId<Kind>[];
}

/** More than any place has. */
const waysMax = 64;

/** True when everyone may know of the place: a pod by a visible way to it, all others because they always exist. */
export function isSeen(city: Pick<PlaceReader, 'count'>, place: string): boolean {
  if (place === commons || houseOf(place) !== undefined) return true;
  return city.count(indexes.seenPlaces, around(place) ?? place) > 0;
}

/**
 * True when the resident may know of this pod or workshop (KN1). An orphan, to which nothing leads, can be named and rescued by anyone. A
 * ruin remains known to all if it was known when it ended (KN2).
 */
export function mayKnow(city: PlaceReader, resident: string, pod: ImageOf<'pod'>): boolean {
  const { id, owner, representative, collaborators, contributors = [], wasHidden } = pod.context;
  if ([owner, representative, ...collaborators, ...contributors].includes(resident)) return true;
  if (isOrphaned(pod) || (hasEnded(pod) && wasHidden !== true)) return true;
  // Its last way has just closed: it will hear next that it is an orphan.
  if (isDeployed(pod) && city.count(indexes.openConnections, id) === 0) return true;
  if (isSeen(city, id)) return true;
  const self = imageOf(city, residentActor(resident));
  if (self === undefined) return false;
  const { location, knownLocations } = self.context;
  // Tombstones do not keep what the dead knew.
  if (!isDead(self) && knownLocations.includes(id)) return true;
  return location === id || around(location) === id || leadsThere(city, location, id);
}

/** Those of these pods of which the resident may know. */
export function knownPods(
  city: PlaceReader,
  resident: string,
  pods: readonly ActorId<'pod'>[],
): readonly ActorId<'pod'>[] {
  return pods.filter((id) => {
    const pod = imageOf(city, id);
    return pod !== undefined && mayKnow(city, resident, pod);
  });
}

/** True when the place is known to the resident, or to everyone; false too for one that was never built. */
function isKnown(city: PlaceReader, resident: string, place: string): boolean {
  if (place === commons || houseOf(place) !== undefined) return true;
  const pod = imageOf(city, podActor(around(place) ?? place));
  return pod !== undefined && mayKnow(city, resident, pod);
}

/** The state of the place for this resident, who pays. A place that it may not know counts as absent. */
export const siteFor = (
  city: PlaceReader & SiteReader,
  payer: string,
  place: string,
  { more = 0 }: Counting = {},
): Site => (isKnown(city, payer, place) ? siteOf(city, place, { more, payer }) : unknownSite(place));

/** The image of the place, if the resident may know of it. */
export function knownImage<Kind extends PlaceKind>(
  city: PlaceReader,
  resident: string,
  id: ActorId<Kind>,
): ImageOf<Kind> | undefined {
  return isKnown(city, resident, nameOf(id)) ? imageOf(city, id) : undefined;
}

/**
 * True when an open way leads there from the resident's place, whoever can see it. Doors do not count: they are for those who work there.
 */
const leadsThere = (city: PlaceReader, location: string, place: string): boolean =>
  city.members(indexes.openConnections, place, waysMax).some((id) => {
    const { from, to, bidirectional } = must(imageOf(city, id), id).context.terms;
    return (from === location && to === place) || (bidirectional && to === location && from === place);
  });
