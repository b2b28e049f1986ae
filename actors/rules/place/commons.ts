/** The Commons, as rules and views meet it that need what it keeps. */
import type { CommonsContext } from '../../kinds/location/messages.ts';
import { type Finds, imageOf } from '../../registry.ts';
import { commons, locationActor } from './names.ts';

/** What the Commons keeps; undefined in a city that has not begun. */
export function commonsOf(city: Finds): CommonsContext | undefined {
  const context = imageOf(city, locationActor(commons))?.context;
  return context?.kind === 'commons' ? context : undefined;
}
