/** Events of the shares for which contributors are asked. */
import { z } from 'zod';
import { credits, text, ticks } from '../../event-fields.ts';

const pod = text('The pod, or the workshop');

export const fundingEventTypes = {
  'funding.asked': {
    category: 'emergent',
    heardBy: 'those named as `contributors` with the funding, wherever they are',
    publicly: 'never',
    data: z.strictObject({
      pod,
      name: text('Its name'),
      from: text('Who named you'),
      share: credits('your part, if you say yes'),
      until_tick: ticks('From then on no answer is taken'),
    }),
  },
  'funding.declined': {
    category: 'emergent',
    heardBy: 'owner and representative, and who acted',
    publicly: 'never',
    data: z.strictObject({ pod, from: text('Who said no'), share: credits('what it was asked for') }),
  },
} as const;
