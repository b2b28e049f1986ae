/** What is known of a peer at a glance: the facts of its row, a sentence each. */
import type { PeerRow } from './reading.ts';

export function cardOf(id: string, { created_at, messages, last_at, last_session }: PeerRow): string[] {
  const met = `You first named ${id} at ${created_at.toISOString()}.`;
  if (last_at === null) return [met, `You have kept nothing that ${id} said.`];
  const count = messages === 1 ? '1 message' : `${messages} messages`;
  return [met, `You have kept ${count} of ${id}, the last at ${last_at.toISOString()} in the session ${last_session}.`];
}

/** The same of a peer of whom nothing was kept. */
export const heardCardOf = (id: string, { messages, last_at, last_session }: PeerRow): string[] => [
  `In your newest visits you heard ${messages === 1 ? '1 word' : `${messages} words`} of ${id}, the last at ${last_at?.toISOString()} in ${last_session}.`,
  `You have kept nothing that ${id} said.`,
];
