/** The end of a token. */
import { z } from 'zod';

export const TokenEnded = z.strictObject({ resident: z.string(), token_ended: z.boolean() });
