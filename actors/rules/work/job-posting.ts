/**
 * The rules by which a job is posted, whoever posts it: its reward is there, there is room for it (JB1), and its poster looks at the work
 * within a time that is bounded (JB4). The charts of a resident and of a visitor ask them, among rules of their own.
 */
import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import type { Refusal } from '../../../engine/effect.ts';
import type { AccountId } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import type { PostJob } from '../../kinds/job/messages.ts';
import { refusal } from '../../refusals.ts';
import { setting } from '../workshops/tiers.ts';

/** What is known of a job that is to be posted. */
export interface PostingFacts {
  /** The identifier of the job. */
  readonly job: string;
  /** What its poster has, in millicredits. */
  readonly balance: number;
  /** Jobs of its poster that have not ended, and jobs on that board. */
  readonly posted: number;
  readonly atPlace: number;
}

/** What is asked for, and what is known of it. */
interface Posting extends PostJob {
  readonly facts: PostingFacts & { readonly settings: Settings };
}

export const postingFacts = (facts: Facts, poster: AccountId, name: string, place: string): PostingFacts => ({
  job: facts.mint('job'),
  balance: facts.balance(poster),
  posted: facts.count(indexes.postedJobs, name),
  atPlace: facts.count(indexes.jobs, place),
});

/** Jobs of one poster that have not ended; jobs on the board of one place; ticks of a review that a poster may ask for. */
const postedMax = ({ facts }: Posting): number => setting(facts.settings, 'JOBS_POSTED_MAX');
const atPlaceMax = ({ facts }: Posting): number => setting(facts.settings, 'JOBS_AT_PLACE_MAX');
const reviewMax = ({ facts }: Posting): number => setting(facts.settings, 'JOB_REVIEW_TICKS_MAX');

export const looksTooLong = (posting: Posting): boolean => (posting.reviewTicks ?? 0) > reviewMax(posting);
export const canPayReward = ({ reward, facts }: Posting): boolean => facts.balance >= reward;
export const mayPostMore = (posting: Posting): boolean => posting.facts.posted < postedMax(posting);
export const boardHasRoom = (posting: Posting): boolean => posting.facts.atPlace < atPlaceMax(posting);

/** What who posts is told when one of them does not hold. */
export const longLook = (posting: Posting): Refusal =>
  refusal('invalid_request', { issues: [{ path: 'review_ticks', message: `is ${reviewMax(posting)} at most` }] });

export const missingReward = ({ reward, facts }: Posting): Refusal =>
  refusal('insufficient_credits', { required: reward, balance: facts.balance });

export const tooManyPosts = (posting: Posting): Refusal =>
  refusal('tier_capacity_exceeded', { max: postedMax(posting), current: posting.facts.posted, of: 'posts' });

export const fullBoard = (posting: Posting): Refusal =>
  refusal('tier_capacity_exceeded', { max: atPlaceMax(posting), current: posting.facts.atPlace, of: 'board' });

/** What the job begins with, but for its place and its poster. */
export const jobOf = ({ title, description, reward, reviewTicks, facts }: Posting) => ({
  ...{ id: facts.job, title, description, reward },
  reviewTicks: reviewTicks ?? setting(facts.settings, 'JOB_REVIEW_TICKS'),
});
