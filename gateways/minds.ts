/** What whoever runs the minds of the city tells its operator of them. */
import { z } from 'zod';

export const MindsAbout = z.object({
  is_running: z.boolean().meta({ description: 'Whether the process in which they live runs now' }),
  starts: z.int().meta({ description: 'How often that process was started' }),
  living: z.int().meta({ description: 'Residents who are lived' }),
  idle: z.int().meta({ description: 'Of them, whose minds do nothing though the city ticks' }),
  waiting: z.int().meta({ description: 'Residents who wait for a mind' }),
});
export type MindsAbout = z.infer<typeof MindsAbout>;

/** Null where none live. */
export type AskMinds = () => MindsAbout | null;
