/**
 * A house: admits its owner, and those invited to a room of it; by a gated way these pay a toll.
 *
 *   house -> ruin -> (leaves)        when its owner dies; once deserted it leaves the city, with its rooms and its owner
 *
 * Nobody can enter a ruin; those inside may leave. While the owner lives, workshops are opened here, and connections begin and end here.
 */
import { not, setup } from 'xstate';
import { type Effect, each, retire, wake } from '../../../../engine/effect.ts';
import { type SceneOf, wordsFor } from '../../../chart.ts';
import { refusal } from '../../../refusals.ts';
import { send, spawn } from '../../../registry.ts';
import { ruinRefusals } from '../../../rules/place/commands.ts';
import { roomNamesMax } from '../../../rules/place/guests.ts';
import { innerPlace, residentActor, roomActor } from '../../../rules/place/names.ts';
import { connectionRequest, faultOfEnds, fullEnd, spawnRequest } from '../../../rules/place/requesting.ts';
import { admit } from '../../../rules/toll/entering.ts';
import { faultOfToll, payHouseToll, tollOfHouse } from '../../../rules/toll/toll.ts';
import { faultOfWorkshop, openWorkshop, workshopOpening } from '../../../rules/workshops/opening.ts';
import { setting } from '../../../rules/workshops/tiers.ts';
import type { RoomInput } from '../../room/messages.ts';
import type { HouseContext, HouseInput } from '../messages.ts';
import type { HouseEvent } from './facts.ts';

const { on, effect, refuse, refuses } = wordsFor<HouseContext, HouseEvent, HouseInput>();

const machine = setup({
  types: {
    context: {} as HouseContext,
    events: {} as HouseEvent,
    emitted: {} as Effect,
    input: {} as HouseInput,
  },
  guards: {
    /** The owner, and residents who are invited to one of its rooms (MV6). */
    mayEnter: on('enter', ({ context, event }) => event.traveller === context.owner || event.facts.isInvited),
    tollWithinLimit: on('enter', ({ context, event }) => faultOfToll(tollOfHouse(context, event), event) === undefined),
    byOwner: on('add_room', ({ context, event }) => event.by === context.owner),
    nameIsLeft: on('add_room', ({ event: { facts } }) => facts.room !== 'new' || facts.names < roomNamesMax),
    roomIsNew: on('add_room', ({ event }) => event.facts.room === 'new'),
    roomIsClosing: on('add_room', ({ event }) => event.facts.room === 'closing'),
    roomHasEnded: on('add_room', ({ event }) => event.facts.room === 'ended'),
    workshopIsSound: on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event) === undefined),
    endsStand: on('request_connection', ({ event }) => faultOfEnds(event) === undefined),
    endsHaveRoom: on('request_connection', ({ event }) => fullEnd(event.facts.ends) === undefined),
    isDeserted: on('ruin.decays', ({ event }) => event.facts.isDeserted),
  },
  actions: {
    refuse,
    refuseAsRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.id })),
    refuseToll: refuses(on('enter', ({ context, event }) => faultOfToll(tollOfHouse(context, event), event))),
    collectToll: effect(on('enter', ({ context, event }) => payHouseToll(context, event))),
    admitForToll: effect(on('enter', ({ context, event }) => admit(context.id, event, tollOfHouse(context, event)))),
    refuseNotRepresentative: refuses(({ context }) => refusal('not_representative', { representative: context.owner })),
    refuseName: refuses(() =>
      refusal('invalid_request', {
        issues: [
          { path: 'name', message: `rooms of this house have had ${roomNamesMax} names: use one of them again` },
        ],
      }),
    ),
    addRoom: effect(on('add_room', (scene) => spawn(roomActor(roomOf(scene).id), roomOf(scene)))),
    addRoomAgain: effect(
      on('add_room', (scene) => send(roomActor(roomOf(scene).id), { type: 'reopen', ...roomOf(scene) })),
    ),
    refuseWorkshop: refuses(on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event))),
    openWorkshop: effect(on('open_workshop', ({ context, event }) => openWorkshop(context.id, event))),
    refuseEnds: refuses(on('request_connection', ({ event }) => faultOfEnds(event))),
    refuseFull: refuses(on('request_connection', ({ event }) => fullEnd(event.facts.ends))),
    spawnRequest: effect(on('request_connection', ({ event }) => spawnRequest(event))),
    /** The ruin is checked again at intervals, until nobody is in it (DD5). */
    awaitDecay: effect(({ event: { facts } }) =>
      wake(facts.tick + setting(facts.settings, 'RUIN_DECAY_TICKS'), { type: 'ruin.decays' }),
    ),
    /** The resident who lived here, and the house, become tombstones. */
    clearAway: effect(
      on('ruin.decays', ({ context, event }) => {
        const rooms = event.facts.rooms.map((room) => send(room, { type: 'leaves' }));
        return each([...rooms, send(residentActor(context.owner), { type: 'leaves' })]);
      }),
    ),
    leave: effect(() => retire),
  },
});

function roomOf({ context: { id: house }, event }: SceneOf<HouseContext, HouseEvent, 'add_room'>): RoomInput {
  const { by: owner, name, purpose, description } = event;
  return { id: innerPlace(house, name), house, owner, name, purpose, description };
}

export const houseMachine = machine.createMachine({
  id: 'house',
  context: ({ input }) => ({ id: input.id, kind: input.kind, name: input.name, owner: input.owner }),
  initial: 'house',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    house: {
      on: {
        open_workshop: workshopOpening,
        request_connection: connectionRequest,
        add_room: [
          { guard: not('byOwner'), actions: 'refuseNotRepresentative' },
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
        // The house becomes a ruin in the turn of the death (DD2).
        'owner.died': { target: 'ruin' },
      },
    },
    ruin: {
      entry: 'awaitDecay',
      on: {
        'ruin.decays': [{ guard: 'isDeserted', actions: ['clearAway', 'leave'] }, { actions: 'awaitDecay' }],
        ...ruinRefusals('location'),
      },
    },
  },
});
