/** A connection that is asked for, walked: approved or not, too late, reserved for a deploy. */
import { commons, connectionActor, homeExit } from '../../actors/rules/place/names.ts';
import {
  approve,
  crowded,
  deploy,
  endOfWorkshop,
  expire,
  happens,
  onOwn,
  reject,
  said,
  toOwn,
} from './connection-heard.ts';
import {
  ask,
  between,
  betweenHouses,
  type ConnectionVariants,
  dies,
  farWorkshop,
  fullHouse,
  isPending,
  isReserved,
  joins,
  nearHouse,
  ownWorkshop,
} from './connection-life.ts';

export const asked: ConnectionVariants = {
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

export const reserved: ConnectionVariants = {
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
