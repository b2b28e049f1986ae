/** The events that end the token of a resident, and which resident that is. */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';

/** The field of the event that names the resident. */
const namedBy: ReadonlyMap<string, 'actor' | 'subject'> = new Map([
  ['resident.died', 'actor'],
  ['token.replaced', 'subject'],
  ['token.ended', 'actor'],
]);
const Envelope = z.object({ actor: z.string().nullish(), subject: z.string().nullish() });

/** The resident whose token has ended with this event; undefined for any other event. */
export function whoseTokenEnded({ type, json }: FeedEvent): string | undefined {
  const field = namedBy.get(type);
  return field === undefined ? undefined : (Envelope.parse(JSON.parse(json))[field] ?? undefined);
}
