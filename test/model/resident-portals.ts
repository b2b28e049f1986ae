/** A resident at a portal, and where there is none. */

import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import { commons, stationActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { present } from './facts.ts';
import { submits } from './resident-asking.ts';
import { isNewborn, isOutside, minted, type ResidentVariants } from './resident-base.ts';

const station = stationActor('library-1');
const text = 'Hello, world.';
const poem = 'A poem.';

const speaks = (stations: readonly (typeof station)[]): ResidentEvent => ({
  type: 'portal_message',
  text,
  facts: { ...minted, stations },
});
const prints = (stations: readonly (typeof station)[]): ResidentEvent => ({
  type: 'portal_print',
  content: contentHash(poem),
  facts: { ...present, stations },
});

const doorKeeper = '[G3] the City API looks first where a portal is';

export const residentPortals: ResidentVariants = {
  'speaks to the world where there is no portal': {
    when: isNewborn,
    hears: [speaks([])],
    behind: doorKeeper,
    play: (life) => submits(life, { type: 'portal_message', text }),
  },
  'prints where there is no portal': {
    when: isNewborn,
    hears: [prints([])],
    behind: doorKeeper,
    play: (life) => submits(life, { type: 'portal_print', content: contentHash(poem) }),
  },
  'speaks to the world': {
    when: (at) => isOutside(at) && at.context.location === commons,
    hears: [speaks([station])],
    play: async ({ stage, self, friend }) => {
      await stage.station();
      await friend.pay(self, 1);
      return self.post('/v1/portals/message', { message: text });
    },
  },
  prints: {
    when: (at) => isOutside(at) && at.context.location === commons,
    hears: [prints([station])],
    play: async ({ stage, self, friend }) => {
      await stage.station();
      await friend.pay(self, 6);
      return self.post('/v1/portals/print', { content: poem });
    },
  },
};
