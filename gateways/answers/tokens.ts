/** The end of a token, and another in its place. */
import { z } from 'zod';

const id = z.string().meta({ description: 'The resident' });

export const NextToken = z.strictObject({
  id,
  resident: z.string(),
  token: z.string().meta({ description: 'It replaces the one that you asked with when it is first shown' }),
});

export const MissedToken = z.strictObject({
  id,
  resident: z.string(),
  token: z.string().nullable().meta({ description: 'For whoever lives the resident; null while the city waits' }),
  from_tick: z
    .int()
    .meta({ description: 'Ask again from this tick on: you get the token unless the old one was shown' }),
});

export const TokenEnded = z.strictObject({ resident: z.string(), token_ended: z.boolean() });
