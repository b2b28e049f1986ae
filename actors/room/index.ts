/** The room as a kind of actor. */
import type { KindRules } from '../../engine/actor-kind.ts';
import { indexes } from '../indexes.ts';
import { defineKind } from '../kind.ts';
import { locationActor } from '../place/names.ts';
import { roomEvents } from './facts.ts';
import { roomMachine } from './machine.ts';
import type { RoomContext } from './messages.ts';

const isOver = ({ state }: { readonly state: string }) => state === 'ended';

const rules: KindRules<RoomContext> = {
  machine: roomMachine,
  wakeOrder: [],
  indexes: {
    [indexes.rooms]: (image) => {
      const { house, purpose } = image.context;
      return isOver(image) ? undefined : [house, `${house} ${purpose}`];
    },
    [indexes.roomNames]: ({ context }) => context.house,
    [indexes.invitations]: (image) => {
      const { house, invited } = image.context;
      return isOver(image) ? undefined : invited.flatMap((guest) => [guest, `${house} ${guest}`]);
    },
  },
  ended: isOver,
  dependsOn: (image) => (isOver(image) ? {} : { house: locationActor(image.context.house) }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const room = defineKind('room', rules, roomEvents);
