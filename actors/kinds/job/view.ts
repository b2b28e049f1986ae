/** How jobs are shown. Anybody sees what is to be done and paid; only poster and claimer see the work and why it was rejected. */

import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, stateOf, textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { type Place, pageInOrder } from '../../page-in-order.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentOf } from '../../rules/people/resident-view.ts';
import { jobActor, residentActor, visitorActor } from '../../rules/place/names.ts';
import { publicWork } from '../../rules/work/public-work-terms.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident, PageAsked } from '../../view-args.ts';
import { reviewTicks } from './review.ts';

const time = (reader: Reader, tick: number | null) => (tick === null ? null : isoTime(reader.timeOf(tick)));

function shownJob(reader: Reader, image: ImageOf<'job'>, by: string) {
  const { id, place, title, description, reward, poster, claimer, postedAt, expiresTick, claimEndsTick, answerTick } =
    image.context;
  const isConcerned = by === poster || by === claimer;
  return {
    id,
    location: place,
    title,
    description: poster === null ? publicWork.description : textOrNull(reader, description),
    reward: credits(reward),
    status: stateOf(image),
    poster,
    by_visitor: image.context.byVisitor === true,
    claimer,
    claim_ends: time(reader, claimEndsTick),
    claim_ends_tick: claimEndsTick,
    created_at: isoTime(postedAt),
    expires: isoTime(reader.timeOf(expiresTick)),
    expires_tick: expiresTick,
    answer_due: time(reader, answerTick),
    answer_due_tick: answerTick,
    review_ticks: reviewTicks(image.context, reader.settings),
    rejections: image.context.rejections,
    ...(isConcerned && {
      work: textOrNull(reader, image.context.work),
      reason: textOrNull(reader, image.context.reason),
    }),
  };
}

function imageNamed(reader: Reader, id: string): ImageOf<'job'> {
  return imageOf(reader, jobActor(id)) ?? refuseView('not_found', { kind: 'job', id });
}

const job = (reader: Reader, { id, resident }: Named & OfResident) =>
  shownJob(reader, imageNamed(reader, id), resident);

/** The job after a command of the resident, and the resident's balance. */
const jobAfter = (reader: Reader, { id, resident }: Named & OfResident) => ({
  ...shownJob(reader, imageNamed(reader, id), resident),
  balance: credits(reader.balance(residentActor(resident))),
});

/** The job that the turn being answered has posted. */
const jobPosted = (reader: Reader, args: OfResident) => {
  return jobAfter(reader, { ...args, id: String(turnEvent(reader, 'job.posted')?.event.subject ?? null) });
};

/** A page of the jobs that a visitor has posted and that have not ended. */
const visitorJobs = (reader: Reader, { visitor, limit, cursor }: PageAsked & { readonly visitor: string }) => {
  const ids = reader.members(indexes.postedJobs, visitor, Number.POSITIVE_INFINITY);
  const images = ids.map((one) => imageNamed(reader, nameOf(one)));
  const { page, next_cursor } = pageInOrder(images, newestFirst, limit, cursor);
  return { items: page.map((image) => shownJob(reader, image, visitor)), next_cursor };
};

/** The job after a command of the visitor who has posted it, or as it was just posted, and what is left in the wallet. */
const visitorJob = (reader: Reader, { id, visitor }: { readonly id: string | null; readonly visitor: string }) => {
  const name = id ?? String(turnEvent(reader, 'job.posted')?.event.subject ?? null);
  const balance = credits(reader.balance(visitorActor(visitor)));
  return { ...shownJob(reader, imageNamed(reader, name), visitor), balance };
};

type JobsAsked = OfResident &
  PageAsked & { readonly which: 'here' | 'posted' | 'claimed'; readonly status: string | null };

/** A page of the board where the resident stands, or of its own jobs anywhere. */
const jobs = (reader: Reader, { resident, which, status, limit, cursor }: JobsAsked) => {
  const { id, location } = residentOf(reader, resident);
  const ids =
    which === 'posted' || which === 'claimed'
      ? reader.members(which === 'posted' ? indexes.postedJobs : indexes.claimedJobs, id, Number.POSITIVE_INFINITY)
      : reader.members(indexes.jobs, location, Number.POSITIVE_INFINITY);
  const images = ids.map((one) => imageNamed(reader, nameOf(one)));
  const asked = images.filter(({ state }) => status === null || state === status);
  const { page, next_cursor } = pageInOrder(asked, newestFirst, limit, cursor);
  return { items: page.map((image) => shownJob(reader, image, id)), next_cursor };
};

/** Newest first: who looks for work sees first what others have not seen yet. */
const newestFirst = ({ context: { postedAt, id } }: ImageOf<'job'>): Place => [-postedAt, id];

export const jobViews = {
  job,
  job_after: jobAfter,
  job_posted: jobPosted,
  jobs,
  visitor_jobs: visitorJobs,
  visitor_job: visitorJob,
} satisfies ViewTable;
