/** A resident asks for connections and rooms, and is led over when the room that it stands in becomes a pod. */

import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import { commons, commonsExit, homeOf, innerPlace, residentActor } from '../../actors/rules/place/names.ts';
import { addRoom, addWorkshop, requestWayTo } from './building.ts';
import { present, rules } from './facts.ts';
import {
  addOwnRoom,
  asks,
  changing,
  connecting,
  den,
  furnishing,
  lampShop,
  namesNobody,
  nobody,
  onlyAtHome,
  submits,
  unpayable,
} from './resident-asking.ts';
import { counted, drain, goes, isNewborn, isOutside, type Life, type ResidentVariants } from './resident-base.ts';
import type { Refusal } from './stage.ts';

/** Its friend asks for a way from the Commons to its house. */
async function isAskedForWay({ self, friend }: Life): ReturnType<typeof requestWayTo> {
  await friend.move(commonsExit);
  return requestWayTo(self, friend);
}

/** There is a way from the Commons to its house; its exit. */
async function grantsWay(life: Life): Promise<string> {
  const { request, exit } = await isAskedForWay(life);
  await life.self.make('/v1/connections/approve', { request_id: request });
  return exit;
}
const unknownExit = 'exit_aaaaaaaaaaaaaaaa';
const forNobody = { type: 'private', allowed: [nobody] };
const friendsDen = innerPlace(homeOf('friend'), den);
export const goesToDen = [...goes(homeOf('friend'), homeOf('friend')), ...goes(friendsDen, friendsDen)];
const ledOver: ResidentEvent = { type: 'relocated', place: 'lamp-shop', facts: present };

/** Goes from the Commons into a room of its friend, who has invited it. */
export async function standsInDen({ self, friend }: Life): Promise<void> {
  await addWorkshop(friend, den);
  await friend.make(`/v1/house/rooms/${den}/invite`, { residents: [self.id] });
  await self.move(homeOf(friend.id));
  await self.move(innerPlace(homeOf(friend.id), den));
}

/** The room becomes a pod. */
async function isLedOver({ friend, names }: Life): Promise<Refusal> {
  names.set('lamp-shop', String((await friend.make('/v1/deploy', lampShop))['id']));
  return undefined;
}

export const residentWays: ResidentVariants = {
  'asks for a connection from elsewhere': {
    when: isNewborn,
    hears: [asks(connecting, { required: commons })],
    play: ({ self }) => self.post('/v1/connections/request', { from_pod: commons, to_pod: homeOf(self.id) }),
  },
  'asks for a connection that it cannot pay': {
    when: isNewborn,
    hears: [asks(connecting, unpayable)],
    play: async (life) => {
      await drain(life);
      return life.self.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });
    },
  },
  'asks for a connection for nobody': {
    when: isNewborn,
    hears: [asks(connecting, namesNobody)],
    play: ({ self }) =>
      self.post('/v1/connections/request', { from_pod: 'current', to_pod: commons, access: forNobody }),
  },
  'asks for a connection': {
    when: isNewborn,
    hears: [asks(connecting)],
    play: async ({ self, friend }) => {
      await friend.pay(self, 100);
      return self.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });
    },
  },
  'approves a connection': {
    when: isNewborn,
    hears: [asks({ type: 'approve_connection', request: 'req_1' })],
    play: async (life) =>
      life.self.post('/v1/connections/approve', { request_id: (await isAskedForWay(life)).request }),
  },
  'rejects a connection': {
    when: isNewborn,
    hears: [asks({ type: 'reject_connection', request: 'req_1' })],
    play: async (life) => life.self.post('/v1/connections/reject', { request_id: (await isAskedForWay(life)).request }),
  },
  'changes no connection': {
    when: isNewborn,
    hears: [asks(changing, { target: null })],
    play: ({ self }) => self.post('/v1/connections/update', { exit_id: unknownExit, visibility: 'subtle' }),
  },
  'changes a connection for nobody': {
    when: isNewborn,
    hears: [asks(changing, namesNobody)],
    play: async (life) =>
      life.self.post('/v1/connections/update', { exit_id: await grantsWay(life), access: forNobody }),
  },
  'changes a connection': {
    when: isNewborn,
    hears: [asks(changing)],
    play: async (life) =>
      life.self.post('/v1/connections/update', { exit_id: await grantsWay(life), visibility: 'subtle' }),
  },
  'closes no connection': {
    when: isNewborn,
    hears: [asks({ type: 'close_connection', exit: unknownExit }, { target: null })],
    play: ({ self }) => self.post('/v1/connections/close', { exit_id: unknownExit }),
  },
  'closes a connection': {
    when: isNewborn,
    hears: [asks({ type: 'close_connection', exit: 'exit_1' })],
    play: async (life) => life.self.post('/v1/connections/close', { exit_id: await grantsWay(life) }),
  },
  'adds a room away from home': {
    when: isOutside,
    hears: [asks(furnishing, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, furnishing),
  },
  'adds a room that it cannot pay': {
    when: isNewborn,
    hears: [asks(furnishing, unpayable)],
    play: async (life) => {
      await drain(life);
      return life.self.post('/v1/house/rooms', { name: den, purpose: 'workshop' });
    },
  },
  'adds a room': {
    when: isNewborn,
    hears: [asks(furnishing), counted('rooms')],
    play: async (life) => {
      await addOwnRoom(life);
      return undefined;
    },
  },
  'adds a second room': {
    when: isNewborn,
    hears: [asks(furnishing), counted('rooms'), asks(furnishing), counted('rooms')],
    play: async (life) => {
      await addOwnRoom(life);
      life.burn += rules['ROOM_UPKEEP_MEETING'] ?? 0;
      return life.self.post('/v1/house/rooms', { name: 'parlour', purpose: 'meeting' });
    },
  },
  'removes a room away from home': {
    when: isOutside,
    hears: [asks({ type: 'remove_room', name: den }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'remove_room', name: den }),
  },
  'removes a room': {
    when: isNewborn,
    hears: [asks({ type: 'remove_room', name: den })],
    play: async ({ self }) => {
      await addRoom(self, den, 'meeting');
      return self.remove(`/v1/house/rooms/${den}`);
    },
  },
  'invites away from home': {
    when: isOutside,
    hears: [asks({ type: 'invite', name: den, residents: [] }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'invite', name: den, residents: [] }),
  },
  'invites nobody': {
    when: isNewborn,
    hears: [asks({ type: 'invite', name: den, residents: [nobody] }, namesNobody)],
    play: ({ self }) => self.post(`/v1/house/rooms/${den}/invite`, { residents: [nobody] }),
  },
  invites: {
    when: isNewborn,
    hears: [asks({ type: 'invite', name: den, residents: ['friend'] })],
    play: async (life) => {
      await addOwnRoom(life);
      return life.self.post(`/v1/house/rooms/${den}/invite`, { residents: [life.friend.id] });
    },
  },
  'takes invitations back away from home': {
    when: isOutside,
    hears: [asks({ type: 'revoke', name: den, residents: [] }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'revoke', name: den, residents: [] }),
  },
  'takes the invitation of nobody back': {
    when: isNewborn,
    hears: [asks({ type: 'revoke', name: den, residents: [nobody] }, namesNobody)],
    play: ({ self }) => self.post(`/v1/house/rooms/${den}/revoke`, { residents: [nobody] }),
  },
  'takes invitations back': {
    when: isNewborn,
    hears: [asks({ type: 'revoke', name: den, residents: ['friend'] })],
    play: async (life) => {
      await addOwnRoom(life);
      return life.self.post(`/v1/house/rooms/${den}/revoke`, { residents: [life.friend.id] });
    },
  },
  // What becomes of the room that it stands in.
  'is led into a pod': {
    when: isOutside,
    hears: [...goesToDen, ledOver],
    play: async (life) => {
      await standsInDen(life);
      return isLedOver(life);
    },
  },
  'is led into a pod when it is dead': {
    when: ({ state }) => state === 'dead',
    hears: [ledOver],
    behind: '[K4] for who dies in the very turn that leads it over',
    play: ({ stage, self }) =>
      stage.submit({ to: residentActor(self.id), caller: 'city', event: { type: 'relocated', place: commons } }),
  },
  'is led into a pod while it dies': {
    when: isOutside,
    hears: [...goesToDen, { type: 'shut_down', facts: present }, ledOver],
    play: async (life) => {
      await standsInDen(life);
      await life.self.post('/v1/me/shutdown', { confirm: true });
      return isLedOver(life);
    },
  },
};
