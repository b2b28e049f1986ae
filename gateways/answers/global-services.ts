/** The global services: which there are, where they can be reached, and what they cost. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';

export const GlobalService = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: cityText,
    available: z.boolean(),
    why_not: cityText.optional(),
    pricing: cityText,
    rate_limit: z.strictObject({ limit: z.number(), window_seconds: z.number() }),
    endpoints: z.array(z.strictObject({ method: z.string(), path: cityText, summary: cityText, price: cityText })),
    skill: cityText.meta({ description: 'Where the text is that says how it is used' }),
  })
  .meta({ id: 'GlobalService' });
