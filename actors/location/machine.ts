/**
 * The Commons and the houses. The Commons takes everyone in and is where founders come from; a house takes in its owner
 * and those invited to a room of it, these for a toll by a gated way, and becomes a ruin when the owner dies: nobody enters,
 * whoever is inside may leave. Deserted, it leaves the city, with its rooms and its owner.
 * Both are places to build in: workshops are opened, connections begin and end here.
 */
import { assertEvent, emit, not, setup } from 'xstate';
import type { Settings } from '../../engine/actor-kind.ts';
import { type Effect, each, post, refusal, retire, send, spawn, wake } from '../../engine/effect.ts';
import { residentId } from '../../engine/ids.ts';
import { faultOfEnds, fullEnd, orNothing, spawnRequest } from '../building/link.ts';
import { setting } from '../building/tiers.ts';
import { homeOf, locationActor, residentActor, roomActor, within } from '../place/names.ts';
import { faultOfWorkshop, openWorkshop } from '../place/workshop.ts';
import { tellReceived } from '../resident/payees.ts';
import { type RoomInput, roomNamesMax } from '../room/messages.ts';
import type { LocationEvent, LocationInput } from './messages.ts';

export type LocationContext = LocationInput;

/** Millicredits that a guest pays its owner for entering a house; `gated`: by a gated connection. */
export const houseToll = (gated: boolean, settings: Settings): number =>
  gated ? setting(settings, 'TOLL_DEFAULT') : 0;

const machine = setup({
  types: {
    context: {} as LocationContext,
    events: {} as LocationEvent,
    emitted: {} as Effect,
    input: {} as LocationInput,
  },
  guards: {
    isCommons: ({ context }) => context.kind === 'commons',
    mayEnter: ({ context, event }) => {
      assertEvent(event, 'enter');
      return event.traveller === context.owner || event.facts.isInvited;
    },
    tollWithinLimit: (scene) => tollOf(scene) <= tollLimit(scene),
    byOwner: ({ context, event }) => 'by' in event && event.by === context.owner,
    nameIsLeft: (scene) => addition(scene).facts.room !== 'new' || addition(scene).facts.names < roomNamesMax,
    roomIsNew: (scene) => addition(scene).facts.room === 'new',
    roomIsClosing: (scene) => addition(scene).facts.room === 'closing',
    roomHasEnded: (scene) => addition(scene).facts.room === 'ended',
    workshopIsSound: (scene) => faultOfWorkshop(scene.context.id, opening(scene)) === undefined,
    endsStand: (scene) => faultOfEnds(asked(scene)) === undefined,
    endsHaveRoom: (scene) => fullEnd(asked(scene).facts.ends) === undefined,
    isDeserted: ({ event }) => {
      assertEvent(event, 'ruin.decays');
      return event.facts.isDeserted;
    },
    lifespanTooLong: ({ event }) => {
      assertEvent(event, 'found');
      return (event.lifespan ?? 0) > (event.facts.settings['MAX_LIFESPAN_TICKS'] ?? 0);
    },
  },
  actions: {
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
    refuseLifespan: emit(({ event }) => {
      const message = `at most ${event.facts.settings['MAX_LIFESPAN_TICKS'] ?? 0} ticks`;
      return refusal('invalid_request', { issues: [{ path: 'lifespan_ticks', message }] });
    }),
    refuseAsRuin: emit(({ context }) => refusal('pod_shut_down', { location: context.id })),
    admit: emit(({ context, event }) => {
      assertEvent(event, 'enter');
      const { traveller, exit, visible, known } = event;
      return send(residentActor(traveller), { type: 'admitted', place: context.id, exit, visible, known, toll: 0 });
    }),
    refuseToll: emit((scene) => refusal('price_changed', { price: tollOf(scene), max: tollLimit(scene) })),
    collectToll: emit((scene) => {
      const { id: place, owner } = scene.context;
      const toll = tollOf(scene);
      if (toll === 0 || owner === null) return each([]);
      const { traveller: from } = entering(scene);
      const payee = residentActor(owner);
      return each([
        post(residentActor(from), payee, toll, 'toll'),
        tellReceived(payee, { reason: 'toll', from, place, amount: toll / 1000 }),
      ]);
    }),
    admitForToll: emit((scene) => {
      const { traveller, exit, visible, known } = entering(scene);
      const admitted = { type: 'admitted', place: scene.context.id, exit, visible, known, toll: tollOf(scene) };
      return send(residentActor(traveller), admitted);
    }),
    refuseStranger: emit(({ context }) => refusal('not_representative', { representative: context.owner })),
    refuseName: emit(() =>
      refusal('invalid_request', {
        issues: [
          { path: 'name', message: `rooms of this house have had ${roomNamesMax} names: use one of them again` },
        ],
      }),
    ),
    addRoom: emit((scene) => spawn(roomActor(roomOf(scene).id), { ...roomOf(scene) })),
    addRoomAgain: emit((scene) => send(roomActor(roomOf(scene).id), { type: 'reopen', ...roomOf(scene) })),
    refuseWorkshop: emit((scene) => orNothing(faultOfWorkshop(scene.context.id, opening(scene)))),
    openWorkshop: emit((scene) => openWorkshop(scene.context.id, opening(scene))),
    refuseEnds: emit((scene) => orNothing(faultOfEnds(asked(scene)))),
    refuseFull: emit((scene) => orNothing(fullEnd(asked(scene).facts.ends))),
    spawnRequest: emit((scene) => spawnRequest(asked(scene))),
    awaitDecay: emit(({ event: { facts } }) =>
      wake(facts.tick + setting(facts.settings, 'RUIN_DECAY_TICKS'), { type: 'ruin.decays' }),
    ),
    /** Whoever lived here is a tombstone from then on, and so is the house. */
    clearAway: emit(({ context, event }) => {
      assertEvent(event, 'ruin.decays');
      const leave = [...event.facts.rooms, residentActor(context.owner ?? '')];
      return each(leave.map((one) => send(one, { type: 'leaves' })));
    }),
    leave: emit(() => retire),
    buildHouse: emit(({ event }) => {
      assertEvent(event, 'found');
      const owner = newbornId(event);
      const id = homeOf(owner);
      return spawn(locationActor(id), { id, kind: 'house', name: `${event.name}'s house`, owner });
    }),
    giveBirth: emit(({ event }) => {
      assertEvent(event, 'found');
      const { name, framework, soul, token, facts } = event;
      const id = newbornId(event);
      const credits = event.credits ?? facts.settings['NEWBORN_SEED_CREDITS'] ?? 0;
      const lifespan = event.lifespan ?? facts.settings['DEFAULT_LIFESPAN_TICKS'] ?? 0;
      const born = { id, name, framework, soul, token, mentor: null, generation: 0, credits, lifespan };
      return spawn(residentActor(id), born);
    }),
  },
});

interface Scene {
  readonly context: LocationContext;
  readonly event: LocationEvent;
}

const addition = ({ event }: Scene) => {
  assertEvent(event, 'add_room');
  return event;
};
const opening = ({ event }: Scene) => {
  assertEvent(event, 'open_workshop');
  return event;
};
const asked = ({ event }: Scene) => {
  assertEvent(event, 'request_connection');
  return event;
};

const entering = ({ event }: Scene) => {
  assertEvent(event, 'enter');
  return event;
};

/** Millicredits for entering the house; nothing for its owner. */
function tollOf(scene: Scene): number {
  const { traveller, gated, facts } = entering(scene);
  return traveller === scene.context.owner ? 0 : houseToll(gated, facts.settings);
}

const tollLimit = (scene: Scene): number =>
  entering(scene).max_toll ?? setting(entering(scene).facts.settings, 'PAY_MAX_DEFAULT');

function roomOf(scene: Scene): RoomInput {
  const { by, name, purpose, description } = addition(scene);
  return { id: within(scene.context.id, name), house: scene.context.id, owner: by, name, purpose, description };
}

/** What the Commons and a house of the living have in common. */
const built = {
  open_workshop: [{ guard: not('workshopIsSound'), actions: 'refuseWorkshop' }, { actions: 'openWorkshop' }],
  request_connection: [
    { guard: not('endsStand'), actions: 'refuseEnds' },
    { guard: not('endsHaveRoom'), actions: 'refuseFull' },
    { actions: 'spawnRequest' },
  ],
} as const;

function newbornId(event: Extract<LocationEvent, { type: 'found' }>): string {
  return residentId(event.name, event.facts.number);
}

export const locationMachine = machine.createMachine({
  id: 'location',
  context: ({ input }) => ({ id: input.id, kind: input.kind, name: input.name, owner: input.owner }),
  initial: 'opening',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    opening: { always: [{ guard: 'isCommons', target: 'commons' }, { target: 'house' }] },
    commons: {
      on: {
        ...built,
        enter: { actions: 'admit' },
        found: [{ guard: 'lifespanTooLong', actions: 'refuseLifespan' }, { actions: ['buildHouse', 'giveBirth'] }],
      },
    },
    house: {
      on: {
        ...built,
        add_room: [
          { guard: not('byOwner'), actions: 'refuseStranger' },
          { guard: not('nameIsLeft'), actions: 'refuseName' },
          { guard: 'roomIsNew', actions: 'addRoom' },
          { guard: 'roomHasEnded', actions: 'addRoomAgain' },
          { guard: 'roomIsClosing', actions: { type: 'refuse', params: { code: 'busy', retry_after_seconds: 1 } } },
          { actions: { type: 'refuse', params: { code: 'already_exists' } } },
        ],
        enter: [
          { guard: not('mayEnter'), actions: { type: 'refuse', params: { code: 'not_invited' } } },
          { guard: not('tollWithinLimit'), actions: 'refuseToll' },
          { actions: ['collectToll', 'admitForToll'] },
        ],
        'owner.died': { target: 'ruin' },
      },
    },
    ruin: {
      entry: 'awaitDecay',
      on: {
        'ruin.decays': [{ guard: 'isDeserted', actions: ['clearAway', 'leave'] }, { actions: 'awaitDecay' }],
        enter: { actions: 'refuseAsRuin' },
        open_workshop: { actions: 'refuseAsRuin' },
        request_connection: { actions: 'refuseAsRuin' },
      },
    },
  },
});
