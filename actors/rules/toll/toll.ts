/** What entering costs: a toll, at a gated way into a house or a pod, and at a pod that is gated itself. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { PodContext } from '../../kinds/pod/messages.ts';
import type { PlaceImage } from '../place/endpoint.ts';
import { setting } from '../workshops/tiers.ts';

/** Millicredits that a guest pays its owner for entering a house (TO2); `gated`: by a gated connection. */
export const houseToll = (gated: boolean, settings: Settings): number =>
  gated ? setting(settings, 'TOLL_DEFAULT') : 0;

/** Millicredits that others pay to enter a deployed pod (TO1); `gated`: by a gated connection. */
export const podToll = ({ access, pricing }: PodContext, gated: boolean, settings: Settings): number =>
  gated || access.type === 'gated' ? (pricing.perEntry ?? setting(settings, 'TOLL_DEFAULT')) : 0;

/** Millicredits that everyone pays for entering but those whose place it is. */
export function tollAt({ state, context }: PlaceImage, gated: boolean, settings: Settings): number {
  if (state === 'house') return houseToll(gated, settings);
  return state === 'deployed' && 'tier' in context ? podToll(context, gated, settings) : 0;
}
