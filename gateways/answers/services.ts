/** Services of the code of pods and containers. */
import { z } from 'zod';
import { Amount } from './common.ts';

export const Service = z
  .strictObject({
    id: z.string(),
    pod: z.string(),
    name: z.string(),
    owner: z.string().nullable(),
    representative: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Who speaks for the pod; of a container none' }),
    description: z.string().nullable(),
    input_description: z.string().nullable().meta({ description: 'What it expects as `input`, if its keeper says so' }),
    per_query: Amount,
  })
  .meta({ id: 'Service' });

/** The result of a call. */
export const Called = z.strictObject({
  output: z.unknown().meta({ description: 'What its code has returned' }),
  duration_ms: z.number(),
  charged: Amount,
  balance: Amount,
});
