/**
 * What the Commons and houses hear: who wants to enter, what is to be built in them, what their owner went through, and,
 * at the Commons, the operator founding residents.
 */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, type ContentHash, nameOf } from '../../engine/ids.ts';
import { type ConnectionFacts, connectionFacts, type RequestConnection } from '../building/link.ts';
import type { With } from '../facts.ts';
import { residentActor, roomActor, within } from '../place/names.ts';
import { type OpenWorkshop, type WorkshopFacts, workshopFacts } from '../place/workshop.ts';
import { type Purpose, roomNamesMax } from '../room/messages.ts';

export interface LocationInput {
  readonly id: string;
  readonly kind: 'commons' | 'house';
  readonly name: string;
  readonly owner: string | null;
}

/** The operator brings a resident into the city without a mentor; credits in millicredits, lifespan in ticks. */
export interface Found {
  readonly type: 'found';
  readonly name: string;
  readonly framework: string;
  readonly soul: ContentHash;
  readonly token: string;
  readonly credits: number | null;
  readonly lifespan: number | null;
}

/** The owner wants one more room in its house. */
export interface AddRoom {
  readonly type: 'add_room';
  readonly by: string;
  readonly name: string;
  readonly purpose: Purpose;
  readonly description: ContentHash | null;
}

/** Somebody comes through an exit. */
export interface Enter {
  readonly type: 'enter';
  readonly traveller: string;
  readonly exit: string;
  /** True for a gated connection, and the most that the traveller will pay for it; null when it names no limit. */
  readonly gated: boolean;
  readonly max_toll: number | null;
  /** True when everyone could see where the traveller went. */
  readonly visible: boolean;
  /** True for the exit of a connection, which the traveller now knows. */
  readonly known: boolean;
}

export type LocationEvent =
  | (Found & With<{ readonly number: number }>)
  | (Enter & With<{ readonly isInvited: boolean }>)
  | (AddRoom & With<{ readonly room: RoomBefore; readonly names: number }>)
  | (OpenWorkshop & With<WorkshopFacts>)
  | (RequestConnection & With<ConnectionFacts>)
  | ({ readonly type: 'owner.died' } & With)
  | ({ readonly type: 'ruin.decays' } & With<{ readonly isDeserted: boolean; readonly rooms: readonly ActorId[] }>);

/** An invitation to any room lets one into the house. */
const invitation = (facts: Facts, self: Image, event: Message) => ({
  isInvited: self.state === 'house' && facts.count('invitations', `${self.context['id']} ${event['traveller']}`) > 0,
});

/** A room of that name: `closing` while code still runs in what it was, or is being cleared away. */
type RoomBefore = 'new' | 'ended' | 'closing' | 'there';

function roomBefore(facts: Facts, house: string, name: string): RoomBefore {
  const place = within(house, name);
  const image = facts.image(roomActor(place));
  if (image === undefined) return 'new';
  if (image.state !== 'ended') return 'there';
  return facts.count('calls at', place) > 0 || image.calls.length > 0 ? 'closing' : 'ended';
}

const addition = (facts: Facts, self: Image, event: Message) => {
  const house = String(self.context['id']);
  return { room: roomBefore(facts, house, String(event['name'])), names: facts.count('room names', house) };
};

/**
 * Deserted: nobody stands in the house or in what were its rooms, no code runs there, nothing is being cleared away, and
 * all that would leave with it can hear so.
 */
const decay = (facts: Facts, self: Image) => {
  const house = String(self.context['id']);
  const rooms = facts.members('room names', house, roomNamesMax);
  const isEmpty = (place: string) => facts.count('present', place) === 0 && facts.count('calls at', place) === 0;
  const isOver = (id: ActorId) => facts.image(id)?.state === 'ended' && facts.image(id)?.calls.length === 0;
  const hears = (id: ActorId) => facts.image(id)?.quarantined === false;
  const areOver = rooms.every((id) => isOver(id) && hears(id) && isEmpty(nameOf(id)));
  return { isDeserted: isEmpty(house) && areOver && hears(residentActor(String(self.context['owner']))), rooms };
};

export const locationEvents: Readonly<Record<LocationEvent['type'], EventRule>> = {
  found: { command: true, facts: (facts) => ({ number: facts.number() }) },
  enter: { command: false, facts: invitation },
  add_room: { command: true, facts: addition },
  open_workshop: { command: true, facts: workshopFacts },
  request_connection: { command: true, facts: connectionFacts },
  'owner.died': { command: false },
  'ruin.decays': { command: false, facts: decay },
};
