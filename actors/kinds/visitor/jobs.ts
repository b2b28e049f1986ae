/**
 * How a visitor has residents work for it: it posts a job on the board of a public place, and accepts or rejects what was done, by the
 * rules that hold for a resident (JB1 to JB9, VH5). The job asks who has posted it.
 */
import { not } from 'xstate';
import { orNothing } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { jobActor } from '../../rules/place/names.ts';
import {
  boardHasRoom,
  canPayReward,
  fullBoard,
  jobOf,
  longLook,
  looksTooLong,
  mayPostMore,
  missingReward,
  tooManyPosts,
} from '../../rules/work/job-posting.ts';
import { effect, type On, on, refuses } from './base.ts';

const onPosting = <Result>(rule: (event: On<'post_job'>['event']) => Result) =>
  on('post_job', ({ event }) => rule(event));
const ofItsOwn = ['accept_job', 'reject_job', 'release_job'] as const;

export const havingWorkDone = {
  guards: {
    jobLooksTooLong: onPosting(looksTooLong),
    /** A visitor posts where it may walk (VH5). */
    boardIsPublic: onPosting(({ facts }) => facts.isPublic),
    canPayReward: onPosting(canPayReward),
    mayPostMore: onPosting(mayPostMore),
    boardHasRoom: onPosting(boardHasRoom),
    ownsJob: on(ofItsOwn, ({ event }) => event.facts.job !== null),
  },
  actions: {
    refuseLongLook: refuses(onPosting(longLook)),
    refuseBoard: refuses(onPosting(({ place }) => refusal('not_found', { kind: 'location', id: place }))),
    refuseReward: refuses(onPosting(missingReward)),
    refuseMorePosts: refuses(onPosting(tooManyPosts)),
    refuseAtFullBoard: refuses(onPosting(fullBoard)),
    /** Its chart holds the reward out of the wallet (JB2). */
    postJob: effect(
      on('post_job', ({ context, event }) =>
        spawn(jobActor(event.facts.job), {
          ...{ ...jobOf(event), place: event.place, poster: context.id },
          byVisitor: true,
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
