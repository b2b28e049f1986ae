/** How long the poster of a job may review submitted work (JB4). */
import type { Settings } from '../../../engine/actor-kind.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { JobContext } from './messages.ts';

/** Ticks from the submission to when the work counts as accepted; 0: it does so at once. */
export const reviewTicks = (job: Pick<JobContext, 'reviewTicks'>, settings: Settings): number =>
  job.reviewTicks ?? setting(settings, 'JOB_ANSWER_TICKS');
