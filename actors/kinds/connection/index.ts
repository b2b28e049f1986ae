/** The connection, with the request for it, as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import type { ImageOf } from '../../registry.ts';
import { placeActor, residentActor } from '../../rules/place/names.ts';
import { birthEnds, connectionEvents } from './facts.ts';
import { connectionMachine } from './machine.ts';
import type { ConnectionContext, Terms } from './messages.ts';

type Connection = ImageOf<'connection-request'>;

const ended = ['rejected', 'expired', 'cancelled', 'approved.closed'];
const leads = (state: string) => state === 'approved.open' || state === 'approved.door';

/** Houses are for whom they invite, and what is inside of a pod for whom the pod lets in. */
const isForStrangers = (place: string): boolean => !place.includes('/');

/** The places from which it can be travelled. */
const ends = ({ from, to, bidirectional }: Terms) => (bidirectional ? [from, to] : [from]);

/** Both ends of an open connection; of one that waits for a deploy the one that is there already. */
function counted({ state, context: { terms } }: Connection): readonly string[] | undefined {
  const { from, to } = terms;
  if (state === 'approved.open') return from === to ? [from] : [from, to];
  return state === 'approved.reserved' ? [from] : undefined;
}

/** As exits, by visibility and place; a door only for those who work behind it, and from within. */
function exits({ state, context: { terms } }: Connection): readonly string[] | undefined {
  if (state === 'approved.open') return ends(terms).map((place) => `${terms.visibility} ${place}`);
  if (state !== 'approved.door') return undefined;
  return [`visible ${terms.to}`, ...terms.access.allowed.map((one) => `door ${terms.from} ${one}`)];
}

const rules: KindRules<ConnectionContext> = {
  machine: connectionMachine,
  birth: birthEnds,
  wakeOrder: [],
  indexes: {
    [indexes.exit]: ({ state, context }) => (leads(state) ? context.terms.exit : undefined),
    [indexes.exits]: exits,
    [indexes.seenPlaces]: ({ state, context }) => {
      const { from, to, bidirectional, visibility } = context.terms;
      if (state !== 'approved.open' || visibility !== 'visible') return undefined;
      return bidirectional && from !== to ? [from, to] : to;
    },
    [indexes.countedConnections]: counted,
    [indexes.openConnections]: ({ state, context: { terms } }) =>
      state === 'approved.open' ? [terms.from, terms.to] : undefined,
    [indexes.reservedConnections]: ({ state, context: { terms } }) =>
      state === 'approved.reserved' ? `${terms.from}|${terms.to}` : undefined,
    [indexes.waitingRequests]: ({ state, context }) => {
      if (state !== 'pending_approval') return undefined;
      const { from, to, requester } = context.terms;
      return [`${requester} ${from}`, `${requester} ${to}`];
    },
    [indexes.pending]: ({ state, context: { terms } }) =>
      state === 'pending_approval' ? [terms.from, terms.to] : undefined,
  },
  dependsOn: ({ state, context }) => {
    if (ended.includes(state)) return {};
    const { from, to, requester } = context.terms;
    const places = { from: placeActor(from), to: placeActor(to) };
    return state === 'pending_approval' ? { ...places, requester: residentActor(requester) } : places;
  },
  waits: ({ state, context }) =>
    state === 'pending_approval' ? { for: 'connection approval', since: context.requestedAt } : undefined,
  publicWay: ({ state, context: { terms } }) => {
    const { from, to, bidirectional, visibility, access } = terms;
    const isOpen = state === 'approved.open' && visibility === 'visible' && access.type === 'public';
    return isOpen && isForStrangers(from) && isForStrangers(to) ? { from, to, bidirectional } : undefined;
  },
  way: ({ state, context }) => {
    if (state !== 'approved.open') return undefined;
    const { from, to, bidirectional } = context.terms;
    return { from: placeActor(from), to: placeActor(to), bidirectional };
  },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const connection = defineKind('connection-request', rules, connectionEvents);
