/** The room as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { locationActor } from '../../rules/place/names.ts';
import { hasEnded } from '../../rules/place/states.ts';
import { roomEvents } from './facts.ts';
import { roomMachine } from './machine.ts';

const rules: RulesOf<'room', typeof roomMachine> = {
  machine: roomMachine,
  wakeOrder: [],
  indexes: {
    [indexes.rooms]: (image) => {
      const { house, purpose } = image.context;
      return hasEnded(image) ? undefined : [house, `${house} ${purpose}`];
    },
    [indexes.roomNames]: ({ context }) => context.house,
    [indexes.invitations]: (image) => {
      const { house, invited } = image.context;
      return hasEnded(image) ? undefined : invited.flatMap((guest) => [guest, `${house} ${guest}`]);
    },
  },
  ended: hasEnded,
  dependsOn: (image) => (hasEnded(image) ? {} : { house: locationActor(image.context.house) }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const room = defineKind('room', rules, roomEvents);
