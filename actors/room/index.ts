/** The room as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { locationActor } from '../place/names.ts';
import { type RoomContext, roomMachine } from './machine.ts';
import { roomEvents } from './messages.ts';

const contextOf = (image: Image) => image.context as unknown as RoomContext;
const isOver = (image: Image) => image.state === 'ended';

export const room: ActorKind = {
  name: 'room',
  machine: roomMachine,
  events: roomEvents,
  wakeOrder: [],
  indexes: {
    /** By house, and by house and purpose. */
    rooms: (image) => {
      const { house, purpose } = contextOf(image);
      return isOver(image) ? undefined : [house, `${house} ${purpose}`];
    },
    /** By house, those that have ended too: what a house remembers is bounded. */
    'room names': (image) => contextOf(image).house,
    /** By guest, and by house and guest: who is let into which house. */
    invitations: (image) => {
      const { house, invited } = contextOf(image);
      return isOver(image) ? undefined : invited.flatMap((guest) => [guest, `${house} ${guest}`]);
    },
  },
  ended: isOver,
  dependsOn: (image): Readonly<Record<string, ReturnType<typeof locationActor>>> =>
    isOver(image) ? {} : { house: locationActor(contextOf(image).house) },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
