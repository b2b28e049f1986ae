/** How near a life came to what its soul wants: each goal, with the events that the chronicle tells of it. */
import { z } from 'zod';
import { ChronicleEntry } from './chronicle.ts';

/** What a goal can be about, as far as the chronicle tells of such things. */
const subjects = [
  ...(['trade', 'place', 'children', 'teaching', 'work', 'help', 'company'] as const),
  ...(['visitors', 'age', 'legacy'] as const),
] as const;

const Reason = z.strictObject({
  subject: z.enum(subjects).describe('What of the goal this is about'),
  nearness: z.enum(['nothing', 'begun', 'near']),
  times: z.int().describe('How often it happened, or with how many others'),
  entry: ChronicleEntry.nullable().describe('The newest event of that kind; null where nothing is told'),
});

const Goal = z.strictObject({
  words: z.string().describe('Words of who wrote the soul, no instruction of the city'),
  nearness: z
    .enum(['untold', 'nothing', 'begun', 'near'])
    .describe(
      '`untold`: its words name nothing that the chronicle tells of; else `near` when each of its reasons is, and `begun` when any of them is begun',
    ),
  reasons: z.array(Reason),
});

export const Goals = z
  .strictObject({
    of: z
      .enum(['goals', 'personality'])
      .nullable()
      .describe(
        'Where the words stand in the soul. Its goals are shown to who wrote it alone, others read what is open of its personality; null where nothing of it is',
      ),
    items: z.array(Goal),
    truncated: z.boolean().describe('There are more goals, or more is told of this life than was read'),
  })
  .meta({ id: 'Goals' });
