/** The life of a connection, walked: asked for and settled, gone through, changed and closed; and the door of a workshop. */

import type { ConnectionEvent } from '../../actors/connection/facts.ts';
import { connection } from '../../actors/connection/index.ts';
import { missingApproval } from '../../actors/connection/machine.ts';
import type { ConnectionInput, Visibility } from '../../actors/connection/messages.ts';
import type { Access } from '../../actors/place/access.ts';
import { commons, commonsExit, connectionActor, homeExit } from '../../actors/place/names.ts';
import {
  type At,
  ask,
  begin,
  between,
  betweenHouses,
  births,
  type ConnectionVariants,
  dies,
  farHouse,
  farPod,
  farWorkshop,
  fullHouse,
  isDoor,
  isOpen,
  isPending,
  isReserved,
  joins,
  type Life,
  nearHouse,
  ownWorkshop,
  type Role,
  seenByNear,
  siteAt,
  terms,
  visit,
} from './connection-life.ts';
import { rules } from './facts.ts';
import { defineModel } from './kind-model.ts';
import { runDry } from './pod-life.ts';
import type { Refusal, Resident, Shown } from './stage.ts';

type Answering = 'approve_connection' | 'reject_connection' | 'close_connection';
type Happening = Exclude<ConnectionEvent['type'], Answering | 'update_connection' | 'traverse' | 'door.admits'>;

const houses = between(nearHouse, farHouse);
const crowded = { ...houses, from: siteAt(fullHouse) };

const said = (type: Answering, by: Role, facts = houses): ConnectionEvent => ({ type, by, facts });
const happens = (type: Happening, facts = houses): ConnectionEvent => ({ type, facts });
const updated = (by: Role, change: { visibility?: Visibility; access?: Access }, facts = houses): ConnectionEvent => ({
  type: 'update_connection',
  by,
  entrance: null,
  way_back: null,
  visibility: change.visibility ?? null,
  access: change.access ?? null,
  facts,
});
const passes = (traveller: Role, from: string, facts = houses): ConnectionEvent => ({
  type: 'traverse',
  traveller,
  from,
  exit: 'exit_1',
  max_toll: null,
  facts,
});

const approve = ({ name }: Life, by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/approve', { request_id: name });
const reject = ({ name }: Life, by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/reject', { request_id: name });
const close = ({ exit }: Life, by: Resident): Promise<Refusal> => by.post('/v1/connections/close', { exit_id: exit });
const update = ({ exit }: Life, by: Resident, change: object): Promise<Refusal> =>
  by.post('/v1/connections/update', { exit_id: exit, ...change });

/** From the Commons. */
async function seek({ exit, people: { visitor } }: Life): Promise<Refusal> {
  await visitor.move(commonsExit);
  return visitor.move(exit);
}

/** From the house at the near end, as a guest. */
async function pass({ exit, people }: Life, guest: Role): Promise<Refusal> {
  await visit(people[guest], people.near);
  return people[guest].move(exit);
}

const expire = ({ stage }: Life): Promise<Refusal> =>
  stage.passTo(stage.tick + (rules['CONNECTION_REQUEST_TICKS'] ?? 0));

const shutPrivate = { type: 'private' as const, allowed: [] };

const asked: ConnectionVariants = {
  'is approved by a stranger': {
    when: betweenHouses(isPending),
    hears: [said('approve_connection', 'visitor')],
    play: (life) => approve(life, life.people.visitor),
  },
  'is approved at the near end': {
    when: betweenHouses(isPending),
    hears: [said('approve_connection', 'near')],
    play: (life) => approve(life, life.people.near),
  },
  'is approved at the far end': {
    when: betweenHouses(isPending),
    hears: [said('approve_connection', 'far')],
    play: (life) => approve(life, life.people.far),
  },
  'is approved when the last place has been taken': {
    when: betweenHouses((at) => isPending(at) && at.context.approved.to && !at.context.approved.from),
    hears: [said('approve_connection', 'near', crowded)],
    play: async (life) => {
      const { near } = life.people;
      await near.move(homeExit);
      for (let connections = 0; connections < crowded.from.connectionsMax; connections++) await ask(near, commons);
      return approve(life, near);
    },
  },
  'is rejected by a stranger': {
    when: betweenHouses(isPending),
    hears: [said('reject_connection', 'visitor')],
    play: (life) => reject(life, life.people.visitor),
  },
  'is rejected': {
    when: betweenHouses(isPending),
    hears: [said('reject_connection', 'far')],
    play: (life) => reject(life, life.people.far),
  },
  expires: {
    when: betweenHouses(isPending),
    hears: [happens('request.expires')],
    play: expire,
  },
  'loses who asked for it': {
    when: betweenHouses(isPending),
    hears: [happens('requester.ended')],
    play: (life) => dies(life, life.people.visitor),
  },
  'needs nobody to be asked': {
    when: joins(nearHouse, commons, isPending),
    hears: [happens('approvals.given', between(nearHouse, commons))],
    play: async () => undefined,
  },
  'still needs somebody to be asked when the other end has lost its own': {
    when: betweenHouses(isPending),
    hears: [happens('approvals.given')],
    behind: 'a pod says so whose owner died without an heir; these ends are houses',
    play: ({ stage, name }) =>
      stage.submit({ to: connectionActor(name), caller: 'city', event: { type: 'approvals.given' } }),
  },
  'needs nobody to be asked, and comes too late': {
    when: joins(fullHouse, commons, isPending),
    hears: [happens('approvals.given', between(fullHouse, commons))],
    behind: 'two requests in one moment: over HTTP the first is settled before the second is read',
    play: async () => undefined,
  },
  'needs nobody to be asked, and leads to a workshop': {
    when: joins(nearHouse, ownWorkshop, isPending),
    hears: [happens('approvals.given', between(nearHouse, ownWorkshop))],
    play: async () => undefined,
  },
  'is approved, and leads to a workshop': {
    when: joins(nearHouse, farWorkshop, isPending),
    hears: [said('approve_connection', 'near', between(nearHouse, farWorkshop))],
    play: (life) => approve(life, life.people.near),
  },
};

const toOwn = between(nearHouse, ownWorkshop);
const onOwn = (condition: (at: At) => boolean) => joins(nearHouse, ownWorkshop, condition);

/** The workshop at the far end becomes a pod. */
async function deploy({ places, people: { near } }: Life): Promise<Refusal> {
  await near.move(homeExit);
  const connections = [{ from: places[nearHouse] }];
  return near.post('/v1/deploy', { source: places[ownWorkshop], tier: 'tiny', connections, funding });
}

const funding = { initial_credits: 5 };

const endOfWorkshop = ({ stage, places, people: { near } }: Life): Promise<Refusal> =>
  runDry(stage, near, String(places[ownWorkshop]));

const reserved: ConnectionVariants = {
  'is opened by the deploy': {
    when: onOwn(isReserved),
    hears: [happens('opens', toOwn)],
    play: deploy,
  },
  'expires before the deploy': {
    when: onOwn(isReserved),
    hears: [happens('request.expires', toOwn)],
    play: async (life) => {
      await life.people.near.post(`/v1/credits/pools/${life.places[ownWorkshop]}/fund`, { amount: 20 });
      return expire(life);
    },
  },
  'loses the workshop that it would lead to': {
    when: onOwn(isReserved),
    hears: [happens('to.ended', toOwn)],
    play: endOfWorkshop,
  },
  'loses the place that it would lead from': {
    when: onOwn(isReserved),
    hears: [happens('from.ended', toOwn)],
    play: (life) => dies(life, life.people.near),
  },
};

const open: ConnectionVariants = {
  'is sought elsewhere': {
    when: betweenHouses(isOpen),
    hears: [passes('visitor', commons)],
    play: seek,
  },
  'is gone back': {
    when: betweenHouses(isOpen),
    hears: [passes('far', farHouse)],
    play: async ({ exit, people: { far } }) => {
      await far.move(homeExit);
      return far.move(exit);
    },
  },
  'is gone through': {
    when: betweenHouses(isOpen),
    hears: [passes('visitor', nearHouse)],
    play: (life) => pass(life, 'visitor'),
  },
  'is private, and gone through by whom nobody named': {
    when: betweenHouses(isOpen),
    hears: [updated('far', { access: shutPrivate }), passes('visitor', nearHouse)],
    play: async (life) => {
      await update(life, life.people.far, { access: { type: 'private' } });
      return pass(life, 'visitor');
    },
  },
  'is private, and gone through by who speaks for the far end': {
    when: betweenHouses(isOpen),
    hears: [updated('far', { access: shutPrivate }), passes('far', nearHouse)],
    play: async (life) => {
      await update(life, life.people.far, { access: { type: 'private' } });
      return pass(life, 'far');
    },
  },
  'is changed by a stranger': {
    when: betweenHouses(isOpen),
    hears: [updated('visitor', { visibility: 'hidden' })],
    play: (life) => update(life, life.people.visitor, { visibility: 'hidden' }),
  },
  'is hidden': {
    when: betweenHouses(isOpen),
    hears: [updated('near', { visibility: 'hidden' })],
    play: (life) => update(life, life.people.near, { visibility: 'hidden' }),
  },
  'is opened to others by the near side': {
    when: betweenHouses(isOpen),
    hears: [updated('near', { access: { type: 'public', allowed: [] } })],
    play: (life) => update(life, life.people.near, { access: { type: 'public' } }),
  },
  'is gated, although it leads into the Commons': {
    when: joins(nearHouse, commons, isOpen),
    hears: [updated('near', { access: { type: 'gated', allowed: [] } }, between(nearHouse, commons))],
    play: (life) => update(life, life.people.near, { access: { type: 'gated' } }),
  },
  'is closed by a stranger': {
    when: betweenHouses(isOpen),
    hears: [said('close_connection', 'visitor')],
    play: (life) => close(life, life.people.visitor),
  },
  'is closed': {
    when: betweenHouses(isOpen),
    hears: [said('close_connection', 'near')],
    play: (life) => close(life, life.people.near),
  },
  'is the last of its pod, and closed': {
    when: joins(commons, farPod, isOpen),
    hears: [
      said('close_connection', 'far', { ...between(commons, farPod), to: { ...siteAt(farPod), keepsOne: true } }),
    ],
    play: (life) => close(life, life.people.far),
  },
  'loses its near end': {
    when: betweenHouses((at) => isPending(at) || isOpen(at)),
    hears: [happens('from.ended')],
    play: (life) => dies(life, life.people.near),
  },
  'loses its far end': {
    when: betweenHouses((at) => isPending(at) || isOpen(at)),
    hears: [happens('to.ended')],
    play: (life) => dies(life, life.people.far),
  },
  'is approved when there is nothing to approve': {
    when: betweenHouses((at) => !isPending(at) && at.state !== 'forgotten'),
    hears: [said('approve_connection', 'near')],
    play: (life) => approve(life, life.people.near),
  },
};

const door: ConnectionVariants = {
  'the door is sought elsewhere': {
    when: onOwn(isDoor),
    hears: [passes('visitor', commons, toOwn)],
    play: seek,
  },
  'one comes out of the door': {
    when: onOwn(isDoor),
    hears: [passes('near', ownWorkshop, toOwn)],
    play: async ({ exit, people: { near } }) => {
      await near.move(homeExit);
      await near.move(exit);
      return near.move(exit);
    },
  },
  'one who works there goes in': {
    when: onOwn(isDoor),
    hears: [passes('near', nearHouse, toOwn)],
    play: async ({ exit, people: { near } }) => {
      await near.move(homeExit);
      return near.move(exit);
    },
  },
  'a stranger tries the door': {
    when: onOwn(isDoor),
    hears: [passes('visitor', nearHouse, toOwn)],
    play: (life) => pass(life, 'visitor'),
  },
  'the workshop has its representative anew': {
    when: onOwn(isDoor),
    hears: [{ type: 'door.admits', members: ['near'], facts: toOwn }],
    play: ({ places, people: { near } }) =>
      near.post(`/v1/pods/${places[ownWorkshop]}/representative`, { agent_id: near.id }),
  },
  'the workshop is deployed': {
    when: onOwn(isDoor),
    hears: [happens('door.closes', toOwn)],
    play: deploy,
  },
  'the workshop ends': {
    when: onOwn(isDoor),
    hears: [happens('to.ended', toOwn)],
    play: endOfWorkshop,
  },
  'the house ends': {
    when: onOwn(isDoor),
    hears: [happens('from.ended', toOwn)],
    play: (life) => dies(life, life.people.near),
  },
};

const input = (
  beginning: ConnectionInput['beginning'],
  from: string,
  to: string,
  requester: Role,
  access?: Access,
): Readonly<Record<string, unknown>> => ({
  terms: {
    ...terms(from, to, requester),
    ...(access && { access }),
    ...(beginning === 'door' && { visibility: 'hidden' as const }),
  },
  beginning,
  fee: beginning === 'asked' ? 2_000 : 0,
  facts: between(from, to),
});

const ended = ['rejected', 'expired', 'cancelled', 'approved.closed'];

const over: ConnectionVariants = {
  'is gone through when it is closed': {
    when: betweenHouses((at) => at.state === 'approved.closed'),
    hears: [passes('near', nearHouse)],
    behind: 'its exit is gone with it',
    play: ({ stage, name }) => {
      const { facts: _, ...event } = passes('near', nearHouse);
      return stage.submit({ to: connectionActor(name), caller: 'city', event });
    },
  },
  'is forgotten': {
    when: betweenHouses((at) => ended.includes(at.state)),
    hears: [happens('forgotten')],
    play: expire,
  },
};

const missing = ({ context }: At): string | null =>
  missingApproval(context, between(context.terms.from, context.terms.to));

async function shown(life: Life): Promise<Shown> {
  const { name, stage } = life;
  if (stage.hasLeft(connectionActor(name))) return { has_left: true };
  // No gateway shows one that is settled: this is what the answers to approvals are made of.
  const whole = await stage.view({ view: 'connection', args: { request: name } });
  return { ...whole, ...(await seenByNear(life)) };
}

function foretold(at: At, { name, exit, people, places }: Life): Shown {
  const { state, context } = at;
  if (state === 'forgotten') return { has_left: true };
  const { from, to, bidirectional, visibility, access, requester } = context.terms;
  const always = {
    request_id: name,
    exit_id: exit,
    from_pod: places[from],
    to_pod: places[to],
    bidirectional,
    visibility,
    requester: people[requester as Role].id,
  };
  const waitsFor = missing(at);
  // Settled by itself before anyone can look.
  if (isPending(at) && waitsFor === null) return always;
  const isSeen = isDoor(at) || (isOpen(at) && visibility === 'visible');
  return {
    ...always,
    state,
    status: state.startsWith('approved') ? 'approved' : state,
    access: { ...access, allowed: access.allowed.map((role) => people[role as Role].id) },
    requires_approval_from: isPending(at) && waitsFor !== null ? people[waitsFor as Role].id : null,
    fee: context.held / 1000,
    waits: isPending(at),
    leads: isSeen,
  };
}

export const connectionModel = defineModel({
  kind: connection,
  births: {
    [births.houses]: input('asked', nearHouse, farHouse, 'visitor'),
    [births.free]: input('asked', nearHouse, commons, 'near'),
    [births.last]: input('asked', fullHouse, commons, 'near'),
    [births.workshop]: input('asked', nearHouse, farWorkshop, 'far'),
    [births.own]: input('asked', nearHouse, ownWorkshop, 'near'),
    [births.deployed]: input('open', commons, farPod, 'far'),
    [births.door]: input('door', nearHouse, ownWorkshop, 'near', { type: 'members', allowed: ['near'] }),
  },
  project: ({ state, context: { approved } }: At) =>
    [state, ...(state === 'pending_approval' ? [approved.from, approved.to] : [])].join(' '),
  variants: { ...asked, ...reserved, ...open, ...door, ...over },
  begin,
  shown,
  foretold,
});
