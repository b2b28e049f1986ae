/** What all error answers say. `refusal-fields.ts` has what those of each code say besides. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';

export const inEveryRefusal = {
  error: z.string().meta({ description: 'What went wrong, as a code' }),
  message: cityText.meta({ description: 'What to do next' }),
  applied: z.union([z.literal(false), z.literal('unknown')]).meta({
    description: 'false: nothing has happened. "unknown": repeat with the same Idempotency-Key to learn it.',
  }),
};

/** Any of them. */
export const ErrorBody = z
  .looseObject(inEveryRefusal)
  .meta({ id: 'Error', description: 'Some errors carry more fields, named in the schema of the code' });
