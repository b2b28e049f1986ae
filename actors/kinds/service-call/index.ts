/** The priced call of a global service as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { serviceCallEvents } from './facts.ts';
import { serviceCallMachine } from './machine.ts';

const rules: RulesOf<'service-call', typeof serviceCallMachine> = {
  machine: serviceCallMachine,
  wakeOrder: [],
  indexes: { [indexes.openCalls]: ({ context }) => context.caller },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const serviceCall = defineKind('service-call', rules, serviceCallEvents);
