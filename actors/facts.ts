/** Facts that every event carries, whatever else its rule asks for (T6). */
import type { Settings } from '../engine/actor-kind.ts';

export interface Present {
  readonly tick: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly settings: Settings;
}

/** An event with its facts. */
export interface With<Extra = object> {
  readonly facts: Present & Extra;
}
