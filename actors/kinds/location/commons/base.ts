/** The words in which the rules of the Commons are written. */
import { type SceneOf, wordsFor } from '../../../chart.ts';
import type { CommonsContext, CommonsInput } from '../messages.ts';
import type { CommonsEvent } from './facts.ts';

export const { on, effect, change, refuse, refuses } = wordsFor<CommonsContext, CommonsEvent, CommonsInput>();

/** What a guard or an action sees of an event of this type. */
export type On<Type extends CommonsEvent['type']> = SceneOf<CommonsContext, CommonsEvent, Type>;
