/** The threshold: souls that wait to be born, and what comes of adopting one. */
import { z } from 'zod';
import { Timestamp } from './common.ts';
import { Mentee, OutwardSoul } from './passport.ts';

export const WaitingSoul = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    framework: z.string(),
    soul: OutwardSoul.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WaitingSoul' });

/** One whose framework is a container: the resident is born when that is ready, or the soul goes back and the donation too (SO3). */
const AdoptedSoul = z
  .strictObject({
    soul: z
      .string()
      .optional()
      .meta({ description: 'As `name`, `framework` and `mentor`: absent of a soul that the city itself wrote' }),
    name: z.string().optional(),
    framework: z.string().optional(),
    mentor: z.string().optional(),
    status: z.literal('adopted'),
  })
  .meta({ id: 'AdoptedSoul' });

export const Adopted = z
  .union([AdoptedSoul, Mentee])
  .meta({ description: 'The passport of who was born; the soul, where its container is being made ready first' });
