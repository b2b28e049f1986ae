/** The gateway's answers about one actor and about why something happened, as far as this page shows them. */
import * as z from 'zod/mini';
import type * as actors from '../../gateways/answers/actor.ts';
import type * as whys from '../../gateways/answers/why.ts';
import { pageOf } from '../lib/lists.ts';
import { partOf } from '../lib/part-of.ts';

const text = z.nullable(z.string());
const Span = z.nullable(z.object({ from: z.int(), to: z.int() }));

const PossibleEvent = z.object({
  type: z.string(),
  is_command: z.boolean(),
  taken: z.enum(['yes', 'no', 'depends']),
  in_the_way: z.array(z.object({ guard: z.string(), holds: z.boolean() })),
  asks: z.array(z.string()),
});
export type PossibleEvent = z.infer<typeof PossibleEvent>;

const addressed = { command: z.string(), caller: text, to: text, event: text };

const Refusal = z.object({
  ...{ turn: z.nullable(z.int()), at: z.string(), ...addressed, command: text },
  ...{ request: text, times: z.int(), code: z.string() },
});

export const Actor = partOf<typeof actors.Actor>()(
  z.object({
    id: z.string(),
    kind: z.string(),
    chart: z.string(),
    is_there: z.boolean(),
    state: z.string(),
    quarantined: z.boolean(),
    turn: z.nullable(z.int()),
    context: z.record(z.string(), z.unknown()),
    wakes: z.array(z.object({ event: z.string(), tick: z.int() })),
    events: z.array(PossibleEvent),
    refusals: z.array(Refusal),
    turns: z.array(z.object({ turn: z.int(), at: z.string(), ...addressed, state: text, events: Span })),
  }),
);
export type Actor = z.infer<typeof Actor>;

export const ActorTurns = partOf<typeof actors.ActorTurns>()(
  pageOf(z.object({ turn: z.int(), ...addressed, state: text })),
);

const Message = z.nullable(z.object({ type: z.string() }));
const Command = z.object({ type: z.string(), caller: text, to: text, event: Message, intervention: z.boolean() });
export type TracedCommand = z.infer<typeof Command>;

const Origin = z.object({
  type: z.enum(['command', 'message', 'wake', 'derived']),
  message: z.nullable(z.int()),
  turn: z.nullable(z.int()),
  tick: z.nullable(z.int()),
});
export type TracedOrigin = z.infer<typeof Origin>;

const Heard = z.object({
  number: z.int(),
  led_here: z.boolean(),
  origin: Origin,
  to: z.string(),
  event: z.object({ type: z.string() }),
  state_before: z.string(),
  state: z.string(),
  transitions: z.array(z.object({ from: z.string(), event: z.string(), guard: text, to: text })),
  postings: z.array(z.object({ from: z.string(), to: z.string(), amount: z.number(), reason: z.string() })),
  events: z.array(z.int()),
});
export type TracedMessage = z.infer<typeof Heard>;

const Turn = z.object({
  turn: z.int(),
  said: z.nullable(z.int()),
  at: z.string(),
  tick: z.int(),
  command: Command,
  messages: z.array(Heard),
  events: Span,
});
export type TracedTurn = z.infer<typeof Turn>;

export const Why = partOf<typeof whys.Why>()(
  z.object({
    turns: z.array(Turn),
    end: z.object({
      type: z.enum(['command', 'tick', 'answer', 'unknown', 'longer']),
      note: text,
      turn: z.nullable(z.int()),
    }),
  }),
);
export type Why = z.infer<typeof Why>;
