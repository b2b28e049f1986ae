/**
 * How a visitor has residents work for it: it posts a job on the board of a public place, and accepts or rejects what was done, by the
 * rules that hold for a resident (JB1 to JB9, VH5). The job asks who has posted it.
 */
import { not } from 'xstate';
import type { Settings } from '../../../engine/actor-kind.ts';
import { orNothing } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { jobActor } from '../../rules/place/names.ts';
import { atPlaceMax, postedMax, reviewMax } from '../../rules/work/posting-limits.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

const onPosting = <Result>(rule: (scene: On<'post_job'>) => Result) => on('post_job', rule);
const ofItsOwn = ['accept_job', 'reject_job', 'release_job'] as const;

const settingsIn = ({ event }: On<'post_job'>): Settings => event.facts.settings;

export const havingWorkDone = {
  guards: {
    jobLooksTooLong: onPosting((scene) => (scene.event.reviewTicks ?? 0) > reviewMax(settingsIn(scene))),
    /** A visitor posts where it may walk (VH5). */
    boardIsPublic: onPosting(({ event }) => event.facts.isPublic),
    canPayReward: onPosting(({ event }) => event.facts.balance >= event.reward),
    mayPostMore: onPosting((scene) => scene.event.facts.posted < postedMax(settingsIn(scene))),
    boardHasRoom: onPosting((scene) => scene.event.facts.atPlace < atPlaceMax(settingsIn(scene))),
    ownsJob: on(ofItsOwn, ({ event }) => event.facts.job !== null),
  },
  actions: {
    refuseLongLook: refuses(
      onPosting((scene) =>
        refusal('invalid_request', {
          issues: [{ path: 'review_ticks', message: `is ${reviewMax(settingsIn(scene))} at most` }],
        }),
      ),
    ),
    refuseBoard: refuses(onPosting(({ event }) => refusal('not_found', { kind: 'location', id: event.place }))),
    refuseReward: refuses(
      onPosting(({ event }) =>
        refusal('insufficient_credits', { required: event.reward, balance: event.facts.balance }),
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
    /** Its chart holds the reward out of the wallet (JB2). */
    postJob: effect(
      onPosting(({ context, event: { place, title, description, reward, reviewTicks, facts } }) =>
        spawn(jobActor(facts.job), {
          ...{ id: facts.job, place, poster: context.id, byVisitor: true, title, description, reward },
          reviewTicks: reviewTicks ?? setting(facts.settings, 'JOB_REVIEW_TICKS'),
        }),
      ),
    ),
    /** A job of another is answered as one that does not exist. */
    refuseUnknownJob: refuses(on(ofItsOwn, ({ event }) => refusal('not_found', { kind: 'job', id: event.named }))),
    acceptWork: effect(
      on('accept_job', ({ context, event: { facts } }) =>
        orNothing(
          facts.job === null ? undefined : send(facts.job, { type: 'complete_job', by: context.id, work: null }),
        ),
      ),
    ),
    rejectWork: effect(
      on('reject_job', ({ context, event: { reason, facts } }) =>
        orNothing(facts.job === null ? undefined : send(facts.job, { type: 'reject_job', by: context.id, reason })),
      ),
    ),
    takeJobBack: effect(
      on('release_job', ({ context, event: { facts } }) =>
        orNothing(facts.job === null ? undefined : send(facts.job, { type: 'release_job', by: context.id })),
      ),
    ),
  },
} as const;

const unknown = { guard: not('ownsJob'), actions: 'refuseUnknownJob' } as const;

export const jobCommands = {
  post_job: [
    { guard: 'jobLooksTooLong', actions: 'refuseLongLook' },
    { guard: not('boardIsPublic'), actions: 'refuseBoard' },
    { guard: not('canPayReward'), actions: 'refuseReward' },
    { guard: not('mayPostMore'), actions: 'refuseMorePosts' },
    { guard: not('boardHasRoom'), actions: 'refuseAtFullBoard' },
    { actions: 'postJob' },
  ],
  accept_job: [unknown, { actions: 'acceptWork' }],
  reject_job: [unknown, { actions: 'rejectWork' }],
  release_job: [unknown, { actions: 'takeJobBack' }],
} as const;
