/** What a resident missed, as a list: for clients that keep no socket open. */
import { z } from 'zod';
import { Event } from './events.ts';
import { Gap, NewestSeq } from './frames.ts';

export const MissedEvents = z
  .strictObject({
    items: z.array(Event).meta({ description: 'The oldest first' }),
    seq: NewestSeq.describe('Ask on from here'),
    is_more: z.boolean().meta({ description: 'There is more already: ask on at once' }),
    gap: Gap.omit({ type: true }).nullable().meta({ description: 'Of these events nothing is kept any more' }),
  })
  .meta({ id: 'MissedEvents' });
