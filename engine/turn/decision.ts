/** What a chart decides about an event, and the steps by which it came to that. */
import type { AnyTransitionDefinition } from 'xstate';
import type { Effect } from '../effect.ts';

export interface Decision {
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly effects: readonly Effect[];
}

/** One step of a chart: the transitions of its definition that it took, and the context after their actions. */
export interface Microstep {
  readonly transitions: readonly AnyTransitionDefinition[];
  readonly context: Decision['context'];
}

/** Hears of every step, also of those whose turn is refused later (`CityOptions.onDropped`). */
export type Observe = (step: Microstep) => void;
