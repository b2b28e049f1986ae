/** Going about: through exits, and on errands to the places around. */
import { assert, must } from '../../engine/assert.ts';
import { refusal, send as sendAny } from '../../engine/effect.ts';
import { tell } from '../events.ts';
import { at } from '../place/names.ts';
import { send } from '../registry.ts';
import { change, effect, happening, type On, on } from './base.ts';
import { openCallsMax, placeCommands, standsAt } from './errands.ts';
import type { PlaceCommands } from './messages.ts';
import { refuseNames } from './named.ts';

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

/** A rule for what is asked of places. */
const onErrand = <Result>(rule: (scene: On<keyof PlaceCommands>) => Result) => on(placeCommands, rule);

export const going = {
  guards: {
    isThere: on('move', ({ context, event }) => event.facts.way?.place === context.location),
    /** (MV1) */
    leadsSomewhere: on('move', ({ event }) => event.facts.way !== null),
    leadsByConnection: on('move', ({ event }) => event.facts.way?.known === true),
    isAsked: onErrand(({ event }) => event.facts.target !== null),
    isInPlace: onErrand(({ context, event }) => {
      const { required } = event.facts;
      return required === null || standsAt(context.location, required);
    }),
    namesAreKnown: onErrand(({ event }) => event.facts.wronglyNamed.length === 0),
    canAfford: onErrand(({ event }) => event.facts.balance >= event.facts.price),
    mayCallMore: onErrand(({ event }) => event.facts.openCalls < openCallsMax(event.facts.settings)),
  },
  actions: {
    askToEnter: effect(
      on('move', ({ context, event }) => {
        const { way } = event.facts;
        assert(way?.known === false, 'a way that is no connection');
        const { id: traveller, location: from } = context;
        const { asks, visible } = way;
        return send(asks, { type: 'enter', traveller, from, exit: event.exit, visible, known: false, ...untolled });
      }),
    ),
    askToPass: effect(
      on('move', ({ context, event }) => {
        const { way } = event.facts;
        assert(way?.known === true, 'a connection');
        const { id: traveller, location: from } = context;
        const { exit, max_toll } = event;
        return send(way.asks, { type: 'traverse', traveller, from, exit, max_toll });
      }),
    ),
    /** Which way it went, only where everyone can see that (MV7). */
    tellDeparture: effect(
      on('admitted', ({ context, event }) => {
        const data = event.visible ? { exit_id: event.exit, to: event.place } : {};
        return tell(happening(context, 'resident.departed', data), { topics: [at(context.location)] });
      }),
    ),
    arrive: change(
      on('admitted', ({ context, event }) => {
        const { place, exit, known } = event;
        return {
          location: place,
          knownLocations: remember(context.knownLocations, place),
          knownExits: known ? remember(context.knownExits, exit) : context.knownExits,
        };
      }),
    ),
    tellArrival: effect(
      on('admitted', ({ context }) =>
        tell(happening(context, 'resident.arrived', {}), { topics: [at(context.location)] }),
      ),
    ),
    relocate: change(
      on('relocated', ({ context, event }) => ({
        location: event.place,
        knownLocations: remember(context.knownLocations, event.place),
      })),
    ),

    refuseElsewhere: effect(
      onErrand(({ context, event }) =>
        refusal('location_required', { required: event.facts.required, current: context.location }),
      ),
    ),
    refuseNames: effect(onErrand(({ event }) => refuseNames(event.facts.wronglyNamed))),
    refuseShort: effect(
      onErrand(({ event: { facts } }) =>
        refusal('insufficient_credits', { required: facts.price, balance: facts.balance }),
      ),
    ),
    refuseCalls: effect(
      onErrand(({ event: { facts } }) =>
        refusal('rate_limited', {
          limit: openCallsMax(facts.settings),
          window_seconds: 1,
          retry_after_seconds: 1,
          open_calls: facts.openCalls,
        }),
      ),
    ),
    refuseUnknown: effect(
      onErrand(({ event }) => {
        if ('exit' in event) return refusal('exit_not_found');
        if ('pod' in event) return refusal('not_found', { kind: 'pod', id: event.pod });
        return refusal('not_found', { kind: event.type === 'call_service' ? 'service' : 'workshop' });
      }),
    ),
    /** The command goes on as it came, with who sends it and from where: `errands.ts` has found an actor that takes it. */
    ask: effect(
      onErrand(({ context, event }) => {
        const { facts, ...command } = event;
        const message = { ...command, ...facts.adds, by: context.id, standing: context.location };
        return sendAny(must(facts.target, 'somebody to ask'), message);
      }),
    ),
  },
};
