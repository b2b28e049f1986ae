/** Workshops: how one is found by its name, and how one is opened in a place, with a door of its own. */

import type { Facts } from '../../engine/actor-kind.ts';
import { type Effect, each } from '../../engine/effect.ts';
import { type ActorId, slug } from '../../engine/ids.ts';
import type { OpenWorkshop } from '../building/messages.ts';
import { half, podUpkeep } from '../building/tiers.ts';
import type { With } from '../facts.ts';
import type { PodInput } from '../pod/messages.ts';
import { refusal } from '../refusals.ts';
import { imageOf, spawn } from '../registry.ts';
import { type NotAlive, refuseNotAlive, whyNotAlive } from '../resident/payees.ts';
import { isLetIn } from '../room/guests.ts';
import { hasEnded } from './ended.ts';
import type { Position } from './exits.ts';
import { connectionActor, houseOf, innerPlace, podActor, roomActor, takenNames } from './names.ts';
import { knownImage, type Sight } from './visibility.ts';

/** Residents who work in a workshop besides its owner and its representative (A1). */
export const collaboratorsMax = 64;

/** The identifiers that the new workshop and its door will have. */
export interface WorkshopFacts {
  readonly pod: string;
  readonly request: string;
  readonly exit: string;
  /** Those named who do not live here, if any. */
  readonly notAlive: readonly NotAlive[];
}

type Workers = 'collaborators' | 'admitted';

/** Each once. */
const workersOf = ({ collaborators, admitted }: Pick<OpenWorkshop, Workers>): readonly string[] => [
  ...new Set([...collaborators, ...admitted]),
];

export function workshopFacts(facts: Facts, _self: unknown, event: OpenWorkshop): WorkshopFacts {
  return {
    pod: freePodId(facts, event.name),
    request: facts.mint('req'),
    exit: facts.mint('exit'),
    notAlive: [event.representative, ...workersOf(event)].flatMap((one) => whyNotAlive(facts, one) ?? []),
  };
}

/** Why a workshop cannot be opened in the place, if so: its door is elsewhere, somebody named does not live, or it would not last a tick. */
export function faultOfWorkshop(place: string, event: OpenWorkshop & With<WorkshopFacts>): Effect | undefined {
  const { tier, funding, from, facts } = event;
  if (from !== 'current' && from !== place)
    return invalid('connections.0.from', 'the door of a workshop is where it is opened: "current"');
  if (workersOf(event).length > collaboratorsMax)
    return invalid('access', `at most ${collaboratorsMax} residents in all, here and at the door`);
  const [first] = facts.notAlive;
  if (first !== undefined) return refuseNotAlive(first);
  const upkeep = half(podUpkeep(facts.settings, tier));
  if (funding >= upkeep) return undefined;
  return invalid('funding.initial_credits', `at least one tick of its upkeep: ${upkeep / 1000}`);
}

const invalid = (path: string, message: string): Effect => refusal('invalid_request', { issues: [{ path, message }] });

/** The slug of the name, with a number when it is taken (WS4). */
export function freePodId(facts: Facts, name: string): string {
  const plain = slug(name, 'pod');
  let id = plain;
  while (takenNames.has(id) || facts.image(podActor(id)) !== undefined) id = `${plain}-${facts.number()}`;
  return id;
}

/** The workshop, to be entered by its door from `place` (WS1). */
export function openWorkshop(
  place: string,
  event: OpenWorkshop & { readonly facts: Omit<WorkshopFacts, 'notAlive'> },
): Effect {
  const { by, name, tier, representative, funding, entrance, facts } = event;
  const { pod, request, exit } = facts;
  const collaborators = workersOf(event);
  const workshop: PodInput = {
    id: pod,
    name,
    tier,
    beginning: 'workshop',
    creator: by,
    owner: by,
    representative,
    collaborators,
    contributors: event.contributors,
    isSeen: false,
    birthplace: place,
    door: request,
    exit,
    funding,
    description: null,
    pricing: { perEntry: null, perQuery: 0, split: {} },
    features: [],
    code: null,
    entry: null,
    store: null,
  };
  const members = [...new Set([by, representative, ...collaborators])];
  return each([spawn(podActor(pod), workshop), doorOf(place, pod, by, members, { request, exit, entrance })]);
}

/** The way into a workshop: for those who work there, counted against no limit (WS3). */
export function doorOf(
  place: string,
  pod: string,
  requester: string,
  members: readonly string[],
  door: Pick<WorkshopFacts, 'request' | 'exit'> & { readonly entrance: PodInput['description'] },
): Effect {
  return spawn(connectionActor(door.request), {
    terms: {
      request: door.request,
      exit: door.exit,
      from: place,
      to: pod,
      bidirectional: true,
      entrance: door.entrance,
      wayBack: null,
      // Only those who work behind it see it, and nobody sees where they went.
      visibility: 'hidden',
      access: { type: 'members', allowed: members },
      requester,
    },
    beginning: 'door',
    fee: 0,
  });
}

/** The room of this name in the house, if the resident lives there or is invited to it. */
function roomFor(sight: Sight, { id }: Position, house: string, name: string): ActorId<'room'> | undefined {
  // Answers show the whole name of the place, people say the last part of it.
  const actor = roomActor(name.startsWith(`${house}/`) ? name : innerPlace(house, name));
  const room = imageOf(sight, actor);
  return room !== undefined && !hasEnded(room) && isLetIn(room.context, id) ? actor : undefined;
}

/**
 * A workshop by the name that a caller gives it: in a house first a room of that house, then a pod; elsewhere a pod.
 * One's own room is still found from afar, so that one can be told to go home.
 */
export function workshopNamed(
  sight: Sight,
  who: Position,
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
