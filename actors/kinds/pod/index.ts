/** The pod as a kind of actor. */
import type { ActorId } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import type { ImageOf } from '../../registry.ts';
import { placeActor, residentActor } from '../../rules/place/names.ts';
import { hasEnded, isDeployed, isOrphaned } from '../../rules/place/states.ts';
import { podEvents } from './facts.ts';
import { podMachine } from './machine.ts';

/**
 * Actors of whose end a pod must hear: the place where its workshop was created, its owner, its representative. In this order: the end
 * of the place removes its door, and a new owner is admitted by the new door.
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

const rules: RulesOf<'pod', typeof podMachine> = {
  machine: podMachine,
  wakeOrder: ['account.dry'],
  indexes: {
    [indexes.represented]: (image) => (hasEnded(image) ? undefined : (image.context.representative ?? undefined)),
    [indexes.owned]: (image) => (hasEnded(image) ? undefined : (image.context.owner ?? undefined)),
  },
  ended: hasEnded,
  dependsOn,
  publicPlace: (image) => ({
    place: image.context.id,
    entry: isDeployed(image) && image.context.access.type === 'public' ? 'open' : 'closed',
  }),
  expects: (image) => (isDeployed(image) ? 'reached' : isOrphaned(image) ? 'cut.off' : undefined),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  /** Everything in pools is surplus: a pool pays upkeep and gives nothing back, so what is in it is spent (PW1, PD9). */
  accountShare: () => 0,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const pod = defineKind('pod', rules, podEvents);
