/** The run or service call as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { callEvents } from './facts.ts';
import { callMachine } from './machine.ts';

const rules: RulesOf<'call', typeof callMachine> = {
  machine: callMachine,
  wakeOrder: [],
  indexes: {
    [indexes.openCalls]: ({ context }) => context.caller,
    [indexes.callsAt]: ({ context }) => context.place,
  },
  dependsOn: ({ context }) => ({ place: context.placeActor }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const call = defineKind('call', rules, callEvents);
