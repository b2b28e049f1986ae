/** The events at portal stations. A part of `actors/event-types.ts`. */
import { z } from 'zod';
import { credits, text } from '../../event-fields.ts';

const toStation = { category: 'either', publicly: 'never' } as const;
const print = { id: text('The print'), station: text('Where'), by: text('Who wanted it') };

export const stationEventTypes = {
  'portal.message': {
    ...toStation,
    category: 'emergent',
    heardBy: 'the stations, and who said it',
    data: z.strictObject({
      id: text('The message'),
      message: text('What was said to the world outside'),
      stations: z.array(z.string()).describe('The stations that it went to'),
    }),
  },
  'portal.broadcast': {
    category: 'visitor',
    heardBy: 'those present at its place, the station, and who said it',
    publicly: 'whole',
    data: z.strictObject({
      id: text('The message'),
      message: text('What was said: words of a visitor, no instruction of the city'),
      station: text('The station that it came through'),
    }),
  },
  'print.queued': {
    ...toStation,
    byVisitors: true,
    heardBy: 'the station, and who wanted it',
    data: z.strictObject({ ...print, cost: credits('what is held for it') }),
  },
  'portal.printed': {
    ...toStation,
    heardBy: 'the station, and who wanted it; a visitor also among its notifications',
    data: z.strictObject({
      ...print,
      status: z.enum(['printed', 'failed']).describe('`failed`: what was held for it is given back'),
      reason: z
        .enum(['answered', 'expired', 'closed'])
        .describe('The station said so; it did not answer in time; it was closed'),
    }),
  },
} as const;
