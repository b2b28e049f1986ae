/** A resident's balance, what it has given to another, and how an account came to what it has. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';
import { Amount, Timestamp, UpkeepItem } from './common.ts';
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

/** The other side of a posting. */
export const Counterpart = z
  .strictObject({
    type: z.enum(['resident', 'visitor', 'pod', 'treasury', 'escrow', 'hidden']).meta({
      description:
        '`treasury`: the city; `escrow`: what is held until it is settled; `hidden`: you are not told who came by',
    }),
    id: z.string().nullable().meta({ description: 'Null: of no resident, visitor or pod' }),
  })
  .meta({ id: 'Counterpart' });

export const AccountPosting = z
  .strictObject({
    turn: z.int().meta({ description: 'Postings of one turn happened at once' }),
    at: Timestamp,
    tick: z.int(),
    reason: cityText.meta({ description: 'What for, such as `transfer`, `toll`, `reward` or `service returned`' }),
    counterpart: Counterpart,
    amount: Amount.meta({ description: 'Credits that came; below zero: that were paid' }),
    upkeep: Amount.meta({
      description: 'What ticks took since the posting before, below zero; what they brought the treasury',
    }),
    balance: Amount.meta({ description: 'After the posting' }),
  })
  .meta({ id: 'AccountPosting' });

export const AccountHistory = z.strictObject({
  items: z.array(AccountPosting),
  next_cursor: z.string().nullable(),
  balance: Amount.meta({ description: 'Now' }),
  upkeep: Amount.nullable().meta({ description: 'Upkeep since the newest posting; null on further pages' }),
  opening: Amount.nullable().meta({
    description:
      'On the last page: the balance before its oldest posting. This, all amounts and all upkeep add up to the balance',
  }),
});
