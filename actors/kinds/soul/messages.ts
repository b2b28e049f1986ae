/**
 * What a soul begins with, keeps and hears. A soul is what a visitor has written of somebody who is to be born; it waits in the queue until
 * a resident adopts it. Amounts are millicredits. Types only.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { CauseOfDeath } from '../../rules/people/causes-of-death.ts';
import type { Runtime } from '../framework/messages.ts';

/** What a visitor says to create a soul. */
export type CreateSoul = {
  readonly name: string;
  readonly framework: string;
  /** Its fields beside the name, by hash (A3). */
  readonly soul: ContentHash;
  /** The schema that it was checked against. */
  readonly schema: ContentHash;
  /** Who is to live the resident; null: the city's default. */
  readonly livedBy: LivedBy | null;
};

/** A mind of the city, or a program of the visitor. */
type LivedBy = 'city' | 'me';

export type SoulInput = Omit<CreateSoul, 'livedBy'> & {
  readonly livedBy: LivedBy;
  /** A number counted for the whole city, padded: the order of ids is that of creation. */
  readonly id: string;
  /** Its public id: `soul_` and 80 random bits. */
  readonly soulId: string;
  /** Null: the city has put it into the queue (SO9). */
  readonly visitor: string | null;
  /** The network that opened its visitor's account, as a keyed hash, if known. */
  readonly network?: string;
  /** The runtime of its framework when it was written; once adopted, at its adoption. */
  readonly runtime: Runtime['type'];
};

/** The resident who adopted it. */
export type Mentor = {
  readonly id: string;
  readonly generation: number;
  readonly donation: number;
};

export type SoulContext = SoulInput & {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /**
   * The tick at which it goes back to its visitor if nobody has adopted it. Absent in souls from before there was such a tick that have not
   * come back to the queue since: they never expire.
   */
  readonly returnTick?: number;
  readonly mentor: Mentor | null;
  /** The part of the donation that is in escrow while a container is made ready (L5). */
  readonly held: number;
  /** The resident born of it. */
  readonly resident: string | null;
  /** The cause of the resident's death, and its time in milliseconds since 1970. */
  readonly death?: { readonly cause: CauseOfDeath; readonly at: number };
};

export type SoulInbox = EndsOf<'core.prepare' | 'core.remove'> & {
  readonly withdraw: object;
  /** Its time in the queue is over. */
  readonly 'waited.long': object;
  /** Its mentor has put the donation into escrow. */
  readonly adopt: { readonly mentor: Mentor };
  readonly born: { readonly resident: string };
  readonly 'replace.token': { readonly token: string };
  /** A mind of the city is to live its resident, with this token, given by its SHA-256. Only the city can say so (S3). */
  readonly 'mind.lives': { readonly token: string };
  /** Its resident has a new token, which no mind of the city holds, or has ended its token. */
  readonly 'taken.over': object;
  /** `reason`: for a crash, how the container ended. */
  readonly died: { readonly cause: CauseOfDeath; readonly reason?: string };
  /** The resident leaves the city for a tombstone, and the soul leaves with it. */
  readonly leaves: object;
};
