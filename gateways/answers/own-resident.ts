/** The life of the resident born of a visitor's soul, as that visitor sees it. */
import { z } from 'zod';
import { Amount } from './common.ts';
import { PlaceKind } from './location.ts';
import { identity, means, Reputation } from './passport.ts';
import { WrittenSoul } from './souls.ts';

const NamedResident = z
  .strictObject({ id: z.string(), name: z.string().nullable(), status: identity.status })
  .meta({ id: 'NamedResident' });

const Means = z.strictObject({
  ...means,
  burn_per_tick: Amount.meta({ description: 'Its upkeep each tick' }),
  owed: Amount.meta({ description: 'Upkeep that it could not pay; without it, it dies at the next tick' }),
  runway_ticks: z.int().nullable().meta({ description: 'How long its balance lasts; null: for ever' }),
  endowment: Amount.meta({ description: 'Of the balance, what it had at birth and cannot give to others yet' }),
  endowment_until: z.int().nullable().meta({ description: 'The tick from which on all is free; null: it is' }),
});

export const OwnResident = z
  .strictObject({
    ...identity,
    dies_tick: z.int().meta({ description: 'The tick of its natural end; of the dead, of its death' }),
    soul: z.string().meta({ description: 'The soul of which it was born' }),
    written: WrittenSoul.nullable().meta({ description: 'That soul, as its visitor wrote it' }),
    state: z
      .enum(['alive', 'dying', 'dead'])
      .meta({ description: 'As `status`, and `dying` for who is alive and has begun to die' }),
    tick: z.int().meta({ description: 'The tick of this look' }),
    place: z.strictObject({ id: z.string(), kind: PlaceKind, name: z.string(), public: z.boolean() }).nullable(),
    means: Means.nullable().meta({ description: 'Null when it is dead' }),
    pods: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        status: z.enum(['workshop', 'deployed', 'orphaned', 'shut_down']),
      }),
    ),
    lineage: z
      .strictObject({ mentor: NamedResident.nullable(), mentees: z.array(NamedResident), generation: z.int() })
      .meta({ description: 'Who adopted it and whom it has adopted; `generation` counts from a founder' }),
    reputation: Reputation,
    legacy: z
      .strictObject({
        library_contribution: z.string().nullable(),
        content: z.string().nullable(),
        heir: NamedResident.nullable(),
      })
      .meta({
        description: 'Title and words of what it has composed for the library of souls, and whom it has named its heir',
      }),
    estate: z.strictObject({ to: NamedResident.nullable(), credits: Amount.nullable() }).nullable().meta({
      description: 'What it has left, and to whom; `to` is null where the city has it. Null while it lives',
    }),
  })
  .meta({ id: 'OwnResident' });
