/** The run or service call as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { callEvents } from './facts.ts';
import { callMachine } from './machine.ts';
import type { CallContext } from './messages.ts';

const rules: KindRules<CallContext> = {
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
