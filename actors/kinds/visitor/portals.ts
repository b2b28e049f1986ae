/** What a visitor does at a portal station: it speaks to those at its place in the city, and orders prints in the world outside. */

import { send } from '../../registry.ts';
import { stationActor, visitorActor } from '../../rules/place/names.ts';
import { effect, on } from './base.ts';

export const usingStations = {
  actions: {
    speakThrough: effect(
      on('broadcast', ({ context, event: { station, text, facts } }) =>
        send(stationActor(station), { type: 'broadcast', by: context.id, message: facts.message, text }),
      ),
    ),
    /** Paid out of its wallet. */
    askToPrint: effect(
      on('print', ({ context, event: { station, content } }) =>
        send(stationActor(station), { type: 'print', payer: visitorActor(context.id), content }),
      ),
    ),
  },
} as const;

/** The station decides whether it takes them. */
export const stationCommands = { broadcast: { actions: 'speakThrough' }, print: { actions: 'askToPrint' } } as const;
