/** What a mind is after, and what it keeps in mind of its own places. */
import { z } from 'zod';

export const Aim = z.object({
  /** To open a place of this design, or to bring somebody up. */
  kind: z.enum(['place', 'child']),
  design: z.number().int().min(0),
  sinceTick: z.number(),
  /** Credits that are missing, and that were when it last told everybody. */
  missing: z.number().min(0),
  said: z.number().min(0),
});
export type Aim = z.infer<typeof Aim>;

export const Kept = z.object({
  name: z.string().max(80),
  sinceTick: z.number(),
  /** How often somebody else has paid there, and when last. */
  calls: z.number(),
  callTick: z.number(),
});
export type Kept = z.infer<typeof Kept>;
