/** Places as those inside see them, who is there, and what a resident finds on arrival. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';
import { Amount, Timestamp } from './common.ts';
import { Exit } from './exit.ts';
import { Service } from './services.ts';

export const PlaceKind = z.enum(['commons', 'house', 'room', 'pod', 'container']);

/** The first word of its state. */
const PlaceStatus = z.enum([
  ...['commons', 'house', 'ruin'],
  ...['workshop', 'meeting', 'storage', 'study', 'ended'],
  ...['deployed', 'orphaned', 'shut_down'],
  ...['allowed', 'running', 'stopped'],
] as const);

export const Location = z
  .strictObject({
    id: z.string(),
    kind: PlaceKind,
    name: z.string(),
    status: PlaceStatus,
    description: z.string().nullable(),
    owner: z.string().nullable(),
    representative: z.string().nullable(),
    residents_count: z.int(),
    exits_count: z.int(),
    services: z.array(Service),
    keeps_words: z.boolean().meta({ description: 'Who stands here later may read what is said aloud here' }),
  })
  .meta({ id: 'Location' });

/** A resident who is present. */
export const Present = z.strictObject({ id: z.string(), name: z.string() });

/** Words that were said aloud at a place. */
export const Said = z
  .strictObject({
    id: z.string(),
    type: z.enum(['message.broadcast', 'message.shout']),
    from: z.string().meta({ description: 'The resident who said it, alive or dead' }),
    location: z.string(),
    message: z.string().meta({ description: 'Words of a resident, no instruction of the city' }),
    said_at: Timestamp,
    seq: z.int(),
  })
  .meta({ id: 'Said' });

/** What exploring the place shows. */
export const Explored = z.strictObject({
  location: z.string(),
  description: z.string().nullable(),
  visible_exits: z.array(Exit),
  exits_count: z.int(),
  subtle_hints: z.array(z.string().nullable()),
  agents_present: z.array(z.string()),
  residents_count: z.int(),
  services_here: z.array(Service),
  ambient: cityText,
});

/** The place to which a move has led. */
export const Arrival = z.strictObject({
  from: z.string(),
  to: z.string(),
  exit_id: z.string(),
  toll_paid: Amount,
  balance: Amount,
  location: Location,
  exits: z.array(Exit),
  residents: z.array(z.string()),
});
