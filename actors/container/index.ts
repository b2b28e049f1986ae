/** The nested container as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { podActor } from '../place/names.ts';
import { type ContainerContext, containerMachine } from './machine.ts';
import { containerEvents } from './messages.ts';

const contextOf = (image: Image) => image.context as unknown as ContainerContext;
const isOver = (image: Image) => image.state === 'stopped';

export const container: ActorKind = {
  name: 'container',
  machine: containerMachine,
  events: containerEvents,
  wakeOrder: [],
  indexes: {
    containers: (image) => (isOver(image) ? undefined : contextOf(image).pod),
    /** Stopped ones too: what a pod remembers is bounded. */
    'container names': (image) => contextOf(image).pod,
  },
  ended: isOver,
  dependsOn: (image): Readonly<Record<string, ReturnType<typeof podActor>>> =>
    isOver(image) ? {} : { parent: podActor(contextOf(image).pod) },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
