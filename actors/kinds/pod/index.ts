/** The pod as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import type { ImageOf } from '../../registry.ts';
import { hasEnded } from '../../rules/place/ended.ts';
import { placeActor, residentActor } from '../../rules/place/names.ts';
import { podEvents } from './facts.ts';
import { podMachine } from './machine.ts';
import type { PodContext } from './messages.ts';

/**
 * Actors whose end a pod must hear of: where its workshop was created, its owner, its representative. In this order: with
 * the place its door is gone, and who comes after an owner is let in by the new one.
 */
function dependsOn(image: ImageOf<'pod'>): Readonly<Record<string, ActorId>> {
  if (hasEnded(image)) return {};
  const { owner, representative, birthplace } = image.context;
  return {
    ...(birthplace !== null && { birthplace: placeActor(birthplace) }),
    ...(owner !== null && { owner: residentActor(owner) }),
    ...(representative !== null && { representative: residentActor(representative) }),
  };
}

const rules: KindRules<PodContext> = {
  machine: podMachine,
  wakeOrder: ['account.dry'],
  indexes: {
    [indexes.represented]: (image) => (hasEnded(image) ? undefined : (image.context.representative ?? undefined)),
    [indexes.owned]: (image) => (hasEnded(image) ? undefined : (image.context.owner ?? undefined)),
  },
  ended: hasEnded,
  dependsOn,
  publicPlace: ({ state, context: { id, access } }) => ({
    place: id,
    entry: state === 'deployed' && access.type === 'public' ? 'open' : 'closed',
  }),
  expects: ({ state }) => (state === 'deployed' ? 'reached' : state === 'orphaned' ? 'cut.off' : undefined),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  accountShare: (settings) => settings['PUBLIC_WORKS_SUPPLY_PER_RESIDENT'] ?? Number.POSITIVE_INFINITY,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const pod = defineKind('pod', rules, podEvents);
