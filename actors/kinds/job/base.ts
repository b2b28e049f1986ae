/** Typed helpers for the guards and actions of a job. */
import { wordsFor } from '../../chart.ts';
import type { Present } from '../../facts.ts';
import type { JobEvent } from './facts.ts';
import type { JobContext, JobInput } from './messages.ts';

/** What a job begins with. */
export type Birth = JobInput & { readonly facts: Present };

export const { on, effect, change, refuse, refuses } = wordsFor<JobContext, JobEvent, Birth>();
