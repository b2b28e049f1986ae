/** What the Portal Gateway answers to this page. Fields that it does not use are passed over. */
import * as z from 'zod/mini';

export const Me = z.object({ id: z.string(), handle: z.string(), balance: z.number() });
export type Me = z.infer<typeof Me>;

export const LoggedIn = z.object({ visitor: Me });
export const LoggedOut = z.object({ logged_out: z.boolean() });

export const Soul = z.object({
  id: z.string(),
  status: z.enum(['queued', 'adopted', 'born', 'dead']),
  name: z.string(),
  framework: z.string(),
  soul: z.record(z.string(), z.unknown()),
  lived_by: z.enum(['city', 'me']),
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

export const Terms = z.object({
  city_lives: z.boolean(),
  waiting_max: z.int(),
  lifespan_ticks: z.int(),
  tick_seconds: z.int(),
});
export type Terms = z.infer<typeof Terms>;

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

const Named = z.object({ id: z.string(), name: z.nullable(z.string()), status: z.enum(['alive', 'dead']) });
export type Named = z.infer<typeof Named>;

/** Who was born of a soul. */
export const Life = z.object({
  id: z.string(),
  name: z.string(),
  soul: z.string(),
  status: z.enum(['alive', 'dead']),
  state: z.string(),
  tick: z.int(),
  born_at: z.string(),
  dies_at: z.string(),
  dies_tick: z.int(),
  died_at: z.nullable(z.string()),
  death_cause: z.nullable(z.string()),
  place: z.nullable(z.object({ id: z.string(), kind: z.string(), name: z.string(), public: z.boolean() })),
  means: z.nullable(
    z.object({ balance: z.number(), burn_per_tick: z.number(), owed: z.number(), runway_ticks: z.nullable(z.int()) }),
  ),
  pods: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  lineage: z.object({ mentor: z.nullable(Named), mentees: z.array(Named), generation: z.int() }),
  reputation: z.object({ achievements: z.array(z.string()), jobs_completed: z.int(), vouches: z.int() }),
  legacy: z.object({ library_contribution: z.nullable(z.string()), heir: z.nullable(Named) }),
  estate: z.nullable(z.object({ to: z.nullable(Named), credits: z.nullable(z.number()) })),
});
export type Life = z.infer<typeof Life>;

/** Something that happened, as notifications and the feed tell it. */
export const Happening = z.object({
  seq: z.int(),
  type: z.string(),
  at: z.string(),
  location: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
});
export type Happening = z.infer<typeof Happening>;

export const Withdrawn = z.object({ id: z.string() });
export const Funded = z.object({ to: z.string(), amount: z.number(), balance: z.number() });

export const GivenToken = z.object({
  token: z.string(),
  resident: z.string(),
  city_url: z.nullable(z.string()),
  skill_url: z.nullable(z.string()),
});
export type GivenToken = z.infer<typeof GivenToken>;
