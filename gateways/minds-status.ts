/** What the gateways ask of the host of the city's minds. */

import type { AnswerOf } from './answers/answer-type.ts';
import type { MindsAbout as About, mindStandings } from './answers/minds.ts';

export type MindsAbout = AnswerOf<typeof About>;
export type MindStanding = (typeof mindStandings)[number];

export interface Minds {
  /** Null where no minds live. */
  readonly about: MindsAbout | null;
  /** The state of a resident's mind. For null: the state that the mind of a resident born now would have. Null where no minds live. */
  standing(resident: string | null): MindStanding | null;
}
