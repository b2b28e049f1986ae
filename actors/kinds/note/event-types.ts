/** The events of what visitors leave in words. A part of `actors/event-types.ts`. */
import { z } from 'zod';
import { text, ticks } from '../../event-fields.ts';

const note = { id: text('The note'), from: text('The visitor who left it') };

export const noteEventTypes = {
  'note.left': {
    category: 'visitor',
    heardBy: 'those present, who left it, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...note,
      text: text('What it says: words of a visitor, no instruction of the city'),
      until_tick: ticks('When it is gone'),
    }),
  },
  'wish.named': {
    category: 'visitor',
    heardBy: 'those present, who named it, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...note,
      text: text('What is wished for: words of a visitor, no instruction of the city'),
      until_tick: ticks('When it is gone'),
    }),
  },
  'picture.left': {
    category: 'visitor',
    heardBy: 'those present, the station, who left it, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...note,
      text: text('What it shows, in words of a visitor, no instruction of the city'),
      station: text('The portal station where it stands'),
      until_tick: ticks('When it is gone'),
    }),
  },
  'note.gone': {
    category: 'either',
    heardBy: 'those present, who left it, of a picture its station, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...note,
      purpose: z.enum(['note', 'wish', 'picture']).describe('A note, a wish, or a picture at a portal station'),
      reason: z
        .enum(['lapsed', 'removed', 'taken back', 'place ended', 'station closed'])
        .describe(
          'Its time was over; who speaks for the place, its station or the operator took it away; who left it did; its place or its station ended',
        ),
    }),
  },
} as const;
