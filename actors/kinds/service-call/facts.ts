/** What a call of a global service must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { ImageOf } from '../../registry.ts';
import { payeeOf } from '../../rules/people/payees.ts';
import { residentActor } from '../../rules/place/names.ts';
import type { ServiceCallInbox } from './messages.ts';

interface Means {
  /** Who gets back the part of the hold that is not charged. */
  readonly payee: AccountId;
  /** What the caller has now, in millicredits. */
  readonly balance: number;
}

type Found = { readonly [Type in keyof ServiceCallInbox]: Means };

export type ServiceCallEvent = Heard<ServiceCallInbox, Found>;

const means = (facts: Facts, { context: { caller } }: ImageOf<'service-call'>): Means => ({
  payee: payeeOf(facts, caller),
  balance: facts.balance(residentActor(caller)),
});

export const serviceCallEvents: EventRules<'service-call', Found> = {
  'service.done': { command: false, facts: means },
  'service.failed': { command: false, facts: means },
  'service.lost': { command: false, facts: means },
};
