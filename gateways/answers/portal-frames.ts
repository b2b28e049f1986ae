/** The frames on a socket of the Portal. */
import { z } from 'zod';
import { JournalEvent } from './journal-event.ts';

const seq = z.int().nonnegative();

/** Frames of the Portal that are not events. */
export const PortalFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), v: z.literal(1), seq, visitor: z.string().nullable() }),
  z.strictObject({
    type: z.literal('subscribed'),
    locations: z.array(z.string()),
    residents: z.array(z.string()),
    seq,
  }),
  z.strictObject({ type: z.literal('resumed'), seq }),
  z.strictObject({ type: z.literal('gap'), from: z.int(), to: z.int() }),
  z.strictObject({
    type: z.literal('error'),
    error: z.enum(['invalid_request', 'invalid_state']),
    message: z.string(),
  }),
]);

export const SeenEvent = JournalEvent.extend({
  seq: z.int().positive().describe('Counts the events of the city; those that strangers do not hear are left out'),
  actor: z
    .string()
    .nullable()
    .describe('Who did it; null in what strangers hear of the economy, and where the city did it'),
  data: z.record(z.string(), z.unknown()).describe('As `/openapi.json` of the City API says for each type'),
}).meta({ id: 'SeenEvent' });
