/** What a call costs whoever makes it. */

import type { PlaceImage } from '../place/endpoint.ts';
import { isDeployed } from '../place/states.ts';

/** Millicredits that a call of the place's service costs: nothing in an orphan, which earns nothing, or in a container. */
export const callPrice = (place: PlaceImage): number =>
  isDeployed(place) && 'pricing' in place.context ? place.context.pricing.perQuery : 0;
