/** The priced call of a global service as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { serviceCallEvents } from './facts.ts';
import { serviceCallMachine } from './machine.ts';
import type { ServiceCallContext } from './messages.ts';

const rules: KindRules<ServiceCallContext> = {
  machine: serviceCallMachine,
  wakeOrder: [],
  indexes: { [indexes.openCalls]: ({ context }) => context.caller },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const serviceCall = defineKind('service-call', rules, serviceCallEvents);
