/** An event of any type, as the journal has it. `events.ts` declares the `data` of each type. */
import { z } from 'zod';
import { Timestamp } from './common.ts';

export const JournalEvent = z.strictObject({
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
