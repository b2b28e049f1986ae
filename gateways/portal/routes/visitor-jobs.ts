/** Jobs that visitors post: residents do them, visitors accept or reject what was done. */
import { z } from 'zod';
import type { MessageOf } from '../../../actors/facts.ts';
import type { VisitorCommands } from '../../../actors/kinds/visitor/messages.ts';
import { command } from '../../../actors/registry.ts';
import { view } from '../../../actors/views.ts';
import { contentHash } from '../../../engine/ids.ts';
import { listOf } from '../../answers/common.ts';
import { Job, JobAfter } from '../../answers/jobs.ts';
import type { SlidingLog } from '../../limits/sliding-log.ts';
import { withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Credits, DisplayName, JobId, Page, Text } from '../../schema/fields.ts';
import { NewPlaceId } from '../../schema/station-fields.ts';
import type { Visitor } from '../../visitors/sessions.ts';

type Said = MessageOf<VisitorCommands, 'post_job' | 'accept_job' | 'reject_job' | 'release_job'>;

const OfJob = z.strictObject({ id: JobId });

/** `id`: null for the job that is posted by it. */
const about = ({ id: visitor, actor }: Visitor, event: Said, id: string | null, contents: readonly string[] = []) =>
  command(actor, event, { caller: actor, reply: view('visitor_job', { id, visitor }), contents });

const postJob = (words: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/jobs',
    summary:
      'Post a job on the board of a place where strangers may walk; the reward is held out of your wallet until the job ends',
    caller: 'visitor',
    body: z.strictObject({
      location: NewPlaceId.meta({ description: 'On whose board' }),
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
    refusals: ['not_found', 'insufficient_credits', 'tier_capacity_exceeded', 'invalid_request'],
    perform: async ({ caller, body, key }, city) => {
      const { location: place, title, description, reward, review_ticks: reviewTicks } = body;
      const said = { place, title, description: contentHash(description), reward };
      const event = { type: 'post_job', ...said, ...(reviewTicks !== undefined && { reviewTicks }) } as const;
      return words.take(caller.id) ?? city.submit(withKey(about(caller, event, null, [description]), key));
    },
  });

const getJobs = defineRoute({
  method: 'GET',
  path: '/v1/visitors/jobs',
  summary: 'Jobs that you have posted and that have not ended, the newest first',
  caller: 'visitor',
  query: Page,
  answer: listOf(Job),
  view: ({ caller, query: { limit, cursor } }) =>
    view('visitor_jobs', { visitor: caller.id, limit, cursor: cursor ?? null }),
});

const acceptWork = defineRoute({
  method: 'POST',
  path: '/v1/visitors/jobs/:id/accept',
  summary: 'Accept what was submitted for a job of yours, which pays the reward',
  caller: 'visitor',
  params: OfJob,
  answer: JobAfter,
  refusals: ['not_found', 'invalid_state'],
  command: ({ caller, params: { id } }) => about(caller, { type: 'accept_job', named: id }, id),
});

const rejectWork = defineRoute({
  method: 'POST',
  path: '/v1/visitors/jobs/:id/reject',
  summary: 'Reject what was submitted for a job of yours: twice its claimer may try again, then the job is open',
  caller: 'visitor',
  params: OfJob,
  body: z.strictObject({ reason: Text }),
  answer: JobAfter,
  refusals: ['not_found', 'invalid_state'],
  command: ({ caller, params: { id }, body: { reason } }) =>
    about(caller, { type: 'reject_job', named: id, reason: contentHash(reason) }, id, [reason]),
});

const releaseJob = defineRoute({
  method: 'POST',
  path: '/v1/visitors/jobs/:id/release',
  summary: 'Take a job of yours back from a claimer who has not submitted anything in time',
  caller: 'visitor',
  params: OfJob,
  answer: JobAfter,
  refusals: ['not_found', 'access_denied', 'invalid_state'],
  command: ({ caller, params: { id } }) => about(caller, { type: 'release_job', named: id }, id),
});

/** `words`: the rate limit of visitors' words. */
export const visitorJobRoutes = (words: SlidingLog): readonly Route[] => [
  postJob(words),
  getJobs,
  acceptWork,
  rejectWork,
  releaseJob,
];
