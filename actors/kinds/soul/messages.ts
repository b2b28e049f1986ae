/**
 * What a soul begins with, keeps and hears. A soul is what a visitor has written of somebody who is to be born; it waits in the queue until
 * a resident adopts it. Amounts are millicredits. Types only.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { CauseOfDeath } from '../../rules/people/causes-of-death.ts';
import type { Runtime } from '../framework/messages.ts';

/** What a visitor says of a soul. */
export type CreateSoul = {
  readonly name: string;
  readonly framework: string;
  /** Its fields beside the name, by hash (A3). */
  readonly soul: ContentHash;
  /** The schema that it was held to. */
  readonly schema: ContentHash;
  /** Who is to live the resident; null for who does so here where nothing is said. */
  readonly livedBy: LivedBy | null;
};

/** A mind of the city, or a program of the visitor. */
type LivedBy = 'city' | 'me';

export type SoulInput = Omit<CreateSoul, 'livedBy'> & {
  readonly livedBy: LivedBy;
  /** A number counted for the whole city, padded: the order of ids is that of creation. */
  readonly id: string;
  /** `soul_` and 80 random bits: by this it is known outside. */
  readonly soulId: string;
  /** Null: the city has put it into the queue (SO9). */
  readonly visitor: string | null;
  /** The network that opened its visitor's account, as a keyed hash, where that is known. */
  readonly network?: string;
  /** As its framework was when it was written; once it is adopted, as it was then. */
  readonly runtime: Runtime['type'];
};

/** Who adopted it. */
export type Mentor = {
  readonly id: string;
  readonly generation: number;
  readonly donation: number;
};

export type SoulContext = SoulInput & {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /**
   * When it goes back to its visitor if nobody has adopted it. Absent of souls that were written before there was such a tick and have not
   * come back to the queue since: they wait for as long as it takes.
   */
  readonly returnTick?: number;
  readonly mentor: Mentor | null;
  /** What of the donation is in escrow while a container is made ready (L5). */
  readonly held: number;
  /** Who was born of it. */
  readonly resident: string | null;
  /** Of what that one died, and when, in milliseconds since 1970. */
  readonly death?: { readonly cause: CauseOfDeath; readonly at: number };
};

export type SoulInbox = EndsOf<'core.prepare' | 'core.remove'> & {
  readonly withdraw: object;
  /** It has waited for as long as it may. */
  readonly 'waited.long': object;
  /** Its mentor has put the donation into escrow. */
  readonly adopt: { readonly mentor: Mentor };
  readonly born: { readonly resident: string };
  readonly 'replace.token': { readonly token: string };
  /** A mind of the city is to live who was born of it, by this token, of which it is the SHA-256. The city alone says so (S3). */
  readonly 'mind.lives': { readonly token: string };
  /** Its resident has another token now, which no mind of the city has, or has ended its own. */
  readonly 'taken.over': object;
  /** `reason`: how its container ended, of a crash. */
  readonly died: { readonly cause: CauseOfDeath; readonly reason?: string };
  /** The resident leaves the city for a tombstone, and the soul with it. */
  readonly leaves: object;
};
