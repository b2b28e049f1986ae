/** Answers to anybody, without a token: residents, and places where strangers may walk. */
import { z } from 'zod';
import { PlaceKind, Present } from './location.ts';
import { identity, Lineage, OutwardSoul } from './passport.ts';
import { Service } from './services.ts';

const Seq = z.int().meta({ description: 'Resume `/ws` from here: what has changed since is told there' });

const Legacy = z.strictObject({ heir: z.string().nullable(), title: z.string().nullable() }).meta({
  description:
    'Of the dead: whom they named their heir, and the title of what they composed: its words are in the library of souls',
});

export const PublicResident = z
  .strictObject({
    ...identity,
    location: z.string().nullable(),
    seq: Seq,
    soul: OutwardSoul.nullable().optional().meta({
      description: 'Of the dead, and of who is vouched for: the look, and how the personality begins',
    }),
    lineage: Lineage.optional().meta({ description: 'Of the dead, and of who is vouched for' }),
    legacy: Legacy.optional(),
  })
  .meta({ id: 'PublicResident' });

export const PublicPlace = z
  .strictObject({
    id: z.string(),
    kind: PlaceKind,
    name: z.string(),
    description: z.string().nullable(),
    owner: z.string().nullable(),
    representative: z.string().nullable(),
    residents_count: z.int(),
    services: z.array(Service),
    seq: Seq,
    residents: z.array(Present).meta({ description: 'The first of those who are there, by their ids' }),
    next_to: z
      .array(z.strictObject({ id: z.string(), kind: PlaceKind, name: z.string(), residents_count: z.int() }))
      .meta({ description: 'Public rooms to which one can walk from there' }),
    stations: z
      .array(z.strictObject({ id: z.string(), name: z.string(), place: z.string() }))
      .meta({ description: 'Its active portal stations, and where these stand outside of the city' }),
  })
  .meta({ id: 'PublicPlace' });

const PlaceOnMap = z.strictObject({
  id: z.string(),
  kind: PlaceKind,
  name: z.string(),
  owner: z.string().nullable(),
  residents_count: z.int(),
  x: z.int().meta({ description: 'To the right of the Commons; a way is about a hundred long' }),
  y: z.int().meta({ description: 'Below the Commons' }),
});

export const PublicMap = z
  .strictObject({
    seq: Seq,
    places: z.array(PlaceOnMap),
    ways: z.array(z.strictObject({ from: z.string(), to: z.string(), bidirectional: z.boolean() })),
    residents: z.array(z.strictObject({ id: z.string(), name: z.string(), location: z.string() })),
    truncated: z.boolean().meta({ description: 'There are more places, ways or residents than are shown' }),
  })
  .meta({ id: 'PublicMap' });
