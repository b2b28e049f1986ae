/** Typed helpers for the guards and actions of the Commons. */
import { type SceneOf, wordsFor } from '../../../chart.ts';
import type { CommonsContext, CommonsInput } from '../messages.ts';
import type { CommonsEvent } from './facts.ts';

export const { on, effect, change, refuse, refuses } = wordsFor<CommonsContext, CommonsEvent, CommonsInput>();

/** What a guard or an action receives of an event of this type. */
export type On<Type extends CommonsEvent['type']> = SceneOf<CommonsContext, CommonsEvent, Type>;
