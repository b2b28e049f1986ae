/** What a call costs whoever makes it. */
import type { PlaceImage } from '../place/endpoint.ts';

/** Millicredits that a call of the place's service costs: nothing in an orphan, which earns nothing, or in a container. */
export const callPrice = ({ state, context }: PlaceImage): number =>
  state === 'deployed' && 'pricing' in context ? context.pricing.perQuery : 0;
