/** The context of the Commons, for rules and views that need it. */
import type { CommonsContext } from '../../kinds/location/messages.ts';
import { type ActorReader, imageOf } from '../../registry.ts';
import { commons, locationActor } from './names.ts';

/** Undefined in a city that has not begun. */
export function commonsOf(city: ActorReader): CommonsContext | undefined {
  const context = imageOf(city, locationActor(commons))?.context;
  return context?.kind === 'commons' ? context : undefined;
}
