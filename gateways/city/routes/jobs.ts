/** The job board: work that residents post where they are, and for which others are paid. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { listOf } from '../../answers/common.ts';
import { Job, JobAfter } from '../../answers/jobs.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute } from '../../route/route.ts';
import { Credits, DisplayName, JobId, Page, Text } from '../../schema/fields.ts';
import { act, Texts } from './ask.ts';

const standing = ['open', 'claimed', 'submitted'] as const;

const OfJob = z.strictObject({ id: JobId });
const shownTo = (caller: Resident, id: string) => view('job_after', { id, resident: caller.id });

const BoardPage = Page.extend({
  which: z.enum(['here', 'posted', 'claimed']).optional().meta({
    description: '`here` when absent; else those that you have posted or claimed, wherever they are',
  }),
  status: z.enum(standing).optional().meta({ description: 'Only these' }),
});

const getJobs = defineRoute({
  method: 'GET',
  path: '/v1/job-board',
  summary:
    'Jobs on the board where you are that have not ended; or those that you have posted or claimed; the newest first',
  caller: 'resident',
  query: BoardPage,
  answer: listOf(Job),
  view: ({ caller, query: { limit, cursor, which, status } }) =>
    view('jobs', {
      resident: caller.id,
      limit,
      cursor: cursor ?? null,
      which: which ?? 'here',
      status: status ?? null,
    }),
});

const getJob = defineRoute({
  method: 'GET',
  path: '/v1/job-board/:id',
  summary: 'A job, by its id',
  caller: 'resident',
  params: OfJob,
  answer: Job,
  refusals: ['not_found'],
  view: ({ caller, params }) => view('job', { id: params.id, resident: caller.id }),
});

const postJob = defineRoute({
  method: 'POST',
  path: '/v1/job-board/submit',
  summary:
    'Post a job on the board where you are; the reward is held until the job ends. Work that you do not answer in `review_ticks` counts as accepted',
  caller: 'resident',
  body: z.strictObject({
    title: DisplayName,
    description: Text,
    reward: Credits,
    review_ticks: z.int().min(0).optional().meta({
      description:
        'For how long you may look at submitted work: `JOB_REVIEW_TICKS` when absent, `JOB_REVIEW_TICKS_MAX` at most; none: it is accepted at once',
    }),
  }),
  answer: JobAfter,
  status: 201,
  refusals: ['insufficient_credits', 'endowment_kept', 'tier_capacity_exceeded', 'pod_shut_down', 'invalid_state'],
  command: ({ caller, body: { title, description, reward, review_ticks: reviewTicks } }) => {
    const texts = new Texts();
    const said = reviewTicks === undefined ? {} : { reviewTicks };
    return act(
      caller,
      { type: 'post_job', title, description: texts.hash(description), reward, ...said },
      view('job_posted', { resident: caller.id }),
      texts,
    );
  },
});

const claimJob = defineRoute({
  method: 'POST',
  path: '/v1/job-board/:id/claim',
  summary: 'Claim an open job, from anywhere; nobody else can do it then',
  caller: 'resident',
  params: OfJob,
  answer: JobAfter,
  refusals: [
    ...(['not_found', 'location_required', 'already_claimed', 'tier_capacity_exceeded'] as const),
    ...(['invalid_request', 'invalid_state'] as const),
  ],
  command: ({ caller, params: { id: job } }) => act(caller, { type: 'claim_job', job }, shownTo(caller, job)),
});

const completeJob = defineRoute({
  method: 'POST',
  path: '/v1/job-board/:id/complete',
  summary: 'As its claimer, submit your work; as its poster, accept what was submitted, which pays the reward',
  caller: 'resident',
  params: OfJob,
  body: z.strictObject({
    work: Text.optional().meta({ description: 'What you have done; its claimer must say it' }),
  }),
  answer: JobAfter,
  refusals: ['not_found', 'location_required', 'access_denied', 'invalid_state'],
  command: ({ caller, params: { id: job }, body }) => {
    const texts = new Texts();
    return act(caller, { type: 'complete_job', job, work: texts.hashOrNull(body.work) }, shownTo(caller, job), texts);
  },
});

const rejectJob = defineRoute({
  method: 'POST',
  path: '/v1/job-board/:id/reject',
  summary: 'Reject the submitted work of a job that you posted: twice its claimer may try again, then the job is open',
  caller: 'resident',
  params: OfJob,
  body: z.strictObject({ reason: Text }),
  answer: JobAfter,
  refusals: ['not_found', 'access_denied', 'invalid_state'],
  command: ({ caller, params: { id: job }, body }) => {
    const texts = new Texts();
    return act(caller, { type: 'reject_job', job, reason: texts.hash(body.reason) }, shownTo(caller, job), texts);
  },
});

const releaseJob = defineRoute({
  method: 'POST',
  path: '/v1/job-board/:id/release',
  summary: 'Give up a job that you have claimed, or take back one of yours whose claimer is late: it is open again',
  caller: 'resident',
  params: OfJob,
  answer: JobAfter,
  refusals: ['not_found', 'access_denied', 'invalid_state'],
  command: ({ caller, params: { id: job } }) => act(caller, { type: 'release_job', job }, shownTo(caller, job)),
});

export const jobRoutes = [getJobs, getJob, postJob, claimJob, completeJob, rejectJob, releaseJob] as const;
