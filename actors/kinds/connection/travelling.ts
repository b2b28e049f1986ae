/** Passing through a connection: access and direction are decided here, the rest by the place behind it (A2). */
import type { Effect } from '../../../engine/effect.ts';
import type { SceneOf } from '../../chart.ts';
import { admits } from '../../rules/place/access.ts';
import { askByConnection } from '../../rules/toll/entering.ts';
import { effect, on } from './base.ts';
import type { ConnectionEvent } from './facts.ts';
import type { ConnectionContext } from './messages.ts';

/** The place behind the connection decides, and takes its toll (A2). */
function askPlace(
  { context, event }: SceneOf<ConnectionContext, ConnectionEvent, 'traverse'>,
  place: string,
  gated: boolean,
): Effect {
  const { traveller, from, exit, max_toll } = event;
  const visible = context.terms.visibility === 'visible';
  return askByConnection(place, { traveller, from, exit, visible }, { gated, max_toll });
}

export const travelling = {
  guards: {
    /** A one-way connection can be entered at one end only (LI6). */
    exitLeadsFromHere: on(
      'traverse',
      ({ context: { terms }, event }) => event.from === terms.from || (terms.bidirectional && event.from === terms.to),
    ),
    leadsBack: on('traverse', ({ context, event }) => event.from === context.terms.to),
    travellerMayEnter: on('traverse', ({ context, event }) => admits(context.terms.access, event.traveller)),
    travellerSpeaksForIt: on('traverse', ({ event }) => {
      const { owner, representative } = event.facts.to;
      return event.traveller === representative || event.traveller === owner;
    }),
  },
  actions: {
    leadBack: effect(on('traverse', (scene) => askPlace(scene, scene.context.terms.from, false))),
    leadOn: effect(
      on('traverse', (scene) => askPlace(scene, scene.context.terms.to, scene.context.terms.access.type === 'gated')),
    ),
  },
};
