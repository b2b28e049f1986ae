/** The words in which the rules of the Commons and of houses are written. */
import { type SceneOf, wordsFor } from '../../../chart.ts';
import type { LocationContext, LocationInput } from '../messages.ts';
import type { LocationEvent } from './facts.ts';

export const { on, effect, change, refuse } = wordsFor<LocationContext, LocationEvent, LocationInput>();

/** What a guard or an action sees of an event of this type. */
export type On<Type extends LocationEvent['type']> = SceneOf<LocationContext, LocationEvent, Type>;
