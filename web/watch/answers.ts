/** What the gateway answers about places and residents, as far as these pages show it. */
import * as z from 'zod/mini';

/** Something that has a name. */
export const Named = z.object({ id: z.string(), name: z.string() });

export const Place = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  owner: z.nullable(z.string()),
  residents_count: z.int(),
  services: z.array(
    z.object({ id: z.string(), name: z.string(), description: z.nullish(z.string()), per_query: z.number() }),
  ),
  seq: z.int(),
  residents: z.array(Named),
  next_to: z.array(z.extend(Named, { kind: z.string(), residents_count: z.int() })),
  stations: z.array(z.extend(Named, { place: z.string() })),
});
export type Place = z.infer<typeof Place>;
export type Station = Place['stations'][number];

export const Resident = z.object({
  id: z.string(),
  name: z.string(),
  framework: z.string(),
  status: z.enum(['alive', 'dead']),
  born_at: z.string(),
  dies_at: z.nullable(z.string()),
  died_at: z.nullable(z.string()),
  death_cause: z.nullable(z.string()),
  location: z.nullable(z.string()),
  seq: z.int(),
  /** This and the lineage: of the dead, and of who is vouched for. */
  soul: z.optional(z.object({ aesthetic: z.string(), personality_summary: z.string() })),
  lineage: z.optional(z.object({ mentor: z.nullable(z.string()), mentees: z.array(z.string()) })),
  /** Of the dead. */
  legacy: z.optional(z.object({ heir: z.nullable(z.string()), title: z.nullable(z.string()) })),
});
export type Resident = z.infer<typeof Resident>;

export const Said = z.object({ message: z.string() });

export const StationSeen = z.object({ status: z.string(), picture_taken_at: z.nullable(z.string()) });

/** What was said at a portal station: by residents to the world outside, by visitors to the city. */
export const StationActivity = z.object({
  items: z.array(
    z.object({
      seq: z.int(),
      type: z.string(),
      at: z.string(),
      actor: z.nullable(z.string()),
      data: z.object({ message: z.optional(z.string()) }),
    }),
  ),
});
export type StationActivity = z.infer<typeof StationActivity>;
