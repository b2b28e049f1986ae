/** What the sandbox must know of a place to run its code, and to clear up behind it. */
import type { ContentHash } from '../../../engine/ids.ts';
import { type Finds, imageOf } from '../../registry.ts';
import { codePlaceActor, placeActor } from '../place/names.ts';
import { isInUse } from '../place/states.ts';

/** What the code of the place keeps; null when it never kept anything. */
export const storeOf = (city: Finds, place: string): ContentHash | null =>
  imageOf(city, codePlaceActor(place))?.context.store ?? null;

/** True while the place can be used: what the sandbox keeps for another one may go. */
export function isPlaceInUse(city: Finds, place: string): boolean {
  const image = imageOf(city, placeActor(place));
  return image !== undefined && isInUse(image);
}
