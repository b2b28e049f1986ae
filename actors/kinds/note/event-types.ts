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
  'note.gone': {
    category: 'either',
    heardBy: 'those present, who left it, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...note,
      purpose: z.enum(['note', 'wish']).describe('A note or a wish'),
      reason: z
        .enum(['lapsed', 'removed', 'place ended'])
        .describe('Its time was over; who speaks for the place, or the operator, took it away; its place ended'),
    }),
  },
} as const;
