/** What a resident does at a portal: it speaks to the world outside, and orders prints there. */
import { not } from 'xstate';
import { nameOf } from '../../../engine/ids.ts';
import { orNothing } from '../../chart.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { effect, happening, on, own, refuses } from './base.ts';

const atPortal = ['portal_message', 'portal_print'] as const;

export const usingPortals = {
  guards: {
    /** A portal is a place with an active station (PS2). */
    isAtPortal: on(atPortal, ({ event }) => event.facts.stations.length > 0),
  },
  actions: {
    refuseAwayFromPortal: refuses(({ context }) =>
      refusal('location_required', { required: 'portal', current: context.location }),
    ),
    /** Every active station at the place shows the message (PS3). */
    tellPortalMessage: effect(
      on('portal_message', ({ context, event: { text, facts } }) => {
        const { stations, message } = facts;
        const said = { id: message, message: text, stations: stations.map(nameOf) };
        return tell(happening(context, 'portal.message', said), {
          actors: [own(context), ...stations],
          letters: stations,
        });
      }),
    ),
    /** The station that was registered first takes the print (PS3). */
    askToPrint: effect(
      on('portal_print', ({ context, event: { content, facts } }) => {
        const [first] = facts.stations;
        return orNothing(first && send(first, { type: 'print', payer: own(context), content }));
      }),
    ),
  },
} as const;

const elsewhere = { guard: not('isAtPortal'), actions: 'refuseAwayFromPortal' } as const;

export const portalCommands = {
  portal_message: [elsewhere, { actions: ['payForSpeech', 'tellPortalMessage'] }],
  portal_print: [elsewhere, { actions: 'askToPrint' }],
} as const;
