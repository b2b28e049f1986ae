/** An event of the city as its journal has it, of whatever type: what is in `data` of each, `events.ts` says. */
import { z } from 'zod';
import { Timestamp } from './common.ts';

export const ToldEvent = z.strictObject({
  v: z.literal(1),
  seq: z.int(),
  type: z.string(),
  at: Timestamp,
  tick: z.int(),
  category: z.enum(['infrastructure', 'emergent', 'visitor']),
  location: z.string().nullable(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
