/**
 * The Commons and the houses. The Commons takes everyone in, and is where founders and visitors come from; a house takes in its owner
 * and those invited to a room of it, these for a toll by a gated way, and becomes a ruin when the owner dies: nobody enters,
 * whoever is inside may leave. Deserted, it leaves the city, with its rooms and its owner.
 * Both are places to build in: workshops are opened, connections begin and end here.
 */
import { not, setup } from 'xstate';
import type { Settings } from '../../../../engine/actor-kind.ts';
import { type Effect, each, retire, wake } from '../../../../engine/effect.ts';
import { stationId, visitorId } from '../../../../engine/ids.ts';
import { orNothing } from '../../../chart.ts';
import { refusal } from '../../../refusals.ts';
import { send, spawn } from '../../../registry.ts';
import { buildHouse, giveBirth, seedOf } from '../../../rules/birth/birth.ts';
import { faultOfSoul, isTooLong, lifespanOf, refuseLifespan } from '../../../rules/birth/framework-terms.ts';
import { fullOfVisitors, visitorsMax } from '../../../rules/people/visitor-capacity.ts';
import { ruinRefusals } from '../../../rules/place/commands.ts';
import { roomNamesMax } from '../../../rules/place/guests.ts';
import {
  frameworkActor,
  innerPlace,
  residentActor,
  roomActor,
  stationActor,
  visitorActor,
} from '../../../rules/place/names.ts';
import { faultOfEnds, fullEnd, spawnRequest } from '../../../rules/place/requesting.ts';
import { admit } from '../../../rules/toll/entering.ts';
import { faultOfToll, payHouseToll, tollOfHouse } from '../../../rules/toll/toll.ts';
import { faultOfWorkshop, openWorkshop } from '../../../rules/workshops/opening.ts';
import { setting } from '../../../rules/workshops/tiers.ts';
import type { RoomInput } from '../../room/messages.ts';
import type { LocationContext, LocationInput } from '../messages.ts';
import { change, effect, type On, on, refuse } from './base.ts';
import type { LocationEvent } from './facts.ts';
import { publicWorks, publicWorksTransitions } from './posting-public-works.ts';
import { sowing, sowingTransitions } from './sowing.ts';

const onStation = <Result>(rule: (scene: On<'register_station'>) => Result) => on('register_station', rule);
const stationsMax = (settings: Settings): number => setting(settings, 'STATIONS_AT_PLACE_MAX');

const machine = setup({
  types: {
    context: {} as LocationContext,
    events: {} as LocationEvent,
    emitted: {} as Effect,
    input: {} as LocationInput,
  },
  guards: {
    ...publicWorks.guards,
    ...sowing.guards,
    isCommons: ({ context }) => context.kind === 'commons',
    /** Its owner, and who is invited to one of its rooms (MV6). */
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
    isNewLogin: on('register_visitor', ({ event }) => event.facts.known === null),
    /** A visitor stays for good: there are so many (VI4). */
    takesMoreVisitors: on('register_visitor', ({ event: { facts } }) => facts.visitors < visitorsMax(facts.settings)),
    /** A life has a longest length (BR3). */
    lifespanTooLong: on(['found', 'publish_framework'], ({ event }) => isTooLong(event.lifespan, event.facts.settings)),
    /** Its framework takes the soul (FR2, FR3). */
    soulIsTaken: on('found', ({ event }) => faultOfSoul(event, event.facts.framework) === undefined),
    siteIsUnknown: onStation(({ event }) => event.facts.site === 'unknown'),
    siteHasEnded: onStation(({ event }) => event.facts.site === 'ended'),
    /** So many open on one place (PS1). */
    siteHasRoom: onStation(({ event: { facts } }) => facts.stations < stationsMax(facts.settings)),
    idIsTaken: on('publish_framework', ({ event }) => event.facts.isTaken),
  },
  actions: {
    ...publicWorks.actions,
    ...sowing.actions,
    refuse,
    refuseLifespan: effect(({ event }) => refuseLifespan(event.facts.settings)),
    refuseSoul: effect(on('found', ({ event }) => orNothing(faultOfSoul(event, event.facts.framework)))),
    refuseUnknownSite: effect(onStation(({ event }) => refusal('not_found', { kind: 'location', id: event.location }))),
    refuseEndedSite: effect(onStation(({ event }) => refusal('pod_shut_down', { location: event.location }))),
    refuseFullSite: effect(
      onStation(({ event: { facts } }) =>
        refusal('tier_capacity_exceeded', {
          max: stationsMax(facts.settings),
          current: facts.stations,
          of: 'stations',
        }),
      ),
    ),
    registerStation: effect(
      onStation(
        ({
          event: {
            name,
            place,
            location,
            token,
            facts: { number },
          },
        }) => {
          const id = stationId(name, number);
          return spawn(stationActor(id), { id, number, name, place, location, token });
        },
      ),
    ),
    publishFramework: effect(
      on('publish_framework', ({ event: { id, name, description, schema, runtime, lifespan } }) =>
        spawn(frameworkActor(id), { id, name, description, schema, runtime, lifespan }),
      ),
    ),
    noteContainers: change(on('containers.available', ({ event }) => ({ runsContainers: event.isAvailable }))),
    refuseAsRuin: effect(({ context }) => refusal('pod_shut_down', { location: context.id })),
    admit: effect(on('enter', ({ context, event }) => admit(context.id, event))),
    refuseToll: effect(on('enter', ({ context, event }) => orNothing(faultOfToll(tollOfHouse(context, event), event)))),
    collectToll: effect(on('enter', ({ context, event }) => payHouseToll(context, event))),
    admitForToll: effect(on('enter', ({ context, event }) => admit(context.id, event, tollOfHouse(context, event)))),
    refuseNotRepresentative: effect(({ context }) => refusal('not_representative', { representative: context.owner })),
    refuseName: effect(() =>
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
    refuseWorkshop: effect(on('open_workshop', ({ context, event }) => orNothing(faultOfWorkshop(context.id, event)))),
    openWorkshop: effect(on('open_workshop', ({ context, event }) => openWorkshop(context.id, event))),
    refuseEnds: effect(on('request_connection', ({ event }) => orNothing(faultOfEnds(event)))),
    refuseFull: effect(on('request_connection', ({ event }) => orNothing(fullEnd(event.facts.ends)))),
    spawnRequest: effect(on('request_connection', ({ event }) => spawnRequest(event))),
    /** Looked at now and then, until nobody is in it (DD5). */
    awaitDecay: effect(({ event: { facts } }) =>
      wake(facts.tick + setting(facts.settings, 'RUIN_DECAY_TICKS'), { type: 'ruin.decays' }),
    ),
    /** Whoever lived here is a tombstone from then on, and so is the house. */
    clearAway: effect(
      on('ruin.decays', ({ context, event }) => {
        const rooms = event.facts.rooms.map((room) => send(room, { type: 'leaves' }));
        return each([...rooms, send(residentActor(context.owner ?? ''), { type: 'leaves' })]);
      }),
    ),
    leave: effect(() => retire),
    /** One visitor for each login, however often its registration is completed (VI1). */
    refuseLogin: effect(
      on('register_visitor', ({ event: { facts } }) => refusal('already_exists', { id: facts.known ?? '' })),
    ),
    refuseMoreVisitors: effect(
      on('register_visitor', ({ event: { facts } }) =>
        refusal('tier_capacity_exceeded', fullOfVisitors(facts.visitors, facts.settings)),
      ),
    ),
    registerVisitor: effect(
      on('register_visitor', ({ event: { handle, login, network, facts } }) => {
        const id = visitorId(facts.number);
        return spawn(visitorActor(id), { id, handle, login, ...(network !== undefined && { network }) });
      }),
    ),
    buildHouse: effect(on('found', (scene) => buildHouse(newbornOf(scene)))),
    /** With what the operator gives, else with a seed (BR2). */
    giveBirth: effect(
      on('found', (scene) => {
        const { framework, soul, token, facts, ...asked } = scene.event;
        const credits = asked.credits ?? seedOf(facts.settings);
        const lifespan = asked.lifespan ?? lifespanOf({ lifespan: facts.framework?.lifespan ?? null }, facts.settings);
        const founder = { framework, soul, token, mentor: null, generation: 0, credits, lifespan };
        return giveBirth({ ...newbornOf(scene), ...founder });
      }),
    ),
  },
});

const newbornOf = ({ event: { name, facts } }: On<'found'>) => ({ name, number: facts.number });

function roomOf({ context: { id: house }, event }: On<'add_room'>): RoomInput {
  const { by: owner, name, purpose, description } = event;
  return { id: innerPlace(house, name), house, owner, name, purpose, description };
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

export const locationMachine = machine.createMachine({
  id: 'location',
  context: ({ input }) => ({ id: input.id, kind: input.kind, name: input.name, owner: input.owner }),
  initial: 'opening',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    opening: { always: [{ guard: 'isCommons', target: 'commons' }, { target: 'house' }] },
    commons: {
      entry: 'awaitFirstTick',
      on: {
        ...built,
        ...publicWorksTransitions,
        ...sowingTransitions,
        enter: { actions: 'admit' },
        register_visitor: [
          { guard: not('isNewLogin'), actions: 'refuseLogin' },
          { guard: not('takesMoreVisitors'), actions: 'refuseMoreVisitors' },
          { actions: 'registerVisitor' },
        ],
        found: [
          { guard: not('soulIsTaken'), actions: 'refuseSoul' },
          { guard: 'lifespanTooLong', actions: 'refuseLifespan' },
          { actions: ['buildHouse', 'giveBirth'] },
        ],
        register_station: [
          { guard: 'siteIsUnknown', actions: 'refuseUnknownSite' },
          { guard: 'siteHasEnded', actions: 'refuseEndedSite' },
          { guard: not('siteHasRoom'), actions: 'refuseFullSite' },
          { actions: 'registerStation' },
        ],
        publish_framework: [
          { guard: 'idIsTaken', actions: { type: 'refuse', params: { code: 'already_exists' } } },
          { guard: 'lifespanTooLong', actions: 'refuseLifespan' },
          { actions: 'publishFramework' },
        ],
        'containers.available': { actions: 'noteContainers' },
      },
    },
    house: {
      on: {
        ...built,
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
        // The house ends in the turn of the death (DD2).
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
