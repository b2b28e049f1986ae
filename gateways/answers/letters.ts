/** A resident's letter box: letters of others, estates of the dead, and requests to pay a share of a funding. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';
import { Timestamp } from './common.ts';

/** `from`: who wrote it, who died, or who named the resident with a funding. */
const shared = { id: z.string(), from: z.string(), body: z.string(), sent_at: Timestamp, seq: z.int() };
/** What the city tells by letter. */
const told = { ...shared, body: cityText };

export const Letter = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('letter'), ...shared }),
    z.strictObject({ type: z.literal('estate'), ...told, amount: z.number() }),
    z.strictObject({
      type: z.literal('pod'),
      ...told,
      pod: z.string(),
      burn_per_tick: z.number(),
      runway_ticks: z.int().nullable(),
    }),
    z.strictObject({ type: z.literal('funding'), ...told, pod: z.string(), share: z.number(), until_tick: z.int() }),
  ])
  .meta({ id: 'Letter' });
