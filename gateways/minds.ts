/** What whoever runs the minds of the city tells of them: to its operator, and to visitors who have left somebody to them. */
import { z } from 'zod';

export const MindsAbout = z.object({
  is_running: z.boolean().meta({ description: 'Whether the process in which they live runs now' }),
  starts: z.int().meta({ description: 'How often that process was started' }),
  living: z.int().meta({ description: 'Residents who are lived' }),
  idle: z.int().meta({ description: 'Of them, whose minds do nothing though the city ticks' }),
  waiting: z.int().meta({ description: 'Residents who wait for a mind' }),
});
export type MindsAbout = z.infer<typeof MindsAbout>;

/**
 * Of one that is left to minds: `lives`: one lives it; `begins`: one is free for it, and is about to; `waits`: all are taken;
 * `gave_up`: its mind could not live it, and no other is given to it.
 */
export const mindStandings = ['lives', 'begins', 'waits', 'gave_up'] as const;
export type MindStanding = (typeof mindStandings)[number];

export interface Minds {
  /** Null where none live. */
  readonly about: MindsAbout | null;
  /** How it is with the mind of a resident; null: of one that were born now. Null where none live. */
  standing(resident: string | null): MindStanding | null;
}
