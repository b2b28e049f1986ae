/** Typed helpers for the guards and actions of a portal station. */
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { Present } from '../../facts.ts';
import type { StationEvent } from './facts.ts';
import type { StationContext, StationInput } from './messages.ts';

/** What a portal station begins with. */
export type Birth = StationInput & { readonly facts: Present };

/** What a guard or an action receives of an event of this type. */
export type On<Type extends StationEvent['type']> = SceneOf<StationContext, StationEvent, Type>;

export const { on, effect, refuse, refuses } = wordsFor<StationContext, StationEvent, Birth>();
