/**
 * A place. The Commons takes everyone in and is where founders come from; a house takes in its owner, and
 * becomes a ruin when the owner dies: nobody enters, whoever is inside may leave.
 */
import { assertEvent, emit, setup } from 'xstate';
import { type Effect, refusal, send, spawn } from '../../engine/effect.ts';
import { slug } from '../../engine/ids.ts';
import { homeOf, locationActor, residentActor } from '../places.ts';
import type { LocationEvent, LocationInput } from './messages.ts';

export type LocationContext = LocationInput;

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
      return event.traveller === context.owner;
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
      return send(residentActor(event.traveller), { type: 'admitted', place: context.id, exit: event.exit });
    }),
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

function newbornId(event: Extract<LocationEvent, { type: 'found' }>): string {
  return `${slug(event.name, 'resident')}-${event.facts.number}`;
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
        enter: { actions: 'admit' },
        found: [{ guard: 'lifespanTooLong', actions: 'refuseLifespan' }, { actions: ['buildHouse', 'giveBirth'] }],
      },
    },
    house: {
      on: {
        enter: [
          { guard: 'mayEnter', actions: 'admit' },
          { actions: { type: 'refuse', params: { code: 'access_denied' } } },
        ],
        'owner.died': { target: 'ruin' },
      },
    },
    ruin: { on: { enter: { actions: 'refuseAsRuin' } } },
  },
});
