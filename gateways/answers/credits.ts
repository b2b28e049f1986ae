/** A resident's balance, and what it has given to another. */
import { z } from 'zod';
import { Amount } from './common.ts';
import { means } from './passport.ts';

export const Credits = z.strictObject({
  ...means,
  upkeep: z.array(z.strictObject({ item: z.string(), per_tick: Amount })),
});

export const Transferred = z.strictObject({
  from: z.string(),
  to: z.string(),
  amount: Amount,
  seq: z.int(),
  balance: Amount,
});
