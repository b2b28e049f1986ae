/** The city's places: how they, residents and topics are named, and which actor is behind a name. Names are minted in `engine/ids.ts`. */
import { type ActorId, actorId, housing } from '../../../engine/ids.ts';

/** The central square: the one place that always exists. */
export const commons = 'city-commons';

/** The place that is this resident's home. */
export const homeOf = (resident: string): string => `${housing}${resident}`;

/** The resident whose house the place is. */
export const ownerOf = (place: string): string | undefined =>
  houseOf(place) === place ? place.slice(housing.length) : undefined;

/** The name of a room of a house, or of a container in a pod. */
export const innerPlace = (place: string, name: string): string => `${place}/${name}`;

/** The house that the place is, or is a room of. */
export function houseOf(place: string): string | undefined {
  if (!place.startsWith(housing)) return undefined;
  const slash = place.indexOf('/', housing.length);
  return slash < 0 ? place : place.slice(0, slash);
}

/** The place around this one: for a room its house, for a container its pod. */
export function around(place: string): string | undefined {
  const slash = place.lastIndexOf('/');
  return slash < 0 || houseOf(place) === place ? undefined : place.slice(0, slash);
}

/** True at the required place, or in a room of the required house (HR7). */
export const standsAt = (location: string, required: string): boolean =>
  location === required || houseOf(location) === required;

/** The last part of a place's name: what a room or container is called inside. */
export const innerName = (place: string): string => place.slice(place.lastIndexOf('/') + 1);

/** The topic of everything that those present at a place hear. */
export const at = (place: string): string => `at:${place}`;

export const residentActor = (resident: string): ActorId<'resident'> => actorId('resident', resident);
export const locationActor = (place: string): ActorId<'location'> => actorId('location', place);
export const roomActor = (place: string): ActorId<'room'> => actorId('room', place);
export const podActor = (pod: string): ActorId<'pod'> => actorId('pod', pod);
export const containerActor = (place: string): ActorId<'container'> => actorId('container', place);
export const connectionActor = (request: string): ActorId<'connection-request'> =>
  actorId('connection-request', request);
export const serviceCallActor = (call: string): ActorId<'service-call'> => actorId('service-call', call);
export const visitorActor = (visitor: string): ActorId<'visitor'> => actorId('visitor', visitor);
export const soulActor = (soul: string): ActorId<'soul'> => actorId('soul', soul);
export const frameworkActor = (framework: string): ActorId<'framework'> => actorId('framework', framework);
export const jobActor = (job: string): ActorId<'job'> => actorId('job', job);
export const stationActor = (station: string): ActorId<'portal-station'> => actorId('portal-station', station);
export const printActor = (print: string): ActorId<'print'> => actorId('print', print);
export const questionActor = (question: string): ActorId<'question'> => actorId('question', question);
export const noteActor = (note: string): ActorId<'note'> => actorId('note', note);
export const callActor = (call: string): ActorId<'call'> => actorId('call', call);

/** Registers of events for the operator (`Audience.registers`): deaths, and beginnings of lineages. */
export const registers = { deaths: 'deaths', lineages: 'lineages' } as const;

/** The register of a visitor's souls that have died: the list of its living souls has them no more (SO8). */
export const endedSoulsOf = (visitor: string): string => `souls-ended:${visitor}`;

/** The kinds of actors that are places with code, and those that are places. */
export type CodePlaceKind = 'room' | 'pod' | 'container';
export type PlaceKind = 'location' | CodePlaceKind;

/** The actor of this place. */
export function placeActor(place: string): ActorId<PlaceKind> {
  return place === commons || houseOf(place) === place ? locationActor(place) : codePlaceActor(place);
}

/** The actor of this place, which is neither the Commons nor a house. */
export function codePlaceActor(place: string): ActorId<CodePlaceKind> {
  if (houseOf(place) !== undefined) return roomActor(place);
  return place.includes('/') ? containerActor(place) : podActor(place);
}

/** Identifiers of exits that always work, from anywhere. */
export const homeExit = 'home';
export const commonsExit = 'commons';

/** Names that no pod may take. */
export const takenNames: ReadonlySet<string> = new Set([
  commons,
  'city-housing',
  commonsExit,
  homeExit,
  'current',
  'portal',
]);
