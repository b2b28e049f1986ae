/** The lives of those who were born of a visitor's souls, as their visitor sees them: while they live, and for good. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { LooksAtOnce } from '../../limits/looks-at-once.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Amount, Passport, ResidentId } from '../../schema/fields.ts';

const Named = z
  .looseObject({ id: z.string(), name: z.string().nullable(), status: z.enum(['alive', 'dead']) })
  .meta({ id: 'NamedResident' });

const OwnResident = Passport.extend({
  soul: z.string().meta({ description: 'The soul of which it was born' }),
  written: z.looseObject({}).meta({ description: 'That soul, as its visitor wrote it' }),
  state: z.string().meta({ description: 'As `status`, and `dying` for who is alive and has begun to die' }),
  tick: z.int().meta({ description: 'The tick of this look' }),
  dies_tick: z.int().meta({ description: 'The tick of its natural end; of the dead, of its death' }),
  place: z.looseObject({ id: z.string(), kind: z.string(), name: z.string(), public: z.boolean() }).nullable(),
  means: z
    .looseObject({
      balance: Amount,
      burn_per_tick: Amount.meta({ description: 'Its upkeep each tick' }),
      owed: Amount.meta({ description: 'Upkeep that it could not pay; without it, it dies at the next tick' }),
      runway_ticks: z.int().nullable().meta({ description: 'How long its balance lasts; null: for ever' }),
      endowment: Amount.meta({ description: 'Of the balance, what it had at birth and cannot give to others yet' }),
      endowment_until: z.int().nullable().meta({ description: 'The tick from which on all is free; null: it is' }),
    })
    .nullable()
    .meta({ description: 'Null when it is dead' }),
  pods: z.array(z.looseObject({ id: z.string(), name: z.string(), status: z.string() })),
  lineage: z
    .looseObject({ mentor: Named.nullable(), mentees: z.array(Named), generation: z.int() })
    .meta({ description: 'Who adopted it and whom it has adopted; `generation` counts from a founder' }),
  reputation: z.looseObject({ achievements: z.array(z.string()), jobs_completed: z.int(), vouches: z.int() }),
  legacy: z
    .looseObject({
      library_contribution: z.string().nullable(),
      content: z.string().nullable(),
      heir: Named.nullable(),
    })
    .meta({
      description: 'Title and words of what it has composed for the library of souls, and whom it has named its heir',
    }),
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
      looks.run(() => city.view(view('own_resident', { id, visitor: caller.id }))),
  });
