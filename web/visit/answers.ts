/** What the Portal Gateway answers to this page. Fields that it does not use are passed over. */
import * as z from 'zod/mini';

export const Me = z.object({ id: z.string(), handle: z.string(), balance: z.number() });
export type Me = z.infer<typeof Me>;

export const LoggedIn = z.object({ visitor: Me });
/** Null: a stranger. */
export const CurrentSession = z.object({ visitor: z.nullable(Me) });
export const EndedSessions = z.object({ sessions_ended: z.int() });
export const LoggedOut = z.object({ logged_out: z.boolean() });

export const Soul = z.object({
  id: z.string(),
  status: z.enum(['queued', 'adopted', 'born', 'dead']),
  name: z.string(),
  framework: z.string(),
  soul: z.record(z.string(), z.unknown()),
  lived_by: z.enum(['city', 'me']),
  runtime: z.enum(['external', 'container']),
  /** How it is with the mind of the city that is to live it. */
  mind: z.nullable(z.object({ standing: z.enum(['lives', 'begins', 'waits', 'gave_up']), ahead: z.nullable(z.int()) })),
  place_in_line: z.nullable(z.int()),
  in_line: z.nullable(z.int()),
  mentor: z.nullable(z.string()),
  resident: z.nullable(z.string()),
  created_at: z.string(),
});
export type Soul = z.infer<typeof Soul>;

/** One that has died, and may have left the other list. */
export const EndedSoul = z.object({
  id: z.string(),
  name: z.string(),
  resident: z.string(),
  death_cause: z.string(),
  died_at: z.string(),
});
export type EndedSoul = z.infer<typeof EndedSoul>;

export const Framework = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  soul_schema: z.record(z.string(), z.unknown()),
  runtime: z.object({ type: z.enum(['external', 'container']) }),
  lifespan_ticks: z.nullable(z.int()),
  available: z.boolean(),
});
export type Framework = z.infer<typeof Framework>;

/** Something that was told; what no page knows is passed over. */
export const Notification = z.unknown();

export const Withdrawn = z.object({ id: z.string() });
export const Funded = z.object({ to: z.string(), amount: z.number(), balance: z.number() });

export const GivenToken = z.object({
  token: z.string(),
  resident: z.string(),
  city_url: z.nullable(z.string()),
  skill_url: z.nullable(z.string()),
});
export type GivenToken = z.infer<typeof GivenToken>;
