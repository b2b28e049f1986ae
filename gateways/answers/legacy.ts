/** A resident's legacy. */
import { z } from 'zod';

export const Legacy = z
  .strictObject({ heir: z.string().nullable(), library_contribution: z.string().nullable() })
  .meta({ id: 'Legacy' });
