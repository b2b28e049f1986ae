/** Going about: through exits, and on errands to the places around. */
import { assertEvent, assign, emit } from 'xstate';
import type { Settings } from '../../engine/actor-kind.ts';
import { assert, must } from '../../engine/assert.ts';
import { refusal, send } from '../../engine/effect.ts';
import { tell } from '../events.ts';
import { at } from '../place/names.ts';
import { happening } from './base.ts';
import { type Errand, type ErrandCommand, openCallsMax, standsAt } from './errands.ts';
import type { ResidentEvent } from './messages.ts';
import { refuseNames } from './named.ts';
import { speaking } from './speaking.ts';

/** Lists that only record keep the newest, as many as fit (A1). */
const knownMax = 200;
const knownCharsMax = 5_000;

function remember(known: readonly string[], one: string): readonly string[] {
  if (known.includes(one)) return known;
  const all = [...known, one].slice(-knownMax);
  let chars = all.reduce((sum, name) => sum + name.length, 0);
  let first = 0;
  for (; chars > knownCharsMax; first++) chars -= all[first]?.length ?? 0;
  return all.slice(first);
}

/** Of a way that no connection leads by. */
const untolled = { gated: false, max_toll: null } as const;

/** What is asked of others, with all that they need to know. */
function errandOf(event: ResidentEvent): ErrandCommand & { readonly facts: Errand & { readonly settings: Settings } } {
  assert('facts' in event && 'target' in event.facts, 'an errand');
  return event as ReturnType<typeof errandOf>;
}

export const going = speaking.extend({
  guards: {
    isThere: ({ context, event }) => {
      assertEvent(event, 'move');
      return event.facts.way?.place === context.location;
    },
    leadsSomewhere: ({ event }) => {
      assertEvent(event, 'move');
      return event.facts.way !== null;
    },
    leadsByConnection: ({ event }) => {
      assertEvent(event, 'move');
      return event.facts.way?.known === true;
    },
    isAsked: ({ event }) => errandOf(event).facts.target !== null,
    isInPlace: ({ context, event }) => {
      const { required } = errandOf(event).facts;
      return required === null || standsAt(context.location, required);
    },
    namesAreKnown: ({ event }) => errandOf(event).facts.wronglyNamed.length === 0,
    canAfford: ({ event }) => errandOf(event).facts.balance >= errandOf(event).facts.price,
    mayCallMore: ({ event }) => errandOf(event).facts.openCalls < openCallsMax(event.facts.settings),
  },
  actions: {
    askToEnter: emit(({ context, event }) => {
      assertEvent(event, 'move');
      const { asks, visible } = must(event.facts.way, 'a way');
      const { id: traveller, location: from } = context;
      return send(asks, { type: 'enter', traveller, from, exit: event.exit, visible, known: false, ...untolled });
    }),
    askToPass: emit(({ context, event }) => {
      assertEvent(event, 'move');
      const { id, location } = context;
      const { exit, max_toll } = event;
      return send(must(event.facts.way, 'a way').asks, {
        type: 'traverse',
        traveller: id,
        from: location,
        exit,
        max_toll,
      });
    }),
    tellDeparture: emit(({ context, event }) => {
      assertEvent(event, 'admitted');
      const data = event.visible ? { exit_id: event.exit, to: event.place } : {};
      return tell(happening(context, 'resident.departed', data), { topics: [at(context.location)] });
    }),
    arrive: assign(({ context, event }) => {
      assertEvent(event, 'admitted');
      const { place, exit, known } = event;
      return {
        location: place,
        knownLocations: remember(context.knownLocations, place),
        knownExits: known ? remember(context.knownExits, exit) : context.knownExits,
      };
    }),
    tellArrival: emit(({ context, event }) => {
      assertEvent(event, 'admitted');
      return tell(happening(context, 'resident.arrived', {}), { topics: [at(context.location)] });
    }),
    relocate: assign(({ context, event }) => {
      assertEvent(event, 'relocated');
      return { location: event.place, knownLocations: remember(context.knownLocations, event.place) };
    }),

    refuseElsewhere: emit(({ context, event }) =>
      refusal('location_required', { required: errandOf(event).facts.required, current: context.location }),
    ),
    refuseNames: emit(({ event }) => refuseNames(errandOf(event).facts.wronglyNamed)),
    refuseShort: emit(({ event }) => {
      const { price, balance } = errandOf(event).facts;
      return refusal('insufficient_credits', { required: price, balance });
    }),
    refuseCalls: emit(({ event }) =>
      refusal('rate_limited', {
        limit: openCallsMax(event.facts.settings),
        window_seconds: 1,
        retry_after_seconds: 1,
        open_calls: errandOf(event).facts.openCalls,
      }),
    ),
    refuseUnknown: emit(({ event }) => {
      if ('exit' in event) return refusal('exit_not_found');
      if ('pod' in event) return refusal('not_found', { kind: 'pod', id: event.pod });
      return refusal('not_found', { kind: event.type === 'call_service' ? 'service' : 'workshop' });
    }),
    ask: emit(({ context, event }) => {
      const { facts, ...errand } = errandOf(event);
      const message = { ...errand, ...facts.adds, by: context.id, standing: context.location };
      return send(must(facts.target, 'somebody to ask'), message);
    }),
  },
});
