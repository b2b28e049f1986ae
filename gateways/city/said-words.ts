/** Words that were said aloud, in the form that `answers/location.ts` declares. */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';
import type { Said } from '../answers/location.ts';

const Spoken = z.object({
  type: z.enum(['message.broadcast', 'message.shout']),
  seq: z.int(),
  at: z.string(),
  actor: z.string(),
  location: z.string(),
  data: z.object({ id: z.string(), message: z.string() }),
});

/** The words of an event that is speech. */
export function saidOf(event: FeedEvent): z.infer<typeof Said> {
  const { type, seq, at, actor, location, data } = Spoken.parse(JSON.parse(event.json));
  return { id: data.id, type, from: actor, location, message: data.message, said_at: at, seq };
}
