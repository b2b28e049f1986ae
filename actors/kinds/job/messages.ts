/** What a job begins with and keeps, and what it hears from the city. Amounts are millicredits. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';

/** What a resident says to post one where it stands. */
export type PostJob = {
  readonly title: string;
  /** The text of what is to be done, by hash (A3). */
  readonly description: ContentHash;
  readonly reward: number;
  /** Ticks for which it may look at submitted work; unset: `JOB_REVIEW_TICKS`. */
  readonly reviewTicks?: number;
};

export type JobInput = Omit<PostJob, 'description' | 'reviewTicks'> & {
  readonly id: string;
  /** Null of public works, which are described in the city's own words. */
  readonly description: ContentHash | null;
  /** On whose board it is. */
  readonly place: string;
  /** Null of public works: the city (PW1). */
  readonly poster: string | null;
  /** Unset of public works, and of jobs that were posted before posters could say it: `JOB_ANSWER_TICKS`. */
  readonly reviewTicks?: number;
};

export type JobContext = JobInput & {
  /** Of the reward, what is in escrow; 0 once it is settled. */
  readonly held: number;
  readonly claimer: string | null;
  /** From when on its poster may take it back from its claimer; null while nobody has claimed it. */
  readonly claimEndsTick: number | null;
  /** What the claimer has submitted, until it is rejected; the text by hash. */
  readonly work: ContentHash | null;
  /** Why work of the present claimer was rejected last; the text by hash. */
  readonly reason: ContentHash | null;
  /** How often work of the present claimer was rejected. */
  readonly rejections: number;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
  readonly expiresTick: number;
  /** When submitted work counts as accepted; null while none is submitted. */
  readonly answerTick: number | null;
};

/** What is done, in the claimer's words; null when nothing was said. */
export type CompleteJob = { readonly by: string; readonly work: ContentHash | null };
export type RejectJob = { readonly by: string; readonly reason: ContentHash };

/** Besides what residents ask of it (`place/command-messages.ts`). */
export type JobInbox = {
  /** Nobody has done it in time. */
  readonly 'job.expires': object;
  /** The poster has not answered in time. */
  readonly 'answer.due': object;
  readonly forgotten: object;
  readonly 'place.ended': object;
  readonly 'poster.ended': object;
  readonly 'claimer.ended': object;
};
