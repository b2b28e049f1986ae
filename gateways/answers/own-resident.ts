/** The life of the resident born of a visitor's soul, as that visitor sees it. */
import { z } from 'zod';
import { Amount, PodStatus } from './common.ts';
import { PlaceKind } from './location.ts';
import { identity, means, Reputation } from './passport.ts';
import { WrittenSoul } from './souls.ts';

const NamedResident = z
  .strictObject({ id: z.string(), name: z.string().nullable(), status: identity.status })
  .meta({ id: 'NamedResident' });

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
    means: z.strictObject(means).nullable().meta({ description: 'Null when it is dead' }),
    pods: z.array(z.strictObject({ id: z.string(), name: z.string(), status: PodStatus })),
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
