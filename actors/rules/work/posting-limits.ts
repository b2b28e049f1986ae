/** What may be posted as a job, by a resident or a visitor: how many, and how long its poster may look at the work (JB1, JB4). */
import type { Settings } from '../../../engine/actor-kind.ts';
import { setting } from '../workshops/tiers.ts';

/** Jobs of one poster that have not ended. */
export const postedMax = (settings: Settings): number => setting(settings, 'JOBS_POSTED_MAX');
/** Jobs on the board of one place that have not ended. */
export const atPlaceMax = (settings: Settings): number => setting(settings, 'JOBS_AT_PLACE_MAX');
/** Ticks for which a poster may review submitted work, at most. */
export const reviewMax = (settings: Settings): number => setting(settings, 'JOB_REVIEW_TICKS_MAX');
