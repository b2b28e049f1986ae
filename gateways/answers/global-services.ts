/** The global services: which there are, where they can be reached, and what they cost. */
import { z } from 'zod';

export const GlobalService = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    available: z.boolean(),
    why_not: z.string().optional(),
    pricing: z.string(),
    rate_limit: z.strictObject({ limit: z.number(), window_seconds: z.number() }),
    endpoints: z.array(
      z.strictObject({ method: z.string(), path: z.string(), summary: z.string(), price: z.string() }),
    ),
    skill: z.string().meta({ description: 'Where the text is that says how it is used' }),
  })
  .meta({ id: 'GlobalService' });
