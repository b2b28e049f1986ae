/** The events of jobs. A part of `actors/event-types.ts`. */
import { z } from 'zod';
import { byVisitor, credits, perhaps, text, ticks } from '../../event-fields.ts';

const job = {
  id: text('The job'),
  title: text('What it is called'),
  reward: credits('what its claimer gets'),
  poster: perhaps('Who posted it; null: the city'),
  claimer: perhaps('Who has claimed it; null while nobody has'),
  by_visitor: byVisitor('Set where its poster is a visitor'),
};
const ofJob = {
  category: 'either',
  heardBy: 'those present, who posted it and who has claimed it',
  publicly: 'whole',
} as const;
/** What its poster does, who may be a visitor. */
const byPoster = { ...ofJob, byVisitors: true } as const;

export const jobEventTypes = {
  'job.posted': { ...byPoster, data: z.strictObject(job) },
  'job.claimed': { ...ofJob, category: 'emergent', data: z.strictObject(job) },
  'job.submitted': {
    ...ofJob,
    category: 'emergent',
    data: z.strictObject({ ...job, answer_tick: ticks('When the work counts as accepted if nobody answers') }),
  },
  'job.completed': { ...byPoster, data: z.strictObject(job) },
  'job.rejected': { ...byPoster, category: 'emergent', data: z.strictObject(job) },
  'job.reopened': {
    ...byPoster,
    heardBy: 'those present, who posted it and who had claimed it',
    data: z.strictObject({ ...job, claimer: perhaps('Who had claimed it until now') }),
  },
  'job.expired': { ...ofJob, category: 'infrastructure', data: z.strictObject(job) },
  'job.cancelled': { ...ofJob, category: 'infrastructure', data: z.strictObject(job) },
} as const;
