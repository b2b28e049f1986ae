/** What the Commons and houses must know to decide, beyond what they keep and hear (T6). */
import type { Facts } from '../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../engine/ids.ts';
import { type RequestFacts, requestFacts } from '../connection/requesting.ts';
import type { Heard } from '../facts.ts';
import { indexes } from '../indexes.ts';
import type { EventRules } from '../kind.ts';
import { innerPlace, residentActor, roomActor } from '../place/names.ts';
import { type WorkshopFacts, workshopFacts } from '../place/workshop.ts';
import { type ImageOf, type InboxOf, imageOf } from '../registry.ts';
import { roomNamesMax } from '../room/guests.ts';

/** A room of that name: `closing` while code still runs in what it was, or is being cleared away. */
type RoomBefore = 'new' | 'ended' | 'closing' | 'there';

interface Found {
  readonly found: { readonly number: number };
  readonly enter: { readonly isInvited: boolean };
  readonly add_room: { readonly room: RoomBefore; readonly names: number };
  readonly open_workshop: WorkshopFacts;
  readonly request_connection: RequestFacts;
  readonly 'ruin.decays': { readonly isDeserted: boolean; readonly rooms: readonly ActorId<'room'>[] };
}

export type LocationEvent = Heard<InboxOf<'location'>, Found>;

function roomBefore(facts: Facts, house: string, name: string): RoomBefore {
  const place = innerPlace(house, name);
  const image = imageOf(facts, roomActor(place));
  if (image === undefined) return 'new';
  if (image.state !== 'ended') return 'there';
  return facts.count(indexes.callsAt, place) > 0 || image.calls.length > 0 ? 'closing' : 'ended';
}

/**
 * Deserted: nobody stands in the house or in what were its rooms, no code runs there, nothing is being cleared away, who lived here
 * is in the library of souls, and all that would leave with it can hear so.
 */
function decay(facts: Facts, { context }: ImageOf<'location'>): Found['ruin.decays'] {
  const { id: house, owner } = context;
  const rooms = facts.members(indexes.roomNames, house, roomNamesMax);
  const isEmpty = (place: string) =>
    facts.count(indexes.present, place) === 0 && facts.count(indexes.callsAt, place) === 0;
  const isOver = (id: ActorId) => facts.image(id)?.state === 'ended' && facts.image(id)?.calls.length === 0;
  const hears = (id: ActorId) => facts.image(id)?.quarantined === false;
  /** Its archiving is neither under way nor to be tried again: the dead want nothing else (DD6). */
  const isArchived = (id: ActorId) => facts.image(id)?.calls.length === 0 && facts.image(id)?.wakes.length === 0;
  const areOver = rooms.every((id) => isOver(id) && hears(id) && isEmpty(nameOf(id)));
  const isFree = (id: ActorId) => isArchived(id) && hears(id);
  return { isDeserted: isEmpty(house) && areOver && owner !== null && isFree(residentActor(owner)), rooms };
}

export const locationEvents: EventRules<'location', Found> = {
  found: { command: true, facts: (facts) => ({ number: facts.number() }) },
  enter: {
    command: false,
    // An invitation to any room lets one into the house.
    facts: (facts, { state, context }, { traveller }) => ({
      isInvited: state === 'house' && facts.count(indexes.invitations, `${context.id} ${traveller}`) > 0,
    }),
  },
  add_room: {
    command: true,
    facts: (facts, { context: { id } }, { name }) => ({
      room: roomBefore(facts, id, name),
      names: facts.count(indexes.roomNames, id),
    }),
  },
  open_workshop: { command: true, facts: workshopFacts },
  request_connection: { command: true, facts: requestFacts },
  'owner.died': { command: false },
  'ruin.decays': { command: false, facts: decay },
};
