/** The pod as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { placeActor, residentActor } from '../place/names.ts';
import type { PodContext } from './base.ts';
import { podMachine } from './machine.ts';
import { podEvents } from './messages.ts';

const contextOf = (image: Image) => image.context as unknown as PodContext;
const isOver = (image: Image) => image.state === 'shut_down';

/**
 * Actors whose end a pod must hear of: where its workshop was created, its owner, its representative. In this order: with
 * the place its door is gone, and who comes after an owner is let in by the new one.
 */
function dependsOn(image: Image): ReturnType<NonNullable<ActorKind['dependsOn']>> {
  if (isOver(image)) return {};
  const { owner, representative, birthplace } = contextOf(image);
  return {
    ...(birthplace !== null && { birthplace: placeActor(birthplace) }),
    ...(owner !== null && { owner: residentActor(owner) }),
    ...(representative !== null && { representative: residentActor(representative) }),
  };
}

export const pod: ActorKind = {
  name: 'pod',
  machine: podMachine,
  events: podEvents,
  wakeOrder: ['account.dry'],
  indexes: {
    represented: (image) => (isOver(image) ? undefined : (contextOf(image).representative ?? undefined)),
    owned: (image) => (isOver(image) ? undefined : (contextOf(image).owner ?? undefined)),
  },
  ended: isOver,
  dependsOn,
  expects: ({ state }) => (state === 'deployed' ? 'reached' : state === 'orphaned' ? 'cut.off' : undefined),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
