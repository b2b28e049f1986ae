/** The framework as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { frameworkEvents } from './facts.ts';
import { frameworkMachine } from './machine.ts';
import type { FrameworkContext } from './messages.ts';

const rules: KindRules<FrameworkContext> = {
  machine: frameworkMachine,
  wakeOrder: [],
  indexes: { [indexes.frameworks]: ({ state }) => state },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const framework = defineKind('framework', rules, frameworkEvents);
