/** A resident asks for workshops, code and deploys. */
import { commons } from '../../actors/rules/place/names.ts';
import { addWorkshop, buildPod, shed, whileRunning, writeCode } from './building.ts';
import {
  addOwnRoom,
  asks,
  booth,
  callsMax,
  den,
  deploying,
  lampShop,
  namesNobody,
  nobody,
  opening,
  running,
  submits,
  unpayable,
  writing,
} from './resident-asking.ts';
import { counted, isNewborn, type ResidentVariants } from './resident-base.ts';

export const residentWork: ResidentVariants = {
  'opens a workshop elsewhere': {
    when: isNewborn,
    hears: [asks(opening, { required: commons })],
    play: ({ self }) => self.post('/v1/workshops', { ...shed, location: commons }),
  },
  'opens a workshop that it cannot pay': {
    when: isNewborn,
    hears: [asks(opening, unpayable)],
    play: ({ self }) => self.post('/v1/workshops', { ...shed, tier: 'massive' }),
  },
  'opens a workshop with nobody': {
    when: isNewborn,
    hears: [asks(opening, namesNobody)],
    play: ({ self }) => self.post('/v1/workshops', { ...shed, access: [nobody] }),
  },
  'opens a workshop': {
    when: isNewborn,
    hears: [asks(opening)],
    play: async ({ self, friend }) => {
      await friend.pay(self, 100);
      return self.post('/v1/workshops', shed);
    },
  },
  'writes code of nobody': {
    when: isNewborn,
    hears: [asks(writing, { target: null })],
    behind: '[G3] the City API reads the code first, and finds none',
    play: (life) => submits(life, writing),
  },
  'writes code from afar': {
    when: isNewborn,
    hears: [asks(writing, { required: booth })],
    behind: '[G3] the City API looks first where a workshop is',
    play: async (life) => submits(life, { ...writing, workshop: (await buildPod(life.friend)).id }),
  },
  'writes code': {
    when: isNewborn,
    hears: [asks(writing)],
    play: async (life) => {
      await addOwnRoom(life);
      return writeCode(life.self, den);
    },
  },
  'runs the code of nobody': {
    when: isNewborn,
    hears: [asks(running, { target: null })],
    play: ({ self }) => self.post('/v1/workshops/nowhere/run'),
  },
  'runs code from afar': {
    when: isNewborn,
    hears: [asks(running, { required: booth })],
    behind: '[G3] the City API looks first where a workshop is',
    play: async (life) => submits(life, { ...running, workshop: (await buildPod(life.friend)).id }),
  },
  'runs too much code at once': {
    when: isNewborn,
    hears: [asks(running, { openCalls: callsMax })],
    play: async (life) => {
      const { self, stage } = life;
      const run = () => self.post(`/v1/workshops/${den}/run`);
      await addOwnRoom(life);
      await writeCode(self, den);
      return whileRunning(stage, callsMax, run, run);
    },
  },
  'runs code': {
    when: isNewborn,
    hears: [asks(running)],
    play: async (life) => {
      await addOwnRoom(life);
      await writeCode(life.self, den);
      return life.self.post(`/v1/workshops/${den}/run`);
    },
  },
  'deploys nothing': {
    when: isNewborn,
    hears: [asks(deploying, { target: null })],
    play: ({ self }) => self.post('/v1/deploy', { source: 'nowhere', tier: 'tiny' }),
  },
  'deploys with nobody': {
    when: isNewborn,
    hears: [asks(deploying, namesNobody)],
    play: async (life) => {
      await addOwnRoom(life);
      const funding = { initial_credits: 10, contributors: [nobody] };
      return life.self.post('/v1/deploy', { ...lampShop, funding });
    },
  },
  deploys: {
    when: isNewborn,
    hears: [asks(deploying), counted('pods')],
    play: async ({ self, friend }) => {
      await friend.pay(self, 200);
      await addWorkshop(self, den);
      return self.post('/v1/deploy', lampShop);
    },
  },
};
