/** How a resident posts a job where it stands: whether it may, and what is held for it (JB1). */
import { not } from 'xstate';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
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

export const posting = {
  guards: {
    standsInRuin: onPosting(({ facts }) => facts.isRuin),
    canPayReward: onPosting(canPayReward),
    mayPostMore: onPosting(mayPostMore),
    looksTooLong: onPosting(looksTooLong),
    boardHasRoom: onPosting(boardHasRoom),
  },
  actions: {
    refuseInRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.location })),
    refuseReward: refuses(onPosting(missingReward)),
    refuseLongLook: refuses(onPosting(longLook)),
    refuseMorePosts: refuses(onPosting(tooManyPosts)),
    refuseAtFullBoard: refuses(onPosting(fullBoard)),
    postJob: effect(
      on('post_job', ({ context: { id: poster, location: place }, event }) =>
        spawn(jobActor(event.facts.job), { ...jobOf(event), place, poster }),
      ),
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
