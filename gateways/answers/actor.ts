/** The answer to the operator about one actor. */
import { z } from 'zod';
import { listOf, Timestamp } from './common.ts';

const commands = [
  ...['event', 'tick', 'tick.completed', 'wake', 'performed', 'wake.dropped', 'wake.deferred'],
  ...['settings.changed', 'quarantine', 'create'],
] as const;

/** What a turn begins with, as the journal has it. */
export const CommandType = z.enum(commands);

const addressee = {
  command: CommandType,
  caller: z.string().nullable().describe('null: the city itself'),
  to: z.string().nullable(),
  event: z.string().nullable().describe('What the addressee was to hear; null: the command does not say'),
};

const PossibleEvent = z.strictObject({
  type: z.string(),
  is_command: z.boolean().describe('A caller may send it'),
  taken: z.enum(['yes', 'no', 'depends']).describe('Whether the chart takes it now; `depends`: on what the event says'),
  transition: z.string().nullable().describe('The one that takes or refuses it; null: that depends too'),
  in_the_way: z
    .array(z.strictObject({ guard: z.string(), holds: z.boolean() }))
    .describe('Guards that fail, or that hold and have it refused; empty where it is taken'),
  asks: z.array(z.string()).describe('Guards that ask what the event says'),
});

const Refusal = z.strictObject({
  turn: z.int().nullable().describe('The turn that it would have been; null: it was refused at the door of a gateway'),
  at: Timestamp,
  ...addressee,
  command: CommandType.nullable().describe('null: it was refused at the door'),
  request: z.string().nullable().describe('Method and path of what was refused at the door; null: a turn refused it'),
  times: z
    .int()
    .describe('How often it was refused at the door for this reason; the other fields are of the last time'),
  code: z.string(),
  context: z.record(z.string(), z.unknown()).nullable().describe('null: it was too large to be kept'),
});

const Turn = z.strictObject({
  turn: z.int(),
  at: Timestamp,
  ...addressee,
  state: z.string().nullable().describe('The state after it; null: nothing of the actor has changed'),
  events: z
    .strictObject({ from: z.int(), to: z.int() })
    .nullable()
    .describe('The first and the last `seq` that it published'),
});

/** As the journal has them. A page may have fewer than were asked for, or none, and go on. */
export const ActorTurns = listOf(
  Turn.omit({ events: true }).extend({
    state: z
      .string()
      .nullable()
      .describe(
        'The state after it; null: it changed nothing of the actor, or a later turn of its batch changed it too',
      ),
  }),
);

export const Actor = z.strictObject({
  id: z.string(),
  kind: z.string(),
  chart: z.string().describe('The chart by which it lives'),
  is_there: z.boolean().describe('False for one that has left the city: this is its last image, and it hears nothing'),
  state: z.string(),
  quarantined: z.boolean(),
  turn: z.int().nullable().describe('The turn that changed it last; null: strangers are not told'),
  context: z.record(z.string(), z.unknown()).describe('What it keeps, as the journal has it; amounts are millicredits'),
  wakes: z.array(z.strictObject({ event: z.string(), tick: z.int() })),
  effects: z
    .array(z.strictObject({ id: z.string(), effect: z.string() }))
    .describe('Asked of the outside and not answered'),
  events: z.array(PossibleEvent).describe('Those that its state handles'),
  refusals: z
    .array(Refusal)
    .describe('The newest that it sent or was sent, by turns and at doors, since the city was started; newest first'),
  turns: z
    .array(Turn)
    .describe('The newest that it was addressed in or changed by, since the city was started; newest first'),
});
