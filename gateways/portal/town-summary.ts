/** What a town's history has learned up to an entry, as it is kept beside the chronicle: lots, places, ruins and graves. */
import { z } from 'zod';

/** Another number wherever another version of the city would read the same chronicle to another town. */
const version = 1;

export const summaryName = (seed: string): string => `town ${version} ${seed}`;

const Grave = z.strictObject({
  ...{ id: z.string(), name: z.string(), grave: z.int() },
  /** Absent in summaries from before events told of faces. */
  face: z.string().nullable().default(null),
});

const Summary = z.strictObject({
  /** The key of who has it, and the id of the lot. */
  lots: z.array(z.tuple([z.string(), z.int()]).readonly()).readonly(),
  standing: z.array(z.strictObject({ key: z.string(), name: z.string(), since: z.int() }).readonly()).readonly(),
  ruins: z.array(z.strictObject({ key: z.string(), name: z.string(), until: z.int() }).readonly()).readonly(),
  graves: z.array(Grave.readonly()).readonly(),
  deaths: z.int(),
});

export type TownSummary = z.infer<typeof Summary>;

/** Undefined where it is none of this version. */
export const summaryOf = (body: string): TownSummary | undefined => Summary.safeParse(JSON.parse(body)).data;
