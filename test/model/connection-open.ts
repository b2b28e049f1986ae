/** A connection that stands, walked: gone through, changed and closed; and the door of a workshop. */
import { commons, homeExit } from '../../actors/rules/place/names.ts';
import {
  approve,
  close,
  deploy,
  endOfWorkshop,
  happens,
  onOwn,
  pass,
  passes,
  said,
  seek,
  toOwn,
  update,
  updated,
} from './connection-heard.ts';
import {
  between,
  betweenHouses,
  type ConnectionVariants,
  dies,
  farHouse,
  farPod,
  isDoor,
  isOpen,
  isPending,
  joins,
  nearHouse,
  ownWorkshop,
  siteAt,
} from './connection-life.ts';

const shutPrivate = { type: 'private' as const, allowed: [] };

export const open: ConnectionVariants = {
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

export const door: ConnectionVariants = {
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
