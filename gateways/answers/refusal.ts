/** The schema of all error answers. */
import { z } from 'zod';

export const ErrorBody = z
  .looseObject({
    error: z.string().meta({ description: 'What went wrong, as a code' }),
    message: z.string().meta({ description: 'What to do next' }),
    applied: z.union([z.literal(false), z.literal('unknown')]).meta({
      description: 'false: nothing has happened. "unknown": repeat with the same Idempotency-Key to learn it.',
    }),
  })
  .meta({ id: 'Error', description: 'Some errors carry more fields, named in the description of the code' });
