/**
 * What a resident may do to the places around it: which actor each errand goes to, where one must stand for it, and what
 * it costs, as far as that is known before that actor is asked (T6). Whether it may is the other's chart to say.
 */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, type ContentHash, kindOf } from '../../engine/ids.ts';
import type { Deploy } from '../building/deploy.ts';
import { type RequestConnection, requestFee } from '../building/link.ts';
import { deployCost, half, setting, type Tier } from '../building/tiers.ts';
import type { WriteCode } from '../code/code.ts';
import type { Visibility } from '../connection/messages.ts';
import type { Access } from '../place/access.ts';
import type { Standing } from '../place/exits.ts';
import {
  connectionActor,
  homeOf,
  houseOf,
  locationActor,
  placeActor,
  podActor,
  roomActor,
  within,
} from '../place/names.ts';
import { knownImage, type Sight } from '../place/visibility.ts';
import type { OpenWorkshop } from '../place/workshop.ts';
import { callPrice } from '../pod/base.ts';
import type { Pricing } from '../pod/input.ts';
import { type RoomContext, roomUpkeep } from '../room/machine.ts';
import { isLetIn, type Purpose } from '../room/messages.ts';
import { wronglyNamed } from './named.ts';

type Sent<Type extends string, Fields = object> = { readonly type: Type } & Fields;
type FromCaller<T> = Omit<T, 'by' | 'standing'>;

/** Sent by the resident itself, through a gateway; `by` and `standing` are added on the way. */
export type ErrandCommand =
  | (FromCaller<OpenWorkshop> & { readonly place: string })
  | (FromCaller<WriteCode> & { readonly workshop: string })
  | Sent<'run_code', { readonly workshop: string }>
  | (FromCaller<Deploy> & { readonly source: string })
  | FromCaller<RequestConnection>
  | Sent<'approve_connection' | 'reject_connection', { readonly request: string }>
  | Sent<'close_connection', { readonly exit: string }>
  | Sent<
      'update_connection',
      {
        readonly exit: string;
        readonly entrance: ContentHash | null;
        readonly way_back: ContentHash | null;
        readonly visibility: Visibility | null;
        readonly access: Access | null;
      }
    >
  | Sent<'fund', { readonly pod: string; readonly amount: number }>
  | Sent<'appoint' | 'transfer_pod', { readonly pod: string; readonly to: string }>
  | Sent<'set_access', { readonly pod: string; readonly access: Access }>
  | Sent<'set_pricing', { readonly pod: string; readonly pricing: Pricing }>
  | Sent<
      'allow_container',
      {
        readonly pod: string;
        readonly agent: string;
        readonly name: string;
        readonly cpuMillis: number;
        readonly memoryMib: number;
      }
    >
  | Sent<
      'deploy_container',
      {
        readonly pod: string;
        readonly name: string;
        readonly workshop: string;
        readonly description: ContentHash | null;
      }
    >
  | Sent<'remove_container', { readonly pod: string; readonly name: string }>
  | Sent<'call_service', { readonly service: string; readonly input: string; readonly max_price: number | null }>
  | Sent<'add_room', { readonly name: string; readonly purpose: Purpose; readonly description: ContentHash | null }>
  | Sent<'remove_room', { readonly name: string }>
  | Sent<'invite' | 'revoke', { readonly name: string; readonly residents: readonly string[] }>;

/** How an errand goes. */
export interface Errand {
  /** Who is asked; null when nobody can be. */
  readonly target: ActorId | null;
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

type Going = Partial<Errand> & { readonly target: ActorId | null };

const isOpen = (image: Image | undefined): image is Image => image !== undefined && image.state !== 'ended';

/** The room of this name in the house, if the resident lives there or is invited to it. */
function roomFor(sight: Sight, { id }: Standing, house: string, name: string): ActorId | undefined {
  // Answers show the whole name of the place, people say the last part of it.
  const room = sight.image(roomActor(name.startsWith(`${house}/`) ? name : within(house, name)));
  return isOpen(room) && isLetIn(room.context as unknown as RoomContext, id) ? room.id : undefined;
}

/**
 * A workshop by the name that a caller gives it: in a house first a room of that house, then a pod; elsewhere a pod.
 * One's own room is still found from afar, so that one can be told to go home.
 */
export function workshopNamed(
  sight: Sight,
  who: Standing,
  name: string,
): { readonly target: ActorId | null; readonly required: string | null } {
  const house = houseOf(who.location);
  const here = house === undefined ? undefined : roomFor(sight, who, house, name);
  if (house !== undefined && here !== undefined) return { target: here, required: house };
  const pod = knownImage(sight, who.id, podActor(name));
  if (pod !== undefined) return { target: pod.id, required: name };
  const own = roomFor(sight, who, who.home, name);
  return own === undefined ? { target: null, required: null } : { target: own, required: who.home };
}

/** True for whoever stands there, or in a room of the house that is meant. */
export const standsAt = (location: string, required: string): boolean =>
  location === required || houseOf(location) === required;

const standingOf = (self: Image): Standing => self.context as unknown as Standing;

/** A hidden place is nobody's whom it does not concern, as one that was never built. */
const pod = (facts: Facts, self: Image, event: Message): Going => ({
  target: knownImage(facts, standingOf(self).id, podActor(String(event['pod'])))?.id ?? null,
});

const request = (_facts: Facts, _self: Image, event: Message): Going => ({
  target: connectionActor(String(event['request'])),
});
const exit = (facts: Facts, _self: Image, event: Message): Going => ({
  target: facts.members('exit', String(event['exit']), 1)[0] ?? null,
});
const workshop = (facts: Facts, self: Image, event: Message): Going =>
  workshopNamed(facts, standingOf(self), String(event['workshop']));

/** A deploy says itself where one must stand, after it knows what is deployed (contract 4.7). */
const source = (facts: Facts, self: Image, event: Message): Going => ({
  target: workshopNamed(facts, standingOf(self), String(event['source'])).target,
});

/** Where one stands, unless another place is named. */
function opening(facts: Facts, self: Image, event: Message): Going {
  const { location } = standingOf(self);
  const { place, tier, funding } = event as Message & { place: string; tier: Tier; funding: number };
  return {
    target: placeActor(location),
    required: place === 'current' ? null : place,
    price: half(deployCost(facts.settings, tier)) + funding,
  };
}

function connecting(facts: Facts, self: Image, event: Message): Going {
  const { from, to } = event as Message & { from: string; to: string };
  return { target: placeActor(from), required: from, price: requestFee(facts, from, to, standingOf(self).id) };
}

function calling(facts: Facts, self: Image, event: Message): Going {
  const service = String(event['service']);
  const image = knownImage(facts, standingOf(self).id, placeActor(service));
  if (image === undefined || !['pod', 'container'].includes(kindOf(image.id))) return { target: null };
  return { target: image.id, required: service, price: callPrice(image) };
}

/** One must be able to pay a tick of what one will pay then, and what one owes. */
function addingRoom(facts: Facts, self: Image, event: Message): Going {
  const { id, home } = standingOf(self);
  const price = facts.burn(self.id) + facts.owed(self.id) + roomUpkeep(facts.settings, event['purpose'] as Purpose);
  return { target: locationActor(homeOf(id)), required: home, price };
}

const ownRoom = (_facts: Facts, self: Image, event: Message): Going => {
  const { home } = standingOf(self);
  return { target: roomActor(within(home, String(event['name']))), required: home };
};

const containerSource = (facts: Facts, self: Image, event: Message): Going => ({
  ...pod(facts, self, event),
  adds: { source: workshop(facts, self, event).target },
});

const goings: Readonly<Record<ErrandCommand['type'], (facts: Facts, self: Image, event: Message) => Going>> = {
  open_workshop: opening,
  write_code: workshop,
  run_code: workshop,
  deploy: source,
  request_connection: connecting,
  approve_connection: request,
  reject_connection: request,
  update_connection: exit,
  close_connection: exit,
  fund: (facts, self, event) => ({ ...pod(facts, self, event), price: Number(event['amount']) }),
  appoint: pod,
  transfer_pod: pod,
  set_access: pod,
  set_pricing: pod,
  allow_container: pod,
  deploy_container: containerSource,
  remove_container: pod,
  call_service: calling,
  add_room: addingRoom,
  remove_room: ownRoom,
  invite: ownRoom,
  revoke: ownRoom,
};

function errand(facts: Facts, self: Image, event: Message): Errand {
  const going = goings[event.type as ErrandCommand['type']](facts, self, event);
  return {
    required: null,
    price: 0,
    adds: {},
    ...going,
    balance: facts.balance(self.id),
    wronglyNamed: wronglyNamed(facts, event),
    openCalls: facts.count('open calls', standingOf(self).id),
  };
}

const rule = { command: true, facts: errand } as const;

export const errandEvents = Object.fromEntries(Object.keys(goings).map((type) => [type, rule])) as Readonly<
  Record<ErrandCommand['type'], EventRule>
>;

/** What every resident may have under way at once. */
export const openCallsMax = (settings: Facts['settings']): number => setting(settings, 'OPEN_CALLS_MAX');
