/** What becomes of the token of a resident with an event, and which resident that is. */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';

/** `missed`: its mentor has said that it is lost. It remains valid, and the city waits for somebody who shows it (WK6). */
type Becomes = 'dead' | 'replaced' | 'ended' | 'missed';

/** The field of the event that names the resident. */
const named: ReadonlyMap<string, { readonly by: 'actor' | 'subject'; readonly becomes: Becomes }> = new Map([
  ['resident.died', { by: 'actor', becomes: 'dead' }],
  ['token.replaced', { by: 'subject', becomes: 'replaced' }],
  ['token.ended', { by: 'actor', becomes: 'ended' }],
  ['token.missed', { by: 'subject', becomes: 'missed' }],
] as const);
const Envelope = z.object({ actor: z.string().nullish(), subject: z.string().nullish() });

/** The resident whose token is concerned; undefined for an event that concerns none. */
export function tokenIn({
  type,
  json,
}: FeedEvent): { readonly resident: string; readonly becomes: Becomes } | undefined {
  const found = named.get(type);
  if (found === undefined) return undefined;
  const resident = Envelope.parse(JSON.parse(json))[found.by];
  return resident == null ? undefined : { resident, becomes: found.becomes };
}
