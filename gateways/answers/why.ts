/** The answer to the operator about why something happened: turns, from the one in question back to what began it. */
import { z } from 'zod';
import { CommandType } from './actor.ts';
import { Amount, Timestamp } from './common.ts';

const Fields = z.record(z.string(), z.unknown());

const Origin = z.strictObject({
  type: z
    .enum(['command', 'message', 'wake', 'derived'])
    .describe('`derived`: made due by the map or the end of another'),
  message: z.int().nullable().describe('The number of the message that sent it'),
  turn: z.int().nullable().describe('Of a wake-up: the turn that asked for it, if that is recorded'),
  tick: z.int().nullable().describe('Of a wake-up: when it was due'),
});

const Step = z.strictObject({
  from: z.string(),
  event: z.string(),
  guard: z.string().nullable(),
  to: z.string().nullable().describe('null: the state stays'),
});

const Posting = z.strictObject({
  from: z.string(),
  to: z.string(),
  amount: Amount,
  reason: z.string(),
  payer_balance: Amount.describe('What the payer then has'),
  payee_balance: Amount,
});

const Message = z.strictObject({
  number: z.int().describe('In the order in which they were heard'),
  led_here: z.boolean().describe('It is among those that led to what was asked for'),
  origin: Origin,
  to: z.string(),
  event: z.strictObject({ type: z.string(), fields: Fields }),
  state_before: z.string(),
  state: z.string(),
  transitions: z.array(Step),
  postings: z.array(Posting),
  events: z.array(z.int()).describe('The `seq` of each event that it published'),
  born: z.array(z.string()),
  wakes: z.array(z.strictObject({ actor: z.string(), event: z.string() })).describe('Wake-ups that were asked for'),
});

/** `since.balance + since.upkeep` is `before`, and `before + posted + upkeep` is `after`. */
const Account = z.strictObject({
  account: z.string(),
  since: z.strictObject({
    turn: z.int().describe('The turn that changed it before; zero: none did'),
    balance: Amount.describe('What that turn left'),
    ticks: z.int().describe('Ticks from there to this turn, of which no turn took the upkeep'),
    per_tick: Amount.describe('Upkeep of each of them: negative for who pays, positive for the treasury'),
    upkeep: Amount.describe('Of all of them'),
  }),
  before: Amount,
  after: Amount,
  posted: Amount,
  upkeep: Amount.describe('What the tick of the turn took'),
});

const Turn = z.strictObject({
  turn: z.int(),
  said: z
    .int()
    .nullable()
    .describe(
      'The event of this turn that the caller of the one before named as its cause: nobody has checked it. null: it is known',
    ),
  at: Timestamp,
  tick: z.int(),
  command: z.strictObject({
    type: CommandType,
    caller: z.string().nullable(),
    to: z.string().nullable(),
    event: z.strictObject({ type: z.string(), fields: Fields }).nullable(),
    intervention: z.boolean().describe('Only in a fork: whoever made it has added the command'),
    asked_in: z.int().nullable().describe('Of an answer from outside: the turn that asked, if that is recorded'),
  }),
  messages: z.array(Message),
  accounts: z.array(Account),
  upkeep: Amount.describe('Of a tick: what all accounts together pay to the treasury at it; of anything else zero'),
  events: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
});

export const Why = z.strictObject({
  turns: z.array(Turn).describe('The turn in question first; each was caused by the one after it'),
  end: z.strictObject({
    type: z
      .enum(['command', 'tick', 'answer', 'unknown', 'longer'])
      .describe(
        'What began it. `answer`: one from outside; `unknown`: see `note`; `longer`: there is more, from `turn` on',
      ),
    note: z.string().nullable(),
    turn: z.int().nullable(),
  }),
});
