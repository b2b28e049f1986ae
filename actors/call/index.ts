/** The run or service call as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { type CallContext, callMachine } from './machine.ts';
import { callEvents } from './messages.ts';

const contextOf = (image: Image) => image.context as unknown as CallContext;

export const call: ActorKind = {
  name: 'call',
  machine: callMachine,
  events: callEvents,
  wakeOrder: [],
  indexes: {
    'open calls': (image) => contextOf(image).caller,
    'calls at': (image) => contextOf(image).place,
  },
  dependsOn: (image) => ({ place: contextOf(image).placeActor }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
