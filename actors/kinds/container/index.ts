/** The nested container as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { podActor } from '../../rules/place/names.ts';
import { hasEnded } from '../../rules/place/states.ts';
import { containerEvents } from './facts.ts';
import { containerMachine } from './machine.ts';

const rules: RulesOf<'container', typeof containerMachine> = {
  machine: containerMachine,
  wakeOrder: [],
  indexes: {
    [indexes.containers]: (image) => (hasEnded(image) ? undefined : image.context.pod),
    [indexes.containerNames]: ({ context }) => context.pod,
  },
  ended: hasEnded,
  dependsOn: (image) => (hasEnded(image) ? {} : { parent: podActor(image.context.pod) }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const container = defineKind('container', rules, containerEvents);
