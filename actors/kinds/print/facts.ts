/** What a print must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type AccountId, kindOf, nameOf } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { ImageOf, InboxOf } from '../../registry.ts';
import { payeeOf } from '../../rules/people/payees.ts';

interface Payee {
  /** Who gets the fee back. */
  readonly payee: AccountId;
}

interface Found {
  readonly answered: Payee;
  readonly 'print.expires': Payee;
  readonly 'station.ended': Payee;
}

export type PrintEvent = Heard<InboxOf<'print'>, Found>;

/** A visitor never ends; a resident may have died meanwhile (L8). */
const payee = (facts: Facts, { context: { payer } }: ImageOf<'print'>): Payee => ({
  payee: kindOf(payer) === 'visitor' ? payer : payeeOf(facts, nameOf(payer)),
});

export const printEvents: EventRules<'print', Found> = {
  answered: { command: false, facts: payee },
  'print.expires': { command: false, facts: payee },
  'window.over': { command: false },
  forgotten: { command: false },
  'station.ended': { command: false, facts: payee },
};
