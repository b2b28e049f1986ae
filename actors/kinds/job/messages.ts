/**
 * What a job begins with and keeps, what a resident says to post one, and what it hears from the city. Amounts are millicredits. Types
 * only.
 */
import type { ContentHash } from '../../../engine/ids.ts';

/** What a resident says to post a job where it stands. */
export type PostJob = {
  readonly title: string;
  /** The description, by hash (A3). */
  readonly description: ContentHash;
  readonly reward: number;
  /** Ticks for which the poster may review submitted work; unset: `JOB_REVIEW_TICKS`. */
  readonly reviewTicks?: number;
};

export type JobInput = Omit<PostJob, 'description' | 'reviewTicks'> & {
  readonly id: string;
  /** Null for public works: their description is the city's own text. */
  readonly description: ContentHash | null;
  /** The place on whose board it is. */
  readonly place: string;
  /** Null for public works: the city posts them (PW1). */
  readonly poster: string | null;
  /** Set where the poster is a visitor, who pays out of its wallet (VH5). */
  readonly byVisitor?: true;
  /** Unset for public works, and for jobs from before posters could choose: `JOB_ANSWER_TICKS`. */
  readonly reviewTicks?: number;
};

export type JobContext = JobInput & {
  /** The part of the reward that is in escrow; 0 once it is posted on. */
  readonly held: number;
  readonly claimer: string | null;
  /** The tick from which the poster may take it back from its claimer; null while nobody has claimed it. */
  readonly claimEndsTick: number | null;
  /** What the claimer has submitted, until it is rejected; the text by hash. */
  readonly work: ContentHash | null;
  /** Why the poster last rejected work of the present claimer; the text by hash. */
  readonly reason: ContentHash | null;
  /** How often work of the present claimer was rejected. */
  readonly rejections: number;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
  readonly expiresTick: number;
  /** When submitted work counts as accepted; null while none is submitted. */
  readonly answerTick: number | null;
};

/** The claimer's text on what it has done; null when it says nothing. */
export type CompleteJob = { readonly by: string; readonly work: ContentHash | null };
export type RejectJob = { readonly by: string; readonly reason: ContentHash };

/** What a job hears besides the commands of residents (`rules/place/command-messages.ts`). */
export type JobInbox = {
  /** Nobody has submitted work in time. */
  readonly 'job.expires': object;
  /** The poster has not answered in time. */
  readonly 'answer.due': object;
  readonly forgotten: object;
  readonly 'place.ended': object;
  readonly 'poster.ended': object;
  readonly 'claimer.ended': object;
};
