/** Jobs: work that residents and the city pay for. */
import { z } from 'zod';
import { jobStates } from '../../actors/kinds/job/state.ts';
import { Amount, Timestamp } from './common.ts';

const job = {
  id: z.string(),
  location: z.string().meta({ description: 'On whose board it is' }),
  title: z.string(),
  description: z.string().nullable().meta({ description: 'Words of its poster' }),
  reward: Amount,
  status: z.enum(jobStates).exclude(['forgotten']),
  poster: z.string().nullable().meta({ description: 'Null: the city, of public works' }),
  by_visitor: z
    .boolean()
    .meta({ description: 'Its poster is a visitor, who accepts or rejects the work from outside' }),
  claimer: z.string().nullable(),
  claim_ends: Timestamp.nullable().meta({ description: 'From when on its poster may take it back' }),
  claim_ends_tick: z.int().nullable(),
  created_at: Timestamp,
  expires: Timestamp,
  expires_tick: z.int(),
  answer_due: Timestamp.nullable().meta({ description: 'When submitted work counts as accepted' }),
  answer_due_tick: z.int().nullable(),
  review_ticks: z
    .int()
    .meta({ description: 'Ticks from its submission after which unanswered work counts as accepted' }),
  rejections: z.int().meta({ description: 'How often work of its claimer was rejected' }),
  work: z.string().nullable().optional().meta({ description: 'What the claimer has done; to the two concerned' }),
  reason: z.string().nullable().optional().meta({ description: 'Why it was rejected; to the two concerned' }),
};

export const Job = z.strictObject(job).meta({ id: 'Job' });

/** A job after a command of the resident, with the resident's balance. */
export const JobAfter = z.strictObject({ ...job, balance: Amount }).meta({ id: 'JobAfter' });
