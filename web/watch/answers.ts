/** The gateway's answers about places and residents, as far as these pages show them. */
import * as z from 'zod/mini';
import type * as chronicle from '../../gateways/answers/chronicle.ts';
import type * as frameworks from '../../gateways/answers/frameworks.ts';
import type * as goals from '../../gateways/answers/goals.ts';
import type * as answers from '../../gateways/answers/public.ts';
import type * as stations from '../../gateways/answers/stations.ts';
import { partOf } from '../lib/part-of.ts';
import { Parts } from '../parts/sentence.tsx';

const named = z.object({ id: z.string(), name: z.string() });

/** The name of a framework or a place. */
export const Named = partOf<typeof frameworks.Framework | typeof answers.PublicPlace>()(named);

export const Place = partOf<typeof answers.PublicPlace>()(
  z.object({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    owner: z.nullable(z.string()),
    residents_count: z.int(),
    services: z.array(
      z.object({ id: z.string(), name: z.string(), description: z.nullable(z.string()), per_query: z.number() }),
    ),
    seq: z.int(),
    tier: z.nullable(z.enum(['tiny', 'small', 'medium', 'large', 'massive'])),
    residents: z.array(z.extend(named, { face: z.string() })),
    next_to: z.array(z.extend(named, { residents_count: z.int() })),
    stations: z.array(z.extend(named, { place: z.string() })),
  }),
);
export type Place = z.infer<typeof Place>;
export type Station = Place['stations'][number];

export const Resident = partOf<typeof answers.PublicResident>()(
  z.object({
    id: z.string(),
    name: z.string(),
    face: z.string(),
    framework: z.string(),
    status: z.enum(['alive', 'dead']),
    born_at: z.string(),
    born_tick: z.nullable(z.int()),
    dies_at: z.string(),
    dies_tick: z.int(),
    died_at: z.nullable(z.string()),
    death_cause: z.nullable(z.string()),
    location: z.nullable(z.string()),
    seq: z.int(),
    /** Soul and lineage: of the dead, and of those who are vouched for. */
    soul: z.nullish(z.object({ aesthetic: z.string(), personality_summary: z.string() })),
    lineage: z.optional(z.object({ mentor: z.nullable(z.string()), mentees: z.array(z.string()) })),
    /** Of the dead. */
    legacy: z.optional(z.object({ heir: z.nullable(z.string()), title: z.nullable(z.string()) })),
  }),
);
export type Resident = z.infer<typeof Resident>;

export const Said = partOf<typeof stations.StationMessage>()(z.looseObject({}));

export const StationSeen = partOf<typeof stations.StationSeen>()(
  z.object({ picture_taken_at: z.nullable(z.string()) }),
);

/** Messages at a portal station: of residents to the world outside, of visitors to the city. */
export const StationActivity = partOf<typeof stations.StationEvents>()(
  z.object({
    items: z.array(
      z.object({
        seq: z.int(),
        type: z.string(),
        at: z.string(),
        tick: z.int(),
        actor: z.nullable(z.string()),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
);
export type StationActivity = z.infer<typeof StationActivity>;

export const Chronicle = partOf<typeof chronicle.Chronicle>()(
  z.object({ items: z.array(z.object({ type: z.string(), at: z.string(), tick: z.int(), parts: Parts })) }),
);
export type Chronicle = z.infer<typeof Chronicle>;

export const Goals = partOf<typeof goals.Goals>()(
  z.object({
    of: z.nullable(z.enum(['goals', 'personality'])),
    items: z.array(
      z.object({
        words: z.string(),
        nearness: z.enum(['untold', 'nothing', 'begun', 'near']),
        reasons: z.array(
          z.object({
            subject: z.string(),
            nearness: z.enum(['nothing', 'begun', 'near']),
            times: z.int(),
            entry: z.nullable(z.object({ seq: z.int(), day: z.int(), parts: Parts })),
          }),
        ),
      }),
    ),
    truncated: z.boolean(),
  }),
);
export type Goals = z.infer<typeof Goals>;

export const PublicLineage = partOf<typeof chronicle.PublicLineage>()(
  z.object({
    kin: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        mentor: z.nullable(z.string()),
        since: z.nullable(z.int()),
        until: z.nullable(z.int()),
        generation: z.int(),
      }),
    ),
    truncated: z.boolean(),
  }),
);
export type PublicLineage = z.infer<typeof PublicLineage>;
export type Kin = PublicLineage['kin'][number];
