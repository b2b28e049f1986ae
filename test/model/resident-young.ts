/** Who was born of a soul has its endowment for its own life: each way in which it would give of it. */

import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import { commons, commonsExit, soulActor } from '../../actors/rules/place/names.ts';
import { foundingBody } from '../../client/founding-request.ts';
import { contentHash } from '../../engine/ids.ts';
import { buildPod, openWorkshop, type Pod } from './building.ts';
import { present } from './facts.ts';
import { asks, booth, boothExit, calling, deploying, lampShop } from './resident-asking.ts';
import {
  all,
  credits,
  gives,
  goes,
  hasNoHeir,
  isActive,
  isHome,
  isInCore,
  type Life,
  type ResidentVariants,
} from './resident-base.ts';

/** Millicredits of the endowment in the model; in the city it has more. */
const whole = credits * 1_000;
const isYoung = all(isActive, isHome, isInCore, hasNoHeir);

const posts: ResidentEvent = {
  type: 'post_job',
  title: 'A lamp',
  description: contentHash('Light it.'),
  reward: 1_000,
  facts: { ...present, job: 'job_1', balance: whole, posted: 0, atPlace: 0, isRuin: false },
};

const adopts: ResidentEvent = {
  type: 'adopt',
  donation: null,
  facts: { ...present, next: soulActor('000000000007'), balance: 30_000, burn: 1_000, owed: 0 },
};

/** Goes by the Commons into a pod of its friend. */
async function visits({ self, friend, names }: Life, gated: boolean): Promise<Pod> {
  const pod = await buildPod(friend, { perQuery: 1 });
  names.set(booth, pod.id).set(boothExit, pod.exit);
  if (gated) await friend.post(`/v1/pods/${pod.id}/access`, { type: 'gated' });
  await self.move(commonsExit);
  return pod;
}

export const residentYoung: ResidentVariants = {
  'gives its endowment away': {
    when: isYoung,
    hears: [gives('friend', 1_000, whole)],
    play: ({ self, friend }) => self.pay(friend, 1),
  },
  'offers its endowment for a job': {
    when: isYoung,
    hears: [posts],
    play: ({ self }) => self.post('/v1/job-board/submit', { title: 'A lamp', description: 'Light it.', reward: 1 }),
  },
  'adopts with its endowment': {
    when: isYoung,
    hears: [adopts],
    play: async ({ self, stage }) => {
      await stage.emptyQueue();
      await (await stage.visitor()).make('/v1/souls', foundingBody({ name: 'Wren' }));
      return self.post('/v1/threshold/adopt');
    },
  },
  'funds a pod of its friend with its endowment': {
    when: isYoung,
    hears: [asks({ type: 'fund', pod: 'shed', amount: 1_000 }, { given: 1_000, balance: whole })],
    play: async ({ self, friend }) => {
      const { id } = await buildPod(friend);
      return self.post(`/v1/credits/pools/${id}/fund`, { amount: 1 });
    },
  },
  'pays a share of a workshop with its endowment': {
    when: isYoung,
    hears: [asks({ type: 'contribute', pod: 'shed', accept: true, max_share: null }, { given: 1_000, balance: whole })],
    play: async ({ self, friend }) => {
      const { id } = await openWorkshop(friend, friend.id, [self.id]);
      return self.post(`/v1/pods/${id}/contribution`, { accept: true });
    },
  },
  'deploys a workshop of its friend with its endowment': {
    when: isYoung,
    hears: [asks({ ...deploying, source: 'shed' }, { given: 1_000, balance: whole })],
    play: async ({ self, friend }) => {
      const { id } = await openWorkshop(friend, self.id);
      return self.post('/v1/deploy', { ...lampShop, source: id });
    },
  },
  'calls a service for its endowment': {
    when: isYoung,
    hears: [...goes(commonsExit, commons), ...goes(boothExit, booth), asks(calling, { given: 1_000, balance: whole })],
    play: async (life) => {
      const { id, exit } = await visits(life, false);
      await life.self.move(exit);
      return life.self.post(`/v1/services/${id}/call`);
    },
  },
  'pays a toll out of its endowment': {
    when: isYoung,
    hears: [...goes(commonsExit, commons), ...goes(boothExit, booth, 1_000)],
    play: async (life) => life.self.move((await visits(life, true)).exit),
  },
};
