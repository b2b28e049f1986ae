/** What a run or a service call must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { payeeOf } from '../../rules/people/payees.ts';
import { ownerOf, representativeOf } from '../../rules/place/endpoint.ts';
import { around, houseOf, placeActor, residentActor } from '../../rules/place/names.ts';
import type { CallInbox } from './messages.ts';

interface Means {
  /** Who gets the price back. */
  readonly payee: AccountId;
  /** What the caller has now, in millicredits. */
  readonly balance: number;
  /** The representative of the place to which the code belongs. */
  readonly representative: string | null;
  /** The owner of the code; in a container, the resident who deployed it. */
  readonly owner: string | null;
  /** The owner of the pod; for a container, of the pod that it is in. */
  readonly podOwner: string | null;
}

type Found = { readonly [Type in keyof CallInbox]: Means };

export type CallEvent = Heard<CallInbox, Found>;

function means(facts: Facts, { context: { caller, place } }: ImageOf<'call'>): Means {
  const image = imageOf(facts, placeActor(place));
  // The owner and representative of a container's pod answer for the container.
  const keeper = imageOf(facts, placeActor(houseOf(place) === undefined ? (around(place) ?? place) : place));
  const agent = image !== undefined && 'agent' in image.context ? image.context.agent : null;
  return {
    payee: payeeOf(facts, caller),
    balance: facts.balance(residentActor(caller)),
    representative: representativeOf(keeper),
    owner: agent ?? ownerOf(keeper),
    podOwner: ownerOf(keeper),
  };
}

export const callEvents: EventRules<'call', Found> = {
  'sandbox.done': { command: false, facts: means },
  'sandbox.failed': { command: false, facts: means },
  'sandbox.lost': { command: false, facts: means },
  'place.ended': { command: false, facts: means },
  charged: { command: false, facts: means },
};
