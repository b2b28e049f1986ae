/** How a resident posts a job where it stands: whether it may, and what is held for it (JB1). */
import { not } from 'xstate';
import type { Settings } from '../../../engine/actor-kind.ts';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { jobActor } from '../../rules/place/names.ts';
import { atPlaceMax, postedMax, reviewMax } from '../../rules/work/posting-limits.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

const onPosting = <Result>(rule: (scene: On<'post_job'>) => Result) => on('post_job', rule);

const settingsIn = ({ event }: On<'post_job'>): Settings => event.facts.settings;

export const posting = {
  guards: {
    standsInRuin: onPosting(({ event }) => event.facts.isRuin),
    canPayReward: onPosting(({ event }) => event.facts.balance >= event.reward),
    mayPostMore: onPosting((scene) => scene.event.facts.posted < postedMax(settingsIn(scene))),
    /** A poster may set this many ticks for its review, at most (JB4). */
    looksTooLong: onPosting((scene) => (scene.event.reviewTicks ?? 0) > reviewMax(settingsIn(scene))),
    boardHasRoom: onPosting((scene) => scene.event.facts.atPlace < atPlaceMax(settingsIn(scene))),
  },
  actions: {
    refuseInRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.location })),
    refuseReward: refuses(
      onPosting(({ event }) =>
        refusal('insufficient_credits', { required: event.reward, balance: event.facts.balance }),
      ),
    ),
    refuseLongLook: refuses(
      onPosting((scene) =>
        refusal('invalid_request', {
          issues: [{ path: 'review_ticks', message: `is ${reviewMax(settingsIn(scene))} at most` }],
        }),
      ),
    ),
    refuseMorePosts: refuses(
      onPosting((scene) =>
        refusal('tier_capacity_exceeded', {
          max: postedMax(settingsIn(scene)),
          current: scene.event.facts.posted,
          of: 'posts',
        }),
      ),
    ),
    refuseAtFullBoard: refuses(
      onPosting((scene) =>
        refusal('tier_capacity_exceeded', {
          max: atPlaceMax(settingsIn(scene)),
          current: scene.event.facts.atPlace,
          of: 'board',
        }),
      ),
    ),
    postJob: effect(
      onPosting(({ context, event }) => {
        const { title, description, reward, facts } = event;
        const { id: poster, location: place } = context;
        const reviewTicks = event.reviewTicks ?? setting(facts.settings, 'JOB_REVIEW_TICKS');
        return spawn(jobActor(facts.job), { id: facts.job, place, poster, title, description, reward, reviewTicks });
      }),
    ),
  },
} as const;

export const postsJob = [
  { guard: 'looksTooLong', actions: 'refuseLongLook' },
  { guard: 'standsInRuin', actions: 'refuseInRuin' },
  { guard: not('canPayReward'), actions: 'refuseReward' },
  { guard: not('keepsEndowment'), actions: 'refuseEndowment' },
  { guard: not('mayPostMore'), actions: 'refuseMorePosts' },
  { guard: not('boardHasRoom'), actions: 'refuseAtFullBoard' },
  { actions: 'postJob' },
] as const;
