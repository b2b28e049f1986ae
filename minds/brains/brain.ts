/** What decides: given what is perceived and what is possible, one act, and why. */
import type { Act } from '../acts/act.ts';
import type { Outcome } from '../acts/perform.ts';
import type { Perception } from '../perception/perception.ts';

export interface Decision {
  readonly act: Act;
  /** What it is about now; a change of it is noted as a thought. */
  readonly purpose: string;
  /** Why this act, for people. */
  readonly why: string;
  /** What it would note as a thought, when its purpose has changed. */
  readonly thought: string;
}

export interface Brain {
  /** `acts`: all that is possible (MA1). */
  decide(seen: Perception, acts: readonly Act[]): Promise<Decision>;
  /** What came of the act that it decided on. */
  learn(seen: Perception, decision: Decision, outcome: Outcome): void;
}
