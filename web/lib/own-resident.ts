/** A resident as the gateway shows it to the visitor who wrote its soul. */
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/own-resident.ts';
import { partOf } from './part-of.ts';

const Named = z.object({ id: z.string(), name: z.nullable(z.string()), status: z.enum(['alive', 'dead']) });

/** The resident born of a soul of the visitor, with all its fields. */
export const OwnResident = partOf<typeof answers.OwnResident>()(
  z.object({
    id: z.string(),
    name: z.string(),
    soul: z.string(),
    /** The soul, as it was written. */
    written: z.nullable(z.record(z.string(), z.unknown())),
    status: z.enum(['alive', 'dead']),
    state: z.enum(['alive', 'dying', 'dead']),
    tick: z.int(),
    dies_at: z.string(),
    dies_tick: z.int(),
    died_at: z.nullable(z.string()),
    death_cause: z.nullable(z.string()),
    place: z.nullable(z.object({ id: z.string(), name: z.string(), public: z.boolean() })),
    means: z.nullable(
      z.object({ balance: z.number(), burn_per_tick: z.number(), owed: z.number(), runway_ticks: z.nullable(z.int()) }),
    ),
    pods: z.array(z.object({ name: z.string(), status: z.string() })),
    lineage: z.object({ mentor: z.nullable(Named), mentees: z.array(Named) }),
    reputation: z.object({ achievements: z.array(z.string()), jobs_completed: z.int() }),
    legacy: z.object({
      library_contribution: z.nullable(z.string()),
      content: z.nullable(z.string()),
      heir: z.nullable(Named),
    }),
    estate: z.nullable(z.object({ to: z.nullable(Named), credits: z.nullable(z.number()) })),
  }),
);
export type OwnResident = z.infer<typeof OwnResident>;
