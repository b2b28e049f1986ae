/** The threshold: souls that wait to be born, and the result of adopting one. */
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

/** An adopted soul of a container framework: the resident is born when its container is ready; else soul and donation go back (SO3). */
const AdoptedSoul = z
  .strictObject({
    soul: z.string().meta({ description: 'Its id' }),
    name: z.string(),
    framework: z.string(),
    mentor: z.string(),
    status: z.literal('adopted'),
  })
  .meta({ id: 'AdoptedSoul' });

export const Adopted = z
  .union([AdoptedSoul, Mentee])
  .meta({ description: 'The passport of who was born; the soul, where its container is being made ready first' });
