/** What the Commons and houses must know to decide, beyond what they keep and hear (T6). */
import type { Facts } from '../../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../../engine/ids.ts';
import type { Heard } from '../../../facts.ts';
import { indexes } from '../../../indexes.ts';
import type { EventRules } from '../../../kind.ts';
import { type ImageOf, type InboxOf, imageOf } from '../../../registry.ts';
import { type FrameworkFound, frameworkFound } from '../../../rules/birth/framework-terms.ts';
import { nextSoul } from '../../../rules/birth/soul-queue.ts';
import { visitorsOf } from '../../../rules/people/visitor-capacity.ts';
import { boundTo } from '../../../rules/place/bound.ts';
import { isInUse } from '../../../rules/place/ended.ts';
import { roomNamesMax } from '../../../rules/place/guests.ts';
import { frameworkActor, innerPlace, placeActor, residentActor, roomActor } from '../../../rules/place/names.ts';
import { type RequestFacts, requestFacts } from '../../../rules/place/requesting.ts';
import { jobsToPost } from '../../../rules/work/public-works-budget.ts';
import { type WorkshopFacts, workshopFacts } from '../../../rules/workshops/opening.ts';
import { setting } from '../../../rules/workshops/tiers.ts';

/** A room of that name: `closing` while code still runs in what it was, is being cleared away, or a job still stands there. */
type RoomBefore = 'new' | 'ended' | 'closing' | 'there';

interface Found {
  /** `known`: who has registered by this login already. */
  readonly register_visitor: { readonly number: number; readonly known: string | null; readonly visitors: number };
  /** `site`: the place that is named, as far as there is one. */
  readonly register_station: {
    readonly number: number;
    readonly site: 'unknown' | 'ended' | 'open';
    readonly stations: number;
  };
  readonly found: { readonly number: number; readonly framework: FrameworkFound | null };
  readonly publish_framework: { readonly isTaken: boolean };
  readonly enter: { readonly isInvited: boolean };
  readonly add_room: { readonly room: RoomBefore; readonly names: number };
  readonly open_workshop: WorkshopFacts;
  readonly request_connection: RequestFacts;
  /** Identifiers of the jobs that the city can pay now. */
  readonly 'works.due': { readonly jobs: readonly string[] };
  /** `isQueueEmpty`: nobody waits whom one could adopt. */
  readonly 'soul.due': {
    readonly number: number;
    readonly soul: string;
    readonly isQueueEmpty: boolean;
    readonly framework: FrameworkFound | null;
  };
  readonly 'ruin.decays': { readonly isDeserted: boolean; readonly rooms: readonly ActorId<'room'>[] };
}

export type LocationEvent = Heard<InboxOf<'location'>, Found>;

function roomBefore(facts: Facts, house: string, name: string): RoomBefore {
  const place = innerPlace(house, name);
  const image = imageOf(facts, roomActor(place));
  if (image === undefined) return 'new';
  if (image.state !== 'ended') return 'there';
  const isClosing = boundTo(facts, place) + image.calls.length > 0;
  return isClosing ? 'closing' : 'ended';
}

/**
 * Deserted: nobody stands in the house or in what were its rooms, no code runs there, no job stands there, nothing is being cleared away, who lived here
 * is in the library of souls, and all that would leave with it can hear so.
 */
function decay(facts: Facts, { context }: ImageOf<'location'>): Found['ruin.decays'] {
  const { id: house, owner } = context;
  const rooms = facts.members(indexes.roomNames, house, roomNamesMax);
  const isEmpty = (place: string) => facts.count(indexes.present, place) + boundTo(facts, place) === 0;
  const isOver = (id: ActorId) => facts.image(id)?.state === 'ended' && facts.image(id)?.calls.length === 0;
  const hears = (id: ActorId) => facts.image(id)?.quarantined === false;
  /** Its archiving is neither under way nor to be tried again: the dead want nothing else (DD6). */
  const isArchived = (id: ActorId) => facts.image(id)?.calls.length === 0 && facts.image(id)?.wakes.length === 0;
  const areOver = rooms.every((id) => isOver(id) && hears(id) && isEmpty(nameOf(id)));
  const isFree = (id: ActorId) => isArchived(id) && hears(id);
  return { isDeserted: isEmpty(house) && areOver && owner !== null && isFree(residentActor(owner)), rooms };
}

/** Millicredits in escrow that are not for public works: rewards, fees, prices and gifts of residents and visitors. */
function heldForOthers(facts: Facts): number {
  const forWorks = facts.count(indexes.publicWorks, 'standing') * setting(facts.settings, 'PUBLIC_WORK_REWARD');
  return Math.max(0, facts.balance('escrow') - forWorks);
}

function worksDue(facts: Facts): Found['works.due'] {
  const count = jobsToPost(facts.settings, {
    living: facts.count(indexes.status, 'alive'),
    treasury: facts.balance('treasury'),
    surplus: facts.surplus() + heldForOthers(facts),
    open: facts.count(indexes.publicWorks, 'open'),
  });
  return { jobs: Array.from({ length: count }, () => facts.mint('job')) };
}

export const locationEvents: EventRules<'location', Found> = {
  register_visitor: {
    command: true,
    facts: (facts, _self, { login }) => {
      const known = facts.members(indexes.login, login, 1)[0];
      const visitors = visitorsOf(facts);
      return { number: facts.number(), known: known === undefined ? null : nameOf(known), visitors };
    },
  },
  found: {
    command: true,
    facts: (facts, _self, { framework }) => ({ number: facts.number(), framework: frameworkFound(facts, framework) }),
  },
  register_station: {
    command: true,
    facts: (facts, _self, { location }) => {
      const site = imageOf(facts, placeActor(location));
      return {
        number: facts.number(),
        site: site === undefined ? 'unknown' : isInUse(site) ? 'open' : 'ended',
        stations: facts.count(indexes.stationsAt, location),
      };
    },
  },
  publish_framework: {
    command: true,
    facts: (facts, _self, { id }) => ({ isTaken: imageOf(facts, frameworkActor(id)) !== undefined }),
  },
  'containers.available': { command: false, caller: 'city' },
  'works.due': { command: false, caller: 'city', facts: worksDue },
  'soul.due': {
    command: false,
    caller: 'city',
    facts: (facts, _self, { framework }) => ({
      number: facts.number(),
      soul: facts.mint('soul'),
      isQueueEmpty: nextSoul(facts) === null,
      framework: frameworkFound(facts, framework),
    }),
  },
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
