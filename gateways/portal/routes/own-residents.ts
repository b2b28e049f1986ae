/** The lives of those who were born of a visitor's souls, as their visitor sees them: while they live, and for good. */
import { z } from 'zod';
import type { LooksAtOnce } from '../../looks-at-once.ts';
import { defineRoute, type Route } from '../../route.ts';
import { Amount, Passport, ResidentId } from '../../schema/fields.ts';

const Named = z
  .looseObject({ id: z.string(), name: z.string().nullable(), status: z.enum(['alive', 'dead']) })
  .meta({ id: 'NamedResident' });

const OwnResident = Passport.extend({
  soul: z.string(),
  state: z.string(),
  tick: z.int(),
  dies_tick: z.int(),
  place: z.looseObject({ id: z.string(), kind: z.string(), name: z.string(), public: z.boolean() }).nullable(),
  means: z
    .looseObject({ balance: Amount, burn_per_tick: Amount, owed: Amount, runway_ticks: z.int().nullable() })
    .nullable(),
  pods: z.array(z.looseObject({ id: z.string(), name: z.string(), status: z.string() })),
  lineage: z.looseObject({ mentor: Named.nullable(), mentees: z.array(Named), generation: z.int() }),
  reputation: z.looseObject({ achievements: z.array(z.string()), jobs_completed: z.int(), vouches: z.int() }),
  legacy: z.looseObject({ library_contribution: z.string().nullable(), heir: Named.nullable() }),
  estate: z
    .looseObject({ to: Named.nullable(), credits: Amount.nullable() })
    .nullable()
    .meta({ description: 'What it has left, and to whom; `to` is null where the city has it. Null while it lives' }),
}).meta({ id: 'OwnResident' });

/** Of who has left memory the database is asked, by no more visitors at once than leave room for the looks of residents. */
export const getOwnResident = (looks: LooksAtOnce): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/visitors/residents/:id',
    summary: 'Who was born of a soul of yours: where it is, what it has, its kin, and what it left',
    caller: 'visitor',
    params: z.strictObject({ id: ResidentId }),
    answer: OwnResident,
    refusals: ['not_found'],
    perform: ({ caller, params: { id } }, city) =>
      looks.run(() => city.view({ view: 'own_resident', args: { id, visitor: caller.id } })),
  });
