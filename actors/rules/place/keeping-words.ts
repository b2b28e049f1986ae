/**
 * Which words said aloud at a place can be read later, by whoever stands there then (SP5): those of the Commons, and of pods and containers
 * that keep them and are seen. It is decided when they are said, and never again: the events of all others name `heardOnce` before their
 * place, so that no list of what was said there meets them.
 *
 * Rejected: a field of the event, or a mark on the words that are kept. The table of events would get wider for every word in the square.
 */
import { imageOf } from '../../registry.ts';
import { around, commons, houseOf, podActor } from './names.ts';
import type { PlaceReader } from './visibility.ts';
import { isSeen } from './visibility.ts';

/** Nobody follows it. */
export const heardOnce = 'once:heard';

/** True where words are kept now. Homes keep none, nor do places that only some may know of. */
export function keepsWords(city: Pick<PlaceReader, 'image' | 'count'>, place: string): boolean {
  if (place === commons) return true;
  if (houseOf(place) !== undefined) return false;
  const pod = imageOf(city, podActor(around(place) ?? place));
  return pod !== undefined && pod.context.forgetsWords !== true && isSeen(city, place);
}
