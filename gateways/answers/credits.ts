/** A resident's balance, and what it has given to another. */
import { z } from 'zod';
import { Amount, UpkeepItem } from './common.ts';
import { means } from './passport.ts';

export const Credits = z.strictObject({
  ...means,
  upkeep: z.array(UpkeepItem),
});

export const Transferred = z.strictObject({
  from: z.string(),
  to: z.string(),
  amount: Amount,
  seq: z.int(),
  balance: Amount,
});
