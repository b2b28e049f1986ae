/** Moving from place to place: the traveller asks the place, or the connection to it, and arrives when it is admitted. */
import { assert } from '../../../engine/assert.ts';
import { tell } from '../../events.ts';
import { send } from '../../registry.ts';
import { at } from '../../rules/place/names.ts';
import { askPlainly } from '../../rules/toll/entering.ts';
import { change, effect, happening, on } from './base.ts';

/** Lists that only record keep the newest entries, as many as fit (A1). */
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

export const moving = {
  guards: {
    isThere: on('move', ({ context, event }) => event.facts.way?.place === context.location),
    /** The exit must lead from the place where the resident stands (MV1). */
    leadsSomewhere: on('move', ({ event }) => event.facts.way !== null),
    leadsByConnection: on('move', ({ event }) => event.facts.way?.known === true),
  },
  actions: {
    askToEnter: effect(
      on('move', ({ context, event }) => {
        const { way } = event.facts;
        assert(way?.known === false, 'a way that is no connection');
        const { id: traveller, location: from } = context;
        const { asks, visible } = way;
        return askPlainly(asks, { traveller, from, exit: event.exit, visible });
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
    /** The event names the way only where everyone can see it (MV7). */
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
  },
};
