/** What the gateways ask of whoever runs the minds of the city. */
import type { MindsAbout as About, mindStandings } from './answers/minds.ts';
import type { Said } from './answers/said.ts';

export type MindsAbout = Said<typeof About>;
export type MindStanding = (typeof mindStandings)[number];

export interface Minds {
  /** Null where none live. */
  readonly about: MindsAbout | null;
  /** How it is with the mind of a resident; null: of one that were born now. Null where none live. */
  standing(resident: string | null): MindStanding | null;
}
