/** A message, as its row has it and as it is shown. */
import { randomBytes } from 'node:crypto';
import type { HeardMessage } from '../hearing.ts';
import { tokenBytes } from './bounds.ts';
import { visitName } from './visit-names.ts';

export interface StoredMessage {
  readonly id: string;
  readonly session: string;
  readonly peer: string;
  readonly content: string;
  readonly created_at: Date;
}

const idChars = 16;

/** `msg_` and 80 random bits in base32. */
export const messageId = (): string =>
  `msg_${BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(32)
    .padStart(idChars, '0')}`;

export const shownMessage = (resident: string, { id, session, peer, content, created_at }: StoredMessage) => ({
  id,
  content,
  peer_id: peer,
  session_id: session,
  workspace_id: resident,
  created_at: created_at.toISOString(),
  token_count: Math.ceil(Buffer.byteLength(content) / tokenBytes),
});

/** Words that were heard, and never kept: they have the number of their event. */
export const shownHeard = (resident: string, { seq, visit, peer, content, created_at }: HeardMessage) => ({
  auto: true as const,
  ...shownMessage(resident, { id: `heard_${seq}`, session: visitName(visit), peer, content, created_at }),
});
