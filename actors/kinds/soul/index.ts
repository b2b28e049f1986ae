/** The soul as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import type { ImageOf } from '../../registry.ts';
import { everySoul, queuedBy, queuedFrom, soulsFor } from '../../rules/birth/soul-queue.ts';
import { soulEvents } from './facts.ts';
import { soulMachine } from './machine.ts';
import { everyMinded, wantsMind } from './minds.ts';
import { isAdopted, isQueued } from './state.ts';

/** A quarantined soul hears nothing. In the queue it would block all behind it (SO2). */
const adoptableAs = ({ quarantined, context }: ImageOf<'soul'>): readonly string[] =>
  quarantined ? [] : [soulsFor(context.framework)];

const writtenBy = ({ context: { visitor, network } }: ImageOf<'soul'>) => [
  ...(visitor === null ? [] : [queuedBy(visitor)]),
  ...(network === undefined ? [] : [queuedFrom(network)]),
];

const rules: RulesOf<'soul', typeof soulMachine> = {
  machine: soulMachine,
  wakeOrder: [],
  indexes: {
    [indexes.souls]: ({ context }) => context.soulId,
    [indexes.soulsOf]: ({ context }) => context.visitor ?? undefined,
    [indexes.soulQueue]: (image) =>
      isQueued(image) ? [everySoul, ...writtenBy(image), ...adoptableAs(image)] : undefined,
    [indexes.adopted]: (image) => (isAdopted(image) ? image.context.mentor?.id : undefined),
    [indexes.minded]: (image) => (wantsMind(image) ? everyMinded : undefined),
  },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const soul = defineKind('soul', rules, soulEvents);
