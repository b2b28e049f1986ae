/** What the sandbox must know of a place, to run its code and to clean up after it. */
import type { ContentHash } from '../../../engine/ids.ts';
import { type ActorReader, imageOf } from '../../registry.ts';
import { codePlaceActor, placeActor } from '../place/names.ts';
import { isInUse } from '../place/states.ts';

/** The data that the place's code keeps; null when it has never kept any. */
export const storeOf = (city: ActorReader, place: string): ContentHash | null =>
  imageOf(city, codePlaceActor(place))?.context.store ?? null;

/** True while the place can be used. For any other place the sandbox may remove what it holds. */
export function isPlaceInUse(city: ActorReader, place: string): boolean {
  const image = imageOf(city, placeActor(place));
  return image !== undefined && isInUse(image);
}
