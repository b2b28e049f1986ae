/** The place as a kind of actor. */
import type { ActorKind } from '../../engine/kind.ts';
import { commons, locationActor } from '../places.ts';
import { locationMachine } from './machine.ts';
import { locationEvents } from './messages.ts';

export const location: ActorKind = {
  name: 'location',
  machine: locationMachine,
  events: locationEvents,
  wakeOrder: [],
  indexes: {},
  ended: ({ state }) => state === 'ruin',
  root: ({ state }) => state === 'commons' || state === 'house',
  supervision: { failuresMax: 3, withinTicks: 6, essential: (id) => id === locationActor(commons) },
};

/** What a new city starts with: its one pre-existing place. */
export const genesis = [
  {
    actor: locationActor(commons),
    input: { id: commons, kind: 'commons', name: 'The Commons', owner: null },
  },
] as const;
