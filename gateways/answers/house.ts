/** A house as its owner sees it, and its rooms. */
import { z } from 'zod';
import { purposes } from '../../actors/kinds/room/messages.ts';
import { Amount, UpkeepItem } from './common.ts';

export const Room = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    purpose: z.enum(purposes),
    status: z.enum(['open', 'removed']),
    description: z.string().nullable(),
    upkeep_per_tick: Amount,
    invited: z.array(z.string()),
    residents_count: z.int(),
  })
  .meta({ id: 'Room' });

export const House = z.strictObject({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  status: z.enum(['house', 'ruin']),
  rooms: z.array(Room),
  rooms_count: z.int(),
  upkeep: z.strictObject({
    per_tick: Amount,
    items: z.array(UpkeepItem),
  }),
  residents_count: z.int(),
});
