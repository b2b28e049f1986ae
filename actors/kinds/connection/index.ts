/** The connection, with the request for it, as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import type { ImageOf } from '../../registry.ts';
import { placeActor, residentActor } from '../../rules/place/names.ts';
import { birthEnds, connectionEvents } from './facts.ts';
import { connectionMachine } from './machine.ts';
import type { Terms } from './messages.ts';
import { isDoor, isOpen, isOver, isPending, isReserved } from './state.ts';

type Connection = ImageOf<'connection-request'>;

const leads = (image: Connection) => isOpen(image) || isDoor(image);

/** False for houses, which are for those invited, and for places inside of a pod, which are for those whom the pod lets in. */
const isForStrangers = (place: string): boolean => !place.includes('/');

/** The places from which it can be travelled: both ends, or only `from` when it is one-way. */
const ends = ({ from, to, bidirectional }: Terms) => (bidirectional ? [from, to] : [from]);

const bothEnds = ({ context: { terms } }: Connection) => [terms.from, terms.to];

/** The places against whose limit it counts: both ends of an open connection; the existing end of one that waits for a deploy. */
function counted(image: Connection): readonly string[] | undefined {
  const { from, to } = image.context.terms;
  if (isOpen(image)) return from === to ? [from] : [from, to];
  return isReserved(image) ? [from] : undefined;
}

/** Its keys as an exit, by visibility and place. A door is an exit only for those who work behind it, and from within. */
function exits(image: Connection): readonly string[] | undefined {
  const { terms } = image.context;
  if (isOpen(image)) return ends(terms).map((place) => `${terms.visibility} ${place}`);
  if (!isDoor(image)) return undefined;
  return [`visible ${terms.to}`, ...terms.access.allowed.map((one) => `door ${terms.from} ${one}`)];
}

const rules: RulesOf<'connection-request', typeof connectionMachine> = {
  machine: connectionMachine,
  birth: birthEnds,
  wakeOrder: [],
  indexes: {
    [indexes.exit]: (image) => (leads(image) ? image.context.terms.exit : undefined),
    [indexes.exits]: exits,
    [indexes.seenPlaces]: (image) => {
      const { from, to, bidirectional, visibility } = image.context.terms;
      if (!isOpen(image) || visibility !== 'visible') return undefined;
      return bidirectional && from !== to ? [from, to] : to;
    },
    [indexes.countedConnections]: counted,
    [indexes.openConnections]: (image) => (isOpen(image) ? bothEnds(image) : undefined),
    [indexes.reservedConnections]: (image) => (isReserved(image) ? bothEnds(image).join('|') : undefined),
    [indexes.waitingRequests]: (image) => {
      if (!isPending(image)) return undefined;
      const { from, to, requester } = image.context.terms;
      return [`${requester} ${from}`, `${requester} ${to}`];
    },
    [indexes.pending]: (image) => (isPending(image) ? bothEnds(image) : undefined),
  },
  dependsOn: (image) => {
    if (isOver(image)) return {};
    const { from, to, requester } = image.context.terms;
    const places = { from: placeActor(from), to: placeActor(to) };
    return isPending(image) ? { ...places, requester: residentActor(requester) } : places;
  },
  waits: (image) => (isPending(image) ? { for: 'connection approval', since: image.context.requestedAt } : undefined),
  publicWay: (image) => {
    const { from, to, bidirectional, visibility, access } = image.context.terms;
    const isWalked = isOpen(image) && visibility === 'visible' && access.type === 'public';
    return isWalked && isForStrangers(from) && isForStrangers(to) ? { from, to, bidirectional } : undefined;
  },
  way: (image) => {
    if (!isOpen(image)) return undefined;
    const { from, to, bidirectional } = image.context.terms;
    return { from: placeActor(from), to: placeActor(to), bidirectional };
  },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const connection = defineKind('connection-request', rules, connectionEvents);
