/** The framework as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { frameworkEvents } from './facts.ts';
import { frameworkMachine } from './machine.ts';

const rules: RulesOf<'framework', typeof frameworkMachine> = {
  machine: frameworkMachine,
  wakeOrder: [],
  indexes: { [indexes.frameworks]: ({ state }) => state },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const framework = defineKind('framework', rules, frameworkEvents);
