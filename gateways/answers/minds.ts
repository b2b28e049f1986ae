/** Answers about the minds of the city: to its operator, and to visitors who have left residents to them. */
import { z } from 'zod';

export const MindsAbout = z.strictObject({
  is_running: z.boolean().meta({ description: 'Whether the process in which they live runs now' }),
  starts: z.int().meta({ description: 'How often that process was started' }),
  living: z.int().meta({ description: 'Residents who are lived' }),
  idle: z.int().meta({ description: 'Of them, whose minds do nothing though the city ticks' }),
  waiting: z.int().meta({ description: 'Residents who wait for a mind' }),
});

/**
 * The mind of a resident that is left to minds. `lives`: one lives it; `begins`: one is free and about to; `waits`: all are taken;
 * `gave_up`: its mind could not live it, and no other is assigned.
 */
export const mindStandings = ['lives', 'begins', 'waits', 'gave_up'] as const;

export const SoulMind = z
  .strictObject({
    standing: z.enum(mindStandings).meta({
      description:
        '`lives`: a mind of the city lives it; `begins`: one is free for it, and lives it in a moment, or once it is born; ' +
        '`waits`: all are taken, and it does nothing until one is free or you fetch its token; `gave_up`: its mind could not live it',
    }),
    ahead: z.int().nullable().meta({ description: 'Where it `waits`: residents who get a mind before it' }),
  })
  .meta({ id: 'SoulMind' });
