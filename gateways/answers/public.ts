/** Answers to anybody, without a token: residents, and places where strangers may walk. */
import { z } from 'zod';
import { Face } from './face.ts';
import { PlaceKind, Present } from './location.ts';
import { identity, Lineage, OutwardSoul } from './passport.ts';
import { Service } from './services.ts';

const Seq = z.int().meta({ description: 'Resume `/ws` from here: what has changed since is told there' });

const Legacy = z.strictObject({ heir: z.string().nullable(), title: z.string().nullable() }).meta({
  description:
    'Of the dead: whom they named their heir, and the title of what they composed: its words are in the library of souls',
});

const Tier = z.enum(['tiny', 'small', 'medium', 'large', 'massive']);

export const PublicResident = z
  .strictObject({
    ...identity,
    born_tick: z
      .int()
      .nullable()
      .meta({ description: 'The tick of its birth, as the chronicle tells it; null where it does not' }),
    face: Face,
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
    tier: Tier.nullable().meta({ description: 'How large a pod is' }),
    owner: z.string().nullable(),
    representative: z.string().nullable(),
    residents_count: z.int(),
    services: z.array(Service),
    seq: Seq,
    residents: z
      .array(z.strictObject({ ...Present.shape, face: Face }))
      .meta({ description: 'The first of those who are there, by their ids' }),
    next_to: z
      .array(z.strictObject({ id: z.string(), kind: PlaceKind, name: z.string(), residents_count: z.int() }))
      .meta({ description: 'Public rooms to which one can walk from there' }),
    stations: z
      .array(z.strictObject({ id: z.string(), name: z.string(), place: z.string() }))
      .meta({ description: 'Its active portal stations, and where these stand outside of the city' }),
  })
  .meta({ id: 'PublicPlace' });

/** Where something stands: on a lot of the land that follows from the seed. */
const onLot = {
  lot: z.int().nullable().meta({ description: 'Its lot; null: the square, or beyond where there is land' }),
  x: z.int().meta({ description: 'To the right of the middle of the Commons, in units of the land' }),
  y: z.int().meta({ description: 'Below the Commons' }),
};

const PlaceOnMap = z.strictObject({
  id: z.string(),
  kind: PlaceKind,
  name: z.string(),
  owner: z.string().nullable(),
  residents_count: z.int(),
  ...onLot,
  tier: Tier.nullable().meta({ description: 'How large a pod is' }),
  annexes: z.int().meta({ description: 'Containers of the pod' }),
  since_tick: z.int().nullable().meta({ description: 'When it was opened; null: not known, or always there' }),
});

const Home = z.strictObject({
  resident: z.string(),
  name: z.string(),
  face: Face,
  ...onLot,
  is_lit: z.boolean().meta({ description: 'Somebody is at home' }),
});

const Named = z.strictObject({ id: z.string(), name: z.string() });

const DeadOnMap = z.strictObject({
  ...Named.shape,
  grave: z.int().meta({ description: 'Its spot in the grove' }),
  face: Face.nullable().meta({ description: 'Null of who died before the city told of faces' }),
});

export const PublicMap = z
  .strictObject({
    seq: Seq,
    places: z.array(PlaceOnMap),
    ways: z.array(z.strictObject({ from: z.string(), to: z.string(), bidirectional: z.boolean() })),
    residents: z.array(z.strictObject({ id: z.string(), name: z.string(), location: z.string() })),
    land: z.string().meta({ description: 'From this the land follows, as `land/` in the source makes it' }),
    tick: z.int(),
    homes: z.array(Home).meta({ description: 'The houses of those who live; who is inside is not shown' }),
    sites: z.array(z.strictObject(onLot)).meta({ description: 'Where workshops are that will be places' }),
    ruins: z.array(z.strictObject({ ...Named.shape, ...onLot })).meta({ description: 'Places that have shut down' }),
    dead: z.array(DeadOnMap).meta({ description: 'Who has died lately, the last one last' }),
    truncated: z.boolean().meta({ description: 'There are more places, ways or residents than are shown' }),
  })
  .meta({ id: 'PublicMap' });
