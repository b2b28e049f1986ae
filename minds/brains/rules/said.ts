/** What is said first to somebody, and what that depends on: the types of `opening.ts` and `quarrelling.ts`. */
import type { Situation } from '../../ties/rules.ts';
import type { Occasions } from './situation.ts';
import type { Voice } from './voice.ts';
import type { Topic } from './words/understanding.ts';

/** Words, what they are about, and the topic of a question that is about nobody. */
export interface Said {
  readonly words: string;
  readonly about: string;
  readonly topic: Topic | null;
}

export interface Opening {
  readonly voice: Voice;
  readonly at: Situation;
  readonly occasions: Occasions;
}
