/** What a call costs whoever makes it. */
import { isDeployed } from '../place/ended.ts';
import type { PlaceImage } from '../place/endpoint.ts';

/** Millicredits that a call of the place's service costs: nothing in an orphan, which earns nothing, or in a container. */
export const callPrice = (place: PlaceImage): number =>
  isDeployed(place) && 'pricing' in place.context ? place.context.pricing.perQuery : 0;
