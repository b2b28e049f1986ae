/** What a soul must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { lifespanOf } from '../../rules/birth/framework-terms.ts';
import { payeeOf } from '../../rules/people/payees.ts';
import { frameworkActor } from '../../rules/place/names.ts';
import type { Runtime } from '../framework/messages.ts';
import type { SoulInbox } from './messages.ts';

/** What a birth needs to know. */
export interface BirthFacts {
  /** The number of the newborn, counted for the whole city. */
  readonly number: number;
  /** Ticks that it lives. */
  readonly lifespan: number;
  /** Who lives it, by the present terms of its framework. */
  readonly runtime: Runtime;
}

interface Found {
  readonly adopt: BirthFacts;
  readonly 'core.prepare.done': BirthFacts & Refund;
  readonly 'core.prepare.failed': Refund;
}

/** Who gets the donation back when nobody is born. */
interface Refund {
  readonly payee: AccountId;
}

export type SoulEvent = Heard<SoulInbox, Found>;

function birthFacts(facts: Facts, { context }: ImageOf<'soul'>): BirthFacts {
  const terms = imageOf(facts, frameworkActor(context.framework))?.context;
  return {
    number: facts.number(),
    lifespan: lifespanOf({ lifespan: terms?.lifespan ?? null }, facts.settings),
    runtime: terms?.runtime ?? { type: 'external' },
  };
}

const refundOf = (facts: Facts, { context: { mentor } }: ImageOf<'soul'>): Refund => ({
  payee: mentor === null ? 'treasury' : payeeOf(facts, mentor.id),
});

export const soulEvents: EventRules<'soul', Found> = {
  withdraw: { command: true },
  'waited.long': { command: false },
  adopt: { command: false, facts: birthFacts },
  born: { command: false },
  'replace.token': { command: false },
  'mind.lives': { command: false, caller: 'city' },
  'taken.over': { command: false },
  died: { command: false },
  leaves: { command: false },
  'core.remove.done': { command: false },
  'core.remove.failed': { command: false },
  'core.prepare.done': {
    command: false,
    facts: (facts, self) => ({ ...birthFacts(facts, self), ...refundOf(facts, self) }),
  },
  'core.prepare.failed': { command: false, facts: refundOf },
};
