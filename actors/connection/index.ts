/** The connection, with the request for it, as a kind of actor. */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { reservedConnections } from '../building/deploy.ts';
import { countedConnections, openConnections, waitingRequests } from '../place/endpoint.ts';
import { placeActor, residentActor } from '../place/names.ts';
import { seenPlaces } from '../place/visibility.ts';
import { type ConnectionContext, connectionMachine } from './machine.ts';
import { birthEnds, connectionEvents, type Terms } from './messages.ts';

const termsOf = (image: Image): Terms => (image.context as unknown as ConnectionContext).terms;
const ended = ['rejected', 'expired', 'cancelled', 'approved.closed'];
const leads = (state: string) => state === 'approved.open' || state === 'approved.door';

/** The places from which it can be travelled. */
const ends = ({ from, to, bidirectional }: Terms) => (bidirectional ? [from, to] : [from]);

/** Both ends of an open connection; of one that waits for a deploy the one that is there already. */
function counted(image: Image): readonly string[] | undefined {
  const { from, to } = termsOf(image);
  if (image.state === 'approved.open') return from === to ? [from] : [from, to];
  return image.state === 'approved.reserved' ? [from] : undefined;
}

/** As exits, by visibility and place; a door only for those who work behind it, and from within. */
function exits(image: Image): readonly string[] | undefined {
  const terms = termsOf(image);
  if (image.state === 'approved.open') return ends(terms).map((place) => `${terms.visibility} ${place}`);
  if (image.state !== 'approved.door') return undefined;
  return [`visible ${terms.to}`, ...terms.access.allowed.map((one) => `door ${terms.from} ${one}`)];
}

export const connection: ActorKind = {
  name: 'connection-request',
  machine: connectionMachine,
  events: connectionEvents,
  birth: birthEnds,
  wakeOrder: [],
  indexes: {
    exit: (image) => (leads(image.state) ? termsOf(image).exit : undefined),
    exits,
    /** By the places that everyone can see a way to. */
    [seenPlaces]: (image) => {
      const { from, to, bidirectional, visibility } = termsOf(image);
      if (image.state !== 'approved.open' || visibility !== 'visible') return undefined;
      return bidirectional && from !== to ? [from, to] : to;
    },
    [countedConnections]: counted,
    [openConnections]: (image) =>
      image.state === 'approved.open' ? [termsOf(image).from, termsOf(image).to] : undefined,
    [reservedConnections]: (image) =>
      image.state === 'approved.reserved' ? `${termsOf(image).from}|${termsOf(image).to}` : undefined,
    [waitingRequests]: (image) => {
      if (image.state !== 'pending_approval') return undefined;
      const { from, to, requester } = termsOf(image);
      return [`${requester} ${from}`, `${requester} ${to}`];
    },
    pending: (image) => (image.state === 'pending_approval' ? [termsOf(image).from, termsOf(image).to] : undefined),
  },
  dependsOn: (image): Readonly<Record<string, ReturnType<typeof placeActor>>> => {
    if (ended.includes(image.state)) return {};
    const { from, to, requester } = termsOf(image);
    const places = { from: placeActor(from), to: placeActor(to) };
    return image.state === 'pending_approval' ? { ...places, requester: residentActor(requester) } : places;
  },
  way: (image) => {
    if (image.state !== 'approved.open') return undefined;
    const { from, to, bidirectional } = termsOf(image);
    return { from: placeActor(from), to: placeActor(to), bidirectional };
  },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};
