/**
 * The toll: the price of entering a house or a pod by a gated way, and of entering by any way a pod that is gated itself. The traveller
 * pays it. A house's toll goes to its owner; a pod's to its pool and those who share in it. Other ways, the traveller's own places, and
 * going back are free.
 */
import type { Settings } from '../../../engine/actor-kind.ts';
import { type Effect, each, post, type Refusal } from '../../../engine/effect.ts';
import type { With } from '../../facts.ts';
import type { PodContext } from '../../kinds/pod/messages.ts';
import { refusal } from '../../refusals.ts';
import { tellCreditsReceived } from '../people/payees.ts';
import type { Access } from '../place/access.ts';
import type { PlaceImage } from '../place/endpoint.ts';
import type { Enter } from '../place/messages.ts';
import { commons, residentActor } from '../place/names.ts';
import { payLimit } from '../place/pricing.ts';
import { isDeployed, isHouse } from '../place/states.ts';
import { setting } from '../workshops/tiers.ts';
import { earn } from './earning.ts';

/** A traveller, its way, and the most that it pays. */
type Entering = Enter & With;

/** A toll belongs to the owner of the place that is entered, and nobody owns the Commons (TO2). */
export const gatesTheCommons = (to: string, access: Pick<Access, 'type'> | null): boolean =>
  to === commons && access?.type === 'gated';

export const gatedCommons = refusal('invalid_request', {
  issues: [{ path: 'access.type', message: 'the way into the Commons cannot be gated: nobody owns it' }],
});

/** Millicredits that a guest pays for entering a house (TO2); `gated`: by a gated connection. */
const houseToll = (gated: boolean, settings: Settings): number => (gated ? setting(settings, 'TOLL_DEFAULT') : 0);

/** Millicredits that others pay for entering a deployed pod (TO1). */
const podToll = ({ access, pricing }: PodContext, gated: boolean, settings: Settings): number =>
  gated || access.type === 'gated' ? (pricing.perEntry ?? setting(settings, 'TOLL_DEFAULT')) : 0;

/** Millicredits for entering the place, as its exits show them: the price for everyone but its owner and representative. */
export function tollAt(place: PlaceImage, gated: boolean, settings: Settings): number {
  if (isHouse(place)) return houseToll(gated, settings);
  return isDeployed(place) && 'tier' in place.context ? podToll(place.context, gated, settings) : 0;
}

interface House {
  readonly id: string;
  readonly owner: string;
}

/** Millicredits that this traveller pays for entering the house. */
export const tollOfHouse = ({ owner }: House, { traveller, gated, facts }: Entering): number =>
  traveller === owner ? 0 : houseToll(gated, facts.settings);

/** The owner and the representative enter freely (MV5). */
export const isOfThePod = ({ owner, representative }: PodContext, resident: string): boolean =>
  resident === owner || resident === representative;

/** Millicredits that this traveller pays for entering the pod. */
export const tollOfPod = (pod: PodContext, { traveller, gated, facts }: Entering): number =>
  isOfThePod(pod, traveller) ? 0 : podToll(pod, gated, facts.settings);

/** Nobody pays more than the limit that it named, or the usual one (TO3). */
export function faultOfToll(toll: number, { max_toll, facts }: Entering): Refusal | undefined {
  const max = payLimit(max_toll, facts.settings);
  return toll > max ? refusal('price_changed', { price: toll, max }) : undefined;
}

export function payHouseToll({ id: place, owner }: House, entering: Entering): Effect {
  const toll = tollOfHouse({ id: place, owner }, entering);
  if (toll === 0) return each([]);
  const { traveller: from } = entering;
  const payee = residentActor(owner);
  return each([
    post(residentActor(from), payee, toll, 'toll'),
    tellCreditsReceived(payee, { reason: 'toll', from, place, amount: toll / 1000 }),
  ]);
}

/** `living`: those who share in the pod's earnings and live. */
export function payPodToll(pod: PodContext, entering: Entering, living: readonly string[]): Effect {
  const toll = tollOfPod(pod, entering);
  return toll === 0 ? each([]) : earn(pod, residentActor(entering.traveller), toll, 'toll', living);
}
