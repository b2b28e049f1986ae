/**
 * What a resident may do to the places around it: which actor each errand goes to, where one must stand for it, and what
 * it costs, as far as that is known before that actor is asked (T6). Whether it may is the other's chart to say.
 */

import type { Facts } from '../../engine/actor-kind.ts';
import { type ActorId, kindOf } from '../../engine/ids.ts';
import { requestFee } from '../building/link.ts';
import { deployCost, half, setting } from '../building/tiers.ts';
import type { MessageOf } from '../facts.ts';
import { indexes } from '../indexes.ts';
import type { EventRules } from '../kind.ts';
import type { Standing } from '../place/exits.ts';
import {
  connectionActor,
  homeOf,
  houseOf,
  locationActor,
  type PlaceKind,
  placeActor,
  podActor,
  roomActor,
  within,
} from '../place/names.ts';
import { knownImage, type Sight } from '../place/visibility.ts';
import { callPrice } from '../pod/base.ts';
import { type ImageOf, imageOf } from '../registry.ts';
import { isLetIn } from '../room/guests.ts';
import { roomUpkeep } from '../room/machine.ts';
import type { PlaceCommand, PlaceCommands } from './messages.ts';
import { wronglyNamed } from './named.ts';

/** How an errand goes. */
export interface Errand {
  /** Who is asked; null when nobody can be. */
  readonly target: ActorId<PlaceKind | 'connection-request'> | null;
  /** Where one must stand for it: there, or in a room of that house; null for anywhere. */
  readonly required: string | null;
  /** What one must have, and has, in millicredits. */
  readonly price: number;
  readonly balance: number;
  /** Calls and runs that are under way. */
  readonly openCalls: number;
  /** Those named in a list who cannot be. */
  readonly wronglyNamed: ReturnType<typeof wronglyNamed>;
  /** Fields that the one who is asked cannot know by itself. */
  readonly adds: Readonly<Record<string, unknown>>;
}

/** The facts of each command that goes to a place. */
export type FoundOfErrands = { readonly [Type in keyof PlaceCommands]: Errand };

/** What of an errand depends on the command; the rest is the same for all. */
type Route = Partial<Errand> & Pick<Errand, 'target'>;
/** How one command finds its way. */
type Router<Type extends keyof PlaceCommands> = (
  facts: Facts,
  self: ImageOf<'resident'>,
  event: MessageOf<PlaceCommands, Type>,
) => Route;

/** The room of this name in the house, if the resident lives there or is invited to it. */
function roomFor(sight: Sight, { id }: Standing, house: string, name: string): ActorId<'room'> | undefined {
  // Answers show the whole name of the place, people say the last part of it.
  const actor = roomActor(name.startsWith(`${house}/`) ? name : within(house, name));
  const room = imageOf(sight, actor);
  return room !== undefined && room.state !== 'ended' && isLetIn(room.context, id) ? actor : undefined;
}

/**
 * A workshop by the name that a caller gives it: in a house first a room of that house, then a pod; elsewhere a pod.
 * One's own room is still found from afar, so that one can be told to go home.
 */
export function workshopNamed(
  sight: Sight,
  who: Standing,
  name: string,
): { readonly target: ActorId<'pod' | 'room'> | null; readonly required: string | null } {
  const house = houseOf(who.location);
  const here = house === undefined ? undefined : roomFor(sight, who, house, name);
  if (house !== undefined && here !== undefined) return { target: here, required: house };
  const pod = podActor(name);
  if (knownImage(sight, who.id, pod) !== undefined) return { target: pod, required: name };
  const own = roomFor(sight, who, who.home, name);
  return own === undefined ? { target: null, required: null } : { target: own, required: who.home };
}

/** True for whoever stands there, or in a room of the house that is meant (HR7). */
export const standsAt = (location: string, required: string): boolean =>
  location === required || houseOf(location) === required;

/** A hidden place is nobody's whom it does not concern, as one that was never built. */
function pod(facts: Facts, { context }: ImageOf<'resident'>, event: { readonly pod: string }): Route {
  const actor = podActor(event.pod);
  return { target: knownImage(facts, context.id, actor) === undefined ? null : actor };
}

const funding: Router<'fund'> = (facts, self, event) => ({ ...pod(facts, self, event), price: event.amount });

const request = (_facts: Facts, _self: unknown, event: { readonly request: string }): Route => ({
  target: connectionActor(event.request),
});
const exit = (facts: Facts, _self: unknown, event: { readonly exit: string }): Route => ({
  target: facts.members(indexes.exit, event.exit, 1)[0] ?? null,
});
const workshop = (facts: Facts, { context }: ImageOf<'resident'>, event: { readonly workshop: string }) =>
  workshopNamed(facts, context, event.workshop);

/** A deploy says itself where one must stand, after it knows what is deployed. */
const source: Router<'deploy'> = (facts, { context }, event) => ({
  target: workshopNamed(facts, context, event.source).target,
});

/** Where one stands, unless another place is named. */
const opening: Router<'open_workshop'> = (facts, { context }, { place, tier, funding }) => ({
  target: placeActor(context.location),
  required: place === 'current' ? null : place,
  price: half(deployCost(facts.settings, tier)) + funding,
});

const connecting: Router<'request_connection'> = (facts, { context }, { from, to }) => ({
  target: placeActor(from),
  required: from,
  price: requestFee(facts, from, to, context.id),
});

const calling: Router<'call_service'> = (facts, { context }, { service }) => {
  const place = placeActor(service);
  const image = knownImage(facts, context.id, place);
  if (image === undefined || !['pod', 'container'].includes(kindOf(place))) return { target: null };
  return { target: place, required: service, price: callPrice(image) };
};

/** One must be able to pay a tick of what one will pay then, and what one owes (HR2). */
const addingRoom: Router<'add_room'> = (facts, { id, context }, { purpose }) => ({
  target: locationActor(homeOf(context.id)),
  required: context.home,
  price: facts.burn(id) + facts.owed(id) + roomUpkeep(facts.settings, purpose),
});

const ownRoom = (_facts: Facts, { context }: ImageOf<'resident'>, event: { readonly name: string }): Route => ({
  target: roomActor(within(context.home, event.name)),
  required: context.home,
});

const containerSource: Router<'deploy_container'> = (facts, self, event) => ({
  ...pod(facts, self, event),
  adds: { source: workshop(facts, self, event).target },
});

/** The rule of a command that goes to a place. */
const errand = <Event>(route: (facts: Facts, self: ImageOf<'resident'>, event: Event) => Route) => ({
  command: true,
  facts: (facts: Facts, self: ImageOf<'resident'>, event: Event & PlaceCommand): Errand => ({
    required: null,
    price: 0,
    adds: {},
    ...route(facts, self, event),
    balance: facts.balance(self.id),
    wronglyNamed: wronglyNamed(facts, event),
    openCalls: facts.count(indexes.openCalls, self.context.id),
  }),
});

export const errandEvents: Pick<EventRules<'resident', FoundOfErrands>, keyof PlaceCommands> = {
  open_workshop: errand(opening),
  write_code: errand(workshop),
  run_code: errand(workshop),
  deploy: errand(source),
  request_connection: errand(connecting),
  approve_connection: errand(request),
  reject_connection: errand(request),
  update_connection: errand(exit),
  close_connection: errand(exit),
  fund: errand(funding),
  appoint: errand(pod),
  transfer_pod: errand(pod),
  set_access: errand(pod),
  set_pricing: errand(pod),
  allow_container: errand(pod),
  deploy_container: errand(containerSource),
  remove_container: errand(pod),
  call_service: errand(calling),
  add_room: errand(addingRoom),
  remove_room: errand(ownRoom),
  invite: errand(ownRoom),
  revoke: errand(ownRoom),
};

/** The commands that go to a place. */
export const placeCommands = Object.keys(errandEvents) as readonly (keyof PlaceCommands)[];

/** What every resident may have under way at once (CD5). */
export const openCallsMax = (settings: Facts['settings']): number => setting(settings, 'OPEN_CALLS_MAX');
