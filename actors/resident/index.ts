/** The resident as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { at } from '../place/names.ts';
import type { ResidentContext } from './base.ts';
import { residentMachine } from './machine.ts';
import { residentEvents } from './messages.ts';
import { inscribe, recall } from './tomb.ts';

const contextOf = (image: Image) => image.context as unknown as ResidentContext;
const lives = (image: Image) => image.state !== 'dead';

export const resident: ActorKind = {
  name: 'resident',
  machine: residentMachine,
  events: residentEvents,
  wakeOrder: ['life.ends', 'upkeep.due', 'life.closing', 'life.warning'],
  indexes: {
    present: (image) => (lives(image) ? contextOf(image).location : undefined),
    mentees: (image) => contextOf(image).mentor ?? undefined,
    token: (image) => contextOf(image).token,
  },
  tomb: { of: (id) => id, inscribe, recall, foundBy: ['token', 'mentees'] },
  ended: (image) => !lives(image),
  follows: (image) => (lives(image) ? at(contextOf(image).location) : undefined),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
