/** The Portal Gateway's answers to this page. Fields that it does not use are ignored. */
import * as z from 'zod/mini';
import type * as frameworks from '../../gateways/answers/frameworks.ts';
import type * as souls from '../../gateways/answers/souls.ts';
import type * as visitors from '../../gateways/answers/visitors.ts';
import { partOf } from '../lib/part-of.ts';

export const Me = partOf<typeof visitors.Visitor>()(
  z.object({ id: z.string(), handle: z.string(), balance: z.number() }),
);
export type Me = z.infer<typeof Me>;

export const LoggedIn = partOf<typeof visitors.LoggedIn>()(z.object({ visitor: Me }));
/** Null: a stranger. */
export const CurrentSession = partOf<typeof visitors.CurrentSession>()(z.object({ visitor: z.nullable(Me) }));
export const EndedSessions = partOf<typeof visitors.EndedSessions>()(z.object({ sessions_ended: z.int() }));
export const LoggedOut = partOf<typeof visitors.LoggedOut>()(z.looseObject({}));

export const Soul = partOf<typeof souls.Soul>()(
  z.object({
    id: z.string(),
    status: z.enum(['queued', 'adopted', 'born', 'dead']),
    name: z.string(),
    soul: z.nullable(z.record(z.string(), z.unknown())),
    lived_by: z.enum(['city', 'me']),
    runtime: z.enum(['external', 'container']),
    /** The state of the mind of the city that is to live it. */
    mind: z.nullable(
      z.object({ standing: z.enum(['lives', 'begins', 'waits', 'gave_up']), ahead: z.nullable(z.int()) }),
    ),
    place_in_line: z.nullable(z.int()),
    in_line: z.nullable(z.int()),
    mentor: z.nullable(z.string()),
    resident: z.nullable(z.string()),
  }),
);
export type Soul = z.infer<typeof Soul>;

/** A soul whose resident has died, which may have left the other list. */
export const EndedSoul = partOf<typeof souls.EndedSoul>()(
  z.object({ id: z.string(), name: z.string(), resident: z.string(), death_cause: z.string() }),
);
export type EndedSoul = z.infer<typeof EndedSoul>;

export const Framework = partOf<typeof frameworks.Framework>()(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    soul_schema: z.nullable(z.record(z.string(), z.unknown())),
    runtime: z.object({ type: z.enum(['external', 'container']) }),
    lifespan_ticks: z.nullable(z.int()),
    available: z.boolean(),
  }),
);
export type Framework = z.infer<typeof Framework>;

/** A notification; types that no page knows are ignored. */
export const Notification = partOf<typeof visitors.Notification>()(z.unknown());

export const Withdrawn = partOf<typeof souls.WithdrawnSoul>()(z.looseObject({}));
export const Funded = partOf<typeof visitors.Funded>()(z.object({ balance: z.number() }));

export const GivenToken = partOf<typeof souls.GivenToken>()(
  z.object({ token: z.string(), city_url: z.nullable(z.string()) }),
);
export type GivenToken = z.infer<typeof GivenToken>;
