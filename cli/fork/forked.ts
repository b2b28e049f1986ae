/** What came of a fork that was made. */
import type { CopiedTable } from '../../persistence/postgres/copying.ts';
import type { Driven } from '../../research/past/policies-drive.ts';
import type { RefusedNow } from '../../research/past/recorded-drive.ts';

export interface Forked {
  /** The turn after which it was forked, and the last that it has. */
  readonly at: number;
  readonly turn: number;
  readonly stateHash: string;
  /** Turns that were not in the city: settings and commands that were given, also to the fork from which it was forked. */
  readonly interventions: readonly number[];
  readonly refused: readonly RefusedNow[];
  /** The turn of the record from which on another version of the code made it, so that names given since may mean another actor. */
  readonly untranslatedFrom?: number;
  /** Rows of global services, as of now. */
  readonly services?: readonly CopiedTable[];
  /** Where policies drove it. */
  readonly driven?: Driven;
}
