/** The visitor as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { everyVisitor } from '../../rules/people/visitor-capacity.ts';
import { visitorEvents } from './facts.ts';
import { visitorMachine } from './machine.ts';

const rules: RulesOf<'visitor', typeof visitorMachine> = {
  machine: visitorMachine,
  wakeOrder: [],
  indexes: { [indexes.login]: ({ context }) => context.login, [indexes.visitors]: () => everyVisitor },
  /** Everything in wallets is surplus: it takes work from nobody (PW1). */
  accountShare: () => 0,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const visitor = defineKind('visitor', rules, visitorEvents);
