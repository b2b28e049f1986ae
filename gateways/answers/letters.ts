/** A resident's letter box: letters of others, estates of the dead, and requests to pay a share of a funding. */
import { z } from 'zod';
import { Timestamp } from './common.ts';

/** `from`: who wrote it, who died, or who named the resident with a funding. `body` is text of the city, except in a `letter`. */
const shared = { id: z.string(), from: z.string(), body: z.string(), sent_at: Timestamp, seq: z.int() };

export const Letter = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('letter'), ...shared }),
    z.strictObject({ type: z.literal('estate'), ...shared, amount: z.number() }),
    z.strictObject({
      type: z.literal('pod'),
      ...shared,
      pod: z.string(),
      burn_per_tick: z.number(),
      runway_ticks: z.int().nullable(),
    }),
    z.strictObject({ type: z.literal('funding'), ...shared, pod: z.string(), share: z.number(), until_tick: z.int() }),
  ])
  .meta({ id: 'Letter' });
