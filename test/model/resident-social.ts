/** What a resident does for others and others for it: gifts, jobs that it posts, vouches, and what is counted of it. */
import type { MessageOf } from '../../actors/facts.ts';
import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import type { PlaceCommands } from '../../actors/rules/place/command-messages.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { asks, den } from './resident-asking.ts';
import {
  all,
  counted,
  gives,
  isAlive,
  isNewborn,
  isOutside,
  type Life,
  lives,
  type ResidentVariants,
  type Said,
} from './resident-base.ts';
import { goesToDen, standsInDen } from './resident-ways.ts';
import type { Refusal, Resident } from './stage.ts';

const postedMax = rules['JOBS_POSTED_MAX'] ?? 0;
const atPlaceMax = rules['JOBS_AT_PLACE_MAX'] ?? 0;
const reviewMax = rules['JOB_REVIEW_TICKS_MAX'] ?? 0;
const vouchesMax = rules['VOUCHES_MAX'] ?? 0;

const reward = 1_000;

function posts(
  known: Partial<Said<'post_job'>['facts']> = {},
  said: { readonly reviewTicks?: number } = {},
): ResidentEvent {
  const facts = { ...present, job: 'job_1', balance: reward, posted: 0, atPlace: 0, isRuin: false, ...known };
  return { type: 'post_job', title: 'A lamp', description: contentHash('Light it.'), reward, ...said, facts };
}

/** The job that it had posted is paid. */
const rewarded: Said<'rewarded'> = { type: 'rewarded', worker: 'friend', reward, facts: present };

const aLamp = { title: 'A lamp', description: 'Light it.', reward: reward / 1000 };
const postJob = (by: Resident, rest: object = {}): Promise<Refusal> =>
  by.post('/v1/job-board/submit', { ...aLamp, ...rest });

const vouches = (to: string): ResidentEvent => ({ type: 'vouch', to, note: null, facts: present });
const vouch = (by: Resident, { id }: Pick<Resident, 'id'>): Promise<Refusal> => by.post(`/v1/residents/${id}/vouch`);

/** A job of its friend that anybody can claim. */
async function friendsJob({ friend }: Life): Promise<string> {
  return String((await friend.make('/v1/job-board/submit', aLamp))['id']);
}

/** One of its own, claimed by its friend, who has submitted something. */
async function doneByFriend({ self, friend }: Life, rest: { readonly reward?: number } = {}): Promise<string> {
  const id = String((await self.make('/v1/job-board/submit', { ...aLamp, ...rest }))['id']);
  await friend.make(`/v1/job-board/${id}/claim`, {});
  await friend.make(`/v1/job-board/${id}/complete`, { work: 'It is lit.' });
  return id;
}

const asksOf = (said: MessageOf<PlaceCommands>): ResidentEvent => asks(said);

const jobs: ResidentVariants = {
  'posts a job in a ruin': {
    when: isOutside,
    hears: [...goesToDen, posts({ isRuin: true })],
    play: async (life) => {
      await standsInDen(life);
      await life.friend.remove(`/v1/house/rooms/${den}`);
      return postJob(life.self);
    },
  },
  'posts a job that it cannot pay': {
    when: isNewborn,
    hears: [posts({ balance: reward - 1 })],
    play: ({ self }) => postJob(self, { reward: 1_000 }),
  },
  'posts a job to look too long at': {
    when: isNewborn,
    hears: [posts({}, { reviewTicks: reviewMax + 1 })],
    play: ({ self }) => postJob(self, { review_ticks: reviewMax + 1 }),
  },
  'posts too many jobs': {
    when: isNewborn,
    hears: [posts({ posted: postedMax })],
    play: async ({ self }) => {
      for (let n = 0; n < postedMax; n++) await postJob(self, { reward: 0.001 });
      return postJob(self, { reward: 0.001 });
    },
  },
  'posts a job at a full board': {
    when: isOutside,
    hears: [posts({ atPlace: atPlaceMax })],
    play: async ({ self, stage }) => {
      for (const one of await stage.crowd(Math.ceil(atPlaceMax / postedMax))) {
        await one.move('commons');
        let refusal: Refusal;
        while (refusal === undefined) refusal = await postJob(one, { reward: 0.001 });
      }
      return postJob(self);
    },
  },
  'posts a job': {
    when: isNewborn,
    hears: [posts()],
    play: ({ self }) => postJob(self),
  },
  'claims a job': {
    when: isNewborn,
    hears: [asksOf({ type: 'claim_job', job: 'job_1' })],
    play: async (life) => life.self.post(`/v1/job-board/${await friendsJob(life)}/claim`),
  },
  'gives up a job': {
    when: isNewborn,
    hears: [asksOf({ type: 'release_job', job: 'job_1' })],
    play: async (life) => {
      const id = await friendsJob(life);
      await life.self.make(`/v1/job-board/${id}/claim`, {});
      return life.self.post(`/v1/job-board/${id}/release`);
    },
  },
  'accepts what was done': {
    when: isNewborn,
    hears: [asksOf({ type: 'complete_job', job: 'job_1', work: null }), rewarded],
    play: async (life) => life.self.post(`/v1/job-board/${await doneByFriend(life)}/complete`),
  },
  'accepts what was done for next to nothing': {
    when: isNewborn,
    hears: [asksOf({ type: 'complete_job', job: 'job_1', work: null }), { ...rewarded, reward: 1 }],
    play: async (life) => life.self.post(`/v1/job-board/${await doneByFriend(life, { reward: 0.001 })}/complete`),
  },
  'rejects what was done': {
    when: isNewborn,
    hears: [asksOf({ type: 'reject_job', job: 'job_1', reason: contentHash('It is dark.') })],
    play: async (life) => life.self.post(`/v1/job-board/${await doneByFriend(life)}/reject`, { reason: 'It is dark.' }),
  },
};

export const residentSocial: ResidentVariants = {
  ...jobs,
  'is paid more than it thanks for': {
    hears: [10_000, 1_000].map((amount) => ({ type: 'paid', from: 'friend', amount, facts: present })),
    play: async ({ self, friend }) => {
      await friend.pay(self, 10);
      return friend.pay(self, 1);
    },
  },
  'gives more than is counted': {
    when: all(isAlive, isNewborn),
    hears: [
      { type: 'paid', from: 'friend', amount: 101_000, facts: present },
      gives('friend', 100_000),
      counted('gifts', 10_000),
      gives('friend', 1_000),
    ],
    play: async ({ self, friend }) => {
      await friend.pay(self, 101);
      await self.pay(friend, 100);
      return self.pay(friend, 1);
    },
  },
  'vouches for itself': {
    when: isNewborn,
    hears: [vouches('self')],
    play: ({ self }) => vouch(self, self),
  },
  'vouches for a friend': {
    when: lives,
    hears: [vouches('friend')],
    play: ({ self, friend }) => vouch(self, friend),
  },
  'vouches for a friend twice': {
    when: isNewborn,
    hears: [vouches('friend'), vouches('friend')],
    play: async ({ self, friend }) => {
      await vouch(self, friend);
      return vouch(self, friend);
    },
  },
  'vouches for more than it may': {
    when: isNewborn,
    hears: Array.from({ length: vouchesMax + 1 }, (_, n) => vouches(`idler-${n}`)),
    play: async ({ self, stage }) => {
      const refusals: Refusal[] = [];
      for (const one of await stage.crowd(vouchesMax + 1)) refusals.push(await vouch(self, one));
      return refusals.at(-1);
    },
  },
  'is vouched for': {
    hears: [{ type: 'vouched', by: 'friend', note: null, facts: present }],
    play: ({ self, friend }) => vouch(friend, self),
  },
};
