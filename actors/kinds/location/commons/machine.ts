/**
 * The Commons: the place that was always there. It takes everyone in, and is where founders, visitors, frameworks and portal stations come
 * from; it posts public works, and puts souls of the city's own into the queue. Workshops are opened, connections begin and end here.
 */
import { not, setup } from 'xstate';
import type { Settings } from '../../../../engine/actor-kind.ts';
import type { Effect } from '../../../../engine/effect.ts';
import { stationId, visitorId } from '../../../../engine/ids.ts';
import { refusal } from '../../../refusals.ts';
import { spawn } from '../../../registry.ts';
import { buildHouse, giveBirth, seedOf } from '../../../rules/birth/birth.ts';
import { faultOfSoul, isTooLong, lifespanOf, refuseLifespan } from '../../../rules/birth/framework-terms.ts';
import { fullOfVisitors, visitorsMax } from '../../../rules/people/visitor-capacity.ts';
import { frameworkActor, stationActor, visitorActor } from '../../../rules/place/names.ts';
import { connectionRequest, faultOfEnds, fullEnd, spawnRequest } from '../../../rules/place/requesting.ts';
import { admit } from '../../../rules/toll/entering.ts';
import { faultOfWorkshop, openWorkshop, workshopOpening } from '../../../rules/workshops/opening.ts';
import { setting } from '../../../rules/workshops/tiers.ts';
import type { CommonsContext, CommonsInput } from '../messages.ts';
import { change, effect, type On, on, refuse, refuses } from './base.ts';
import type { CommonsEvent } from './facts.ts';
import { publicWorks, publicWorksTransitions } from './posting-public-works.ts';
import { sowing, sowingTransitions } from './sowing.ts';

const onStation = <Result>(rule: (scene: On<'register_station'>) => Result) => on('register_station', rule);
const stationsMax = (settings: Settings): number => setting(settings, 'STATIONS_AT_PLACE_MAX');

const machine = setup({
  types: {
    context: {} as CommonsContext,
    events: {} as CommonsEvent,
    emitted: {} as Effect,
    input: {} as CommonsInput,
  },
  guards: {
    ...publicWorks.guards,
    ...sowing.guards,
    workshopIsSound: on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event) === undefined),
    endsStand: on('request_connection', ({ event }) => faultOfEnds(event) === undefined),
    endsHaveRoom: on('request_connection', ({ event }) => fullEnd(event.facts.ends) === undefined),
    isNewLogin: on('register_visitor', ({ event }) => event.facts.known === null),
    /** Visitors are never removed, so their number is bounded (VI4). */
    takesMoreVisitors: on('register_visitor', ({ event: { facts } }) => facts.visitors < visitorsMax(facts.settings)),
    /** The lifespan is longer than a life may be (BR3). */
    lifespanTooLong: on(['found', 'publish_framework'], ({ event }) => isTooLong(event.lifespan, event.facts.settings)),
    /** The framework takes this soul (FR2, FR3). */
    soulIsTaken: on('found', ({ event }) => faultOfSoul(event, event.facts.framework) === undefined),
    siteIsUnknown: onStation(({ event }) => event.facts.site === 'unknown'),
    siteHasEnded: onStation(({ event }) => event.facts.site === 'ended'),
    /** A place has a bounded number of open stations (PS1). */
    siteHasRoom: onStation(({ event: { facts } }) => facts.stations < stationsMax(facts.settings)),
    idIsTaken: on('publish_framework', ({ event }) => event.facts.isTaken),
  },
  actions: {
    ...publicWorks.actions,
    ...sowing.actions,
    refuse,
    refuseLifespan: refuses(({ event }) => refuseLifespan(event.facts.settings)),
    refuseSoul: refuses(on('found', ({ event }) => faultOfSoul(event, event.facts.framework))),
    refuseUnknownSite: refuses(
      onStation(({ event }) => refusal('not_found', { kind: 'location', id: event.location })),
    ),
    refuseEndedSite: refuses(onStation(({ event }) => refusal('pod_shut_down', { location: event.location }))),
    refuseFullSite: refuses(
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
    admit: effect(on('enter', ({ context, event }) => admit(context.id, event))),
    refuseWorkshop: refuses(on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event))),
    openWorkshop: effect(on('open_workshop', ({ context, event }) => openWorkshop(context.id, event))),
    refuseEnds: refuses(on('request_connection', ({ event }) => faultOfEnds(event))),
    refuseFull: refuses(on('request_connection', ({ event }) => fullEnd(event.facts.ends))),
    spawnRequest: effect(on('request_connection', ({ event }) => spawnRequest(event))),
    /** There is one visitor for each login, however often its registration is completed (VI1). */
    refuseLogin: refuses(
      on('register_visitor', ({ event: { facts } }) => refusal('already_exists', { id: facts.known ?? '' })),
    ),
    refuseMoreVisitors: refuses(
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
    /** The newborn gets the credits that the operator gives, else a seed (BR2). */
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

export const commonsMachine = machine.createMachine({
  id: 'commons',
  context: ({ input }) => ({ id: input.id, kind: input.kind, name: input.name, owner: input.owner }),
  initial: 'commons',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    commons: {
      entry: 'awaitFirstTick',
      on: {
        open_workshop: workshopOpening,
        request_connection: connectionRequest,
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
  },
});
