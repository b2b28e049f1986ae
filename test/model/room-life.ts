/** What every room goes through: guests, its end, its opening anew. */

import { type Purpose, purposes } from '../../actors/kinds/room/messages.ts';
import { occupantsMax } from '../../actors/rules/place/guests.ts';
import { roomActor } from '../../actors/rules/place/names.ts';
import {
  asksForWay,
  crowd,
  den,
  deploys,
  endedAs,
  enters,
  fails,
  fill,
  goesIn,
  gone,
  hears,
  houseEnded,
  invites,
  invitesCrowd,
  invitesGuest,
  isEnded,
  isOpen,
  isRemoved,
  isStudy,
  isWorkshop,
  leaves,
  onlyOwn,
  opensWorkshop,
  path,
  type RoomVariants,
  removes,
  reopens,
  revokes,
  runs,
  sandboxGone,
  sandboxStays,
  submitted,
  unseen,
  workshopPath,
  writes,
} from './room-base.ts';

const always: RoomVariants = {
  'is entered by its owner': {
    when: isOpen,
    hears: [enters('owner')],
    play: (life) => goesIn(life.owner, life),
  },
  'is entered by a guest': {
    when: isOpen,
    hears: [invites(['guest']), enters('guest')],
    play: async (life) => {
      await invitesGuest(life);
      return goesIn(life.guest, life);
    },
  },
  'is entered by another': {
    when: isOpen,
    hears: [enters('guest')],
    behind: unseen,
    play: submitted(enters('guest')),
  },
  'is entered by one too many': {
    when: isOpen,
    hears: [enters('owner', occupantsMax)],
    play: async (life) => {
      await fill(life);
      return goesIn(life.owner, life);
    },
  },
  'gets a guest': {
    when: isOpen,
    hears: [invites(['guest'])],
    play: ({ owner, guest }) => owner.post(`${path}/invite`, { residents: [guest.id] }),
  },
  'gets one guest too many': {
    when: isOpen,
    hears: [invites(crowd), invites(['guest'])],
    play: async (life) => {
      await invitesCrowd(life);
      return life.owner.post(`${path}/invite`, { residents: [life.guest.id] });
    },
  },
  'gets a guest from another': {
    when: isOpen,
    hears: [invites(['guest'], 'guest')],
    behind: onlyOwn,
    play: submitted(invites(['guest'], 'guest')),
  },
  'loses a guest': {
    when: isOpen,
    hears: [invites(['guest']), revokes()],
    play: async (life) => {
      await invitesGuest(life);
      return life.owner.post(`${path}/revoke`, { residents: [life.guest.id] });
    },
  },
  'loses a guest to another': {
    when: isOpen,
    hears: [revokes('guest')],
    behind: onlyOwn,
    play: submitted(revokes('guest')),
  },
  'is removed': { when: isOpen, hears: [removes(), sandboxGone], play: isRemoved },
  'is removed, and its sandbox stays': {
    when: isOpen,
    hears: [removes(), sandboxStays],
    play: async (life) => {
      life.stage.before.set('sandbox.remove', fails);
      const refusal = await isRemoved(life);
      life.stage.before.delete('sandbox.remove');
      return refusal;
    },
  },
  'is removed by another': {
    when: isOpen,
    hears: [removes('guest')],
    behind: onlyOwn,
    play: submitted(removes('guest')),
  },
  'gets a workshop': {
    when: isOpen,
    hears: [enters('owner'), hears('open_workshop')],
    play: async (life) => {
      await goesIn(life.owner, life);
      return opensWorkshop(life.owner);
    },
  },
  'gets a connection': {
    when: isOpen,
    hears: [enters('owner'), hears('request_connection')],
    play: async (life) => {
      await goesIn(life.owner, life);
      return asksForWay(life.owner);
    },
  },
  'loses its house': {
    when: isOpen,
    hears: [houseEnded, sandboxGone],
    play: async ({ stage, owner, name }) => {
      await owner.post('/v1/me/shutdown', { confirm: true });
      const refusal = await stage.passTick();
      await stage.answered(roomActor(name));
      return refusal;
    },
  },
};

/** What is no workshop is asked for what only a workshop does. */
const ofOthers: RoomVariants = {
  'runs, and is no workshop': {
    when: (at) => isOpen(at) && !isWorkshop(at),
    hears: [runs()],
    play: ({ owner }) => owner.post(`${workshopPath}/run`),
  },
};

const ofRuins: RoomVariants = {
  'leaves with the house': {
    when: isEnded,
    hears: [leaves],
    play: async ({ stage, owner }) => {
      await owner.post('/v1/me/shutdown', { confirm: true });
      await stage.passTick();
      return stage.passDecay();
    },
  },
  'is entered as a ruin': { when: isEnded, hears: [enters('owner')], behind: gone, play: submitted(enters('owner')) },
  'gets a guest as a ruin': {
    when: isEnded,
    hears: [invites(['guest'])],
    play: ({ owner, guest }) => owner.post(`${path}/invite`, { residents: [guest.id] }),
  },
  'loses a guest as a ruin': {
    when: isEnded,
    hears: [revokes()],
    play: ({ owner, guest }) => owner.post(`${path}/revoke`, { residents: [guest.id] }),
  },
  'is removed as a ruin': { when: isEnded, hears: [removes()], play: ({ owner }) => owner.remove(path) },
  'gets code as a ruin': { when: isEnded, hears: [writes()], behind: gone, play: submitted(writes()) },
  'runs as a ruin': { when: isEnded, hears: [runs()], behind: gone, play: submitted(runs()) },
  'is deployed as a ruin': { when: isEnded, hears: [deploys()], behind: gone, play: submitted(deploys()) },
  'gets a workshop as a ruin': {
    when: isStudy,
    hears: [enters('owner'), removes(), sandboxGone, hears('open_workshop')],
    play: async (life) => {
      await goesIn(life.owner, life);
      await isRemoved(life);
      return opensWorkshop(life.owner);
    },
  },
  'gets a connection as a ruin': {
    when: isStudy,
    hears: [enters('owner'), removes(), sandboxGone, hears('request_connection')],
    play: async (life) => {
      await goesIn(life.owner, life);
      await isRemoved(life);
      return asksForWay(life.owner);
    },
  },
};

function opensAgain(purpose: Purpose): RoomVariants {
  return {
    [`is opened again as a ${purpose}`]: {
      when: endedAs(purpose),
      hears: [reopens(purpose)],
      play: ({ owner }) => owner.post('/v1/house/rooms', { name: den, purpose }),
    },
  };
}

export const roomLife: RoomVariants = {
  ...always,
  ...ofOthers,
  ...ofRuins,
  ...Object.assign({}, ...purposes.map(opensAgain)),
};
