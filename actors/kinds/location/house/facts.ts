/** What a house must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../../engine/ids.ts';
import type { Heard } from '../../../facts.ts';
import { indexes } from '../../../indexes.ts';
import type { EventRules } from '../../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../../registry.ts';
import { boundTo } from '../../../rules/place/bound-actors.ts';
import type { AskedOf } from '../../../rules/place/command-messages.ts';
import { roomNamesMax } from '../../../rules/place/guests.ts';
import { innerPlace, residentActor, roomActor } from '../../../rules/place/names.ts';
import { hasEnded } from '../../../rules/place/states.ts';
import type { Building, BuildingFound } from '../building.ts';
import type { HouseInbox } from '../messages.ts';

/** A former room of that name. `closing`: its code still runs, it is being removed, or a job at it has not ended. */
type RoomBefore = 'new' | 'ended' | 'closing' | 'there';

export interface HouseFound {
  readonly enter: { readonly isInvited: boolean };
  readonly add_room: { readonly room: RoomBefore; readonly names: number };
  readonly 'ruin.decays': { readonly isDeserted: boolean; readonly rooms: readonly ActorId<'room'>[] };
}

type Asked = HouseInbox & Pick<AskedOf<'location'>, 'add_room'>;

export type HouseEvent = Heard<Asked & Building, HouseFound & BuildingFound>;

function roomBefore(facts: Facts, house: string, name: string): RoomBefore {
  const place = innerPlace(house, name);
  const image = imageOf(facts, roomActor(place));
  if (image === undefined) return 'new';
  if (!hasEnded(image)) return 'there';
  const isClosing = boundTo(facts, place) + image.calls.length > 0;
  return isClosing ? 'closing' : 'ended';
}

/**
 * True for a deserted house: nobody stands in it or in what were its rooms, no code runs there, no job is open there, nothing is being
 * removed, the dead owner is in the library of souls, and every actor that would leave with it can hear the message.
 */
function decay(facts: Facts, { context }: ImageOf<'location'>): HouseFound['ruin.decays'] {
  const { id: house, owner } = context;
  const rooms = facts.members(indexes.roomNames, house, roomNamesMax);
  const isEmpty = (place: string) => facts.count(indexes.present, place) + boundTo(facts, place) === 0;
  const isOver = (id: ActorId<'room'>) => {
    const room = imageOf(facts, id);
    return room !== undefined && hasEnded(room) && room.calls.length === 0;
  };
  const hears = (id: ActorId) => facts.image(id)?.quarantined === false;
  /** Its archiving has succeeded: it is neither under way nor due again. The dead ask for no other effect (DD6). */
  const isArchived = (id: ActorId) => facts.image(id)?.calls.length === 0 && facts.image(id)?.wakes.length === 0;
  const areOver = rooms.every((id) => isOver(id) && hears(id) && isEmpty(nameOf(id)));
  const isFree = (id: ActorId) => isArchived(id) && hears(id);
  return { isDeserted: isEmpty(house) && areOver && owner !== null && isFree(residentActor(owner)), rooms };
}

export const houseEvents: Pick<EventRules<'location', HouseFound>, keyof Asked> = {
  enter: {
    command: false,
    // An invitation to any room lets one into the house.
    facts: (facts, { context }, { traveller }) => ({
      isInvited: facts.count(indexes.invitations, `${context.id} ${traveller}`) > 0,
    }),
  },
  add_room: {
    command: true,
    facts: (facts, { context: { id } }, { name }) => ({
      room: roomBefore(facts, id, name),
      names: facts.count(indexes.roomNames, id),
    }),
  },
  'owner.died': { command: false },
  'ruin.decays': { command: false, facts: decay },
};
