/** What a run or a service call must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind.ts';
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
  /** Who speaks for the place whose code it is. */
  readonly representative: string | null;
  /** Whose it is: of a container who deployed it. */
  readonly owner: string | null;
  /** Whose the pod is: of a container the one that it is in. */
  readonly podOwner: string | null;
}

type Found = { readonly [Type in keyof CallInbox]: Means };

export type CallEvent = Heard<CallInbox, Found>;

function means(facts: Facts, { context: { caller, place } }: ImageOf<'call'>): Means {
  const image = imageOf(facts, placeActor(place));
  // A container is its pod's business.
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
