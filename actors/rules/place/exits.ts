/**
 * Which exits a resident has where it stands, and where each leads: one rule for looking, going and listening. Some exits are connections,
 * with an identifier of their own. The others belong to the places: a house and its rooms, a pod and its containers. These carry the name
 * of the place behind them.
 */

import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { isRunning } from '../../kinds/container/state.ts';
import { imageOf } from '../../registry.ts';
import { isLetIn } from './guests.ts';
import {
  around,
  commons,
  commonsExit,
  containerActor,
  homeExit,
  houseOf,
  locationActor,
  type PlaceKind,
  placeActor,
  roomActor,
} from './names.ts';
import { hasEnded, isInUse } from './states.ts';
import type { PlaceReader } from './visibility.ts';

/** The resident, and where it stands and lives. */
export interface Position {
  readonly id: string;
  readonly home: string;
  readonly location: string;
}

/** Where an exit leads, and the actor that is asked: the place itself, or the connection to it, which the resident knows afterwards. */
export type Destination = {
  readonly place: string;
  /** True when everyone who stands here can see it. */
  readonly visible: boolean;
} & (
  | { readonly known: true; readonly asks: ActorId<'connection-request'> }
  | { readonly known: false; readonly asks: ActorId<PlaceKind> }
);

/** Where the exit leads from here, if the resident may know of it. Presenting its id proves that (MV2, MV3). */
export function wayThrough(city: PlaceReader, who: Position, exit: string): Destination | null {
  if (exit === homeExit) return plain(who.home, false);
  if (exit === commonsExit) return plain(commons, true);
  const [connection] = city.members(indexes.exit, exit, 1);
  if (connection !== undefined) return throughConnection(city, who, connection);
  return exit.includes('/') || exit === around(who.location) ? throughDoor(city, who, exit) : null;
}

/** `home` and `commons` work from anywhere, so their destination is no secret. Whose home it is, is one. */
const plain = (place: string, visible: boolean): Destination => ({
  place,
  asks: placeActor(place),
  known: false,
  visible,
});

function throughConnection(
  city: PlaceReader,
  { location }: Position,
  id: ActorId<'connection-request'>,
): Destination | null {
  const image = imageOf(city, id);
  if (image === undefined) return null;
  const { terms } = image.context;
  const place = location === terms.from ? terms.to : terms.from;
  return { place, asks: id, known: true, visible: terms.visibility === 'visible' };
}

/** Ways into an inner place, and out of it. */
function throughDoor(city: PlaceReader, who: Position, exit: string): Destination | null {
  const { location } = who;
  // A ruin has no exits but `home` and `commons`.
  if (isRuin(city, location)) return null;
  if (exit === around(location)) return plain(exit, houseOf(exit) === undefined);
  if (location === commons && houseOf(exit) === exit)
    return city.image(locationActor(exit)) ? plain(exit, false) : null;
  if (around(exit) !== location) return null;
  if (houseOf(location) !== location) return runs(city, containerActor(exit)) ? plain(exit, true) : null;
  return mayKnowRoom(city, who, exit) ? plain(exit, false) : null;
}

function isRuin(city: PlaceReader, place: string): boolean {
  const image = imageOf(city, placeActor(place));
  return image !== undefined && !isInUse(image);
}

function runs(city: PlaceReader, container: ActorId<'container'>): boolean {
  const image = imageOf(city, container);
  return image !== undefined && isRunning(image);
}

function mayKnowRoom(city: PlaceReader, { id }: Position, room: string): boolean {
  const image = imageOf(city, roomActor(room));
  if (image === undefined || hasEnded(image)) return false;
  return isLetIn(image.context, id);
}

/** Houses that the resident may enter: its own, and those where it is invited to a room; at most `limit`. */
function housesFor(city: PlaceReader, { id, home }: Position, limit: number): readonly string[] {
  const houses = new Set([home]);
  for (const room of city.members(indexes.invitations, id, limit)) houses.add(houseOf(nameOf(room)) ?? home);
  return [...houses].slice(0, limit);
}

/** Rooms of the house that the resident may enter, at most `limit`. */
function roomsFor(city: PlaceReader, who: Position, house: string, limit: number): readonly string[] {
  const rooms =
    house === who.home
      ? city.members(indexes.rooms, house, limit)
      : city.members(indexes.invitations, `${house} ${who.id}`, limit);
  return rooms.map(nameOf);
}

/** Connections by which everyone can leave the place, at most `limit`. */
const visibleConnections = (
  city: PlaceReader,
  place: string,
  limit: number,
): readonly ActorId<'connection-request'>[] => city.members(indexes.exits, `visible ${place}`, limit);

/** Doors of the workshops here on which the resident works, at most `limit`. */
export const doorsFor = (
  city: PlaceReader,
  { id, location }: Position,
  limit: number,
): readonly ActorId<'connection-request'>[] => city.members(indexes.exits, `door ${location} ${id}`, limit);

/** Containers that run in the pod, at most `limit`. */
const containersIn = (city: PlaceReader, pod: string, limit: number): readonly string[] =>
  city
    .members(indexes.containers, pod, limit)
    .filter((id) => runs(city, id))
    .map(nameOf);

/** The places behind the exits that the resident sees, at most `limit`: how far a shout carries. */
export function placesBehind(city: PlaceReader, who: Position, limit: number): readonly string[] {
  const { location } = who;
  const places = new Set(implicitPlaces(city, who, limit));
  for (const id of [...visibleConnections(city, location, limit), ...doorsFor(city, who, limit)]) {
    const destination = throughConnection(city, who, id);
    if (destination !== null) places.add(destination.place);
  }
  return [...places].slice(0, limit);
}

/** The places that one sees from here without any connection. */
export function implicitPlaces(city: PlaceReader, who: Position, limit: number): readonly string[] {
  const { location } = who;
  if (isRuin(city, location)) return [];
  if (location === commons) return housesFor(city, who, limit);
  const outer = around(location);
  if (outer !== undefined) return [outer];
  if (houseOf(location) === location) return [commons, ...roomsFor(city, who, location, limit)];
  return containersIn(city, location, limit);
}
