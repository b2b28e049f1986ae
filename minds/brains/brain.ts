/** A brain: given a perception and the possible acts it decides on one act, and says why. */
import type { Act } from '../acts/act.ts';
import type { Outcome } from '../acts/perform.ts';
import type { Perception } from '../perception/perception.ts';

export interface Decision {
  readonly act: Act;
  /** The purpose of the mind now. A change of it is noted as a thought. */
  readonly purpose: string;
  /** Why this act, for people. */
  readonly why: string;
  /** The thought that is noted when the purpose has changed. */
  readonly thought: string;
  /** The seq of the event to which the act answers; unset: to none, or to what it is about (`acts/cause.ts`). */
  readonly cause?: number;
}

export interface Brain {
  /** `acts`: all possible acts (MA1). */
  decide(seen: Perception, acts: readonly Act[]): Promise<Decision>;
  /** The outcome of the act that it decided on. */
  learn(seen: Perception, decision: Decision, outcome: Outcome): void;
}
