/** Answers to the operator about the clock, checkpoints, failed actors, and health. */
import { z } from 'zod';
import { MindsAbout } from './minds.ts';

export const Ticked = z.strictObject({ tick: z.int() });
export const Paused = z.strictObject({ paused: z.boolean() });
export const Speed = z.strictObject({ speed: z.number() });
export const Checkpoint = z.strictObject({ turn: z.int(), actors: z.int(), accounts: z.int() });
export const Released = z.strictObject({ id: z.string(), quarantined: z.literal(false) });

export const Health = z.strictObject({
  ready: z.boolean(),
  tick: z.int(),
  turn: z.int(),
  committed_turn: z.int(),
  seq: z.int(),
  actors: z.int(),
  oldest_uncommitted_ms: z.number(),
  oldest_waiting_ms: z.record(z.string(), z.number()).meta({
    description: 'How long the oldest has waited: outside effects by name, actors by what they wait for',
  }),
  waiting_too_long: z.array(z.string()).meta({
    description: 'Which of these has waited longer than it does while all works; `journal`: what is not committed',
  }),
  quarantined: z.array(z.string()),
  failing_services: z
    .record(z.string(), z.strictObject({ failures: z.int(), reason: z.string(), for_ms: z.number() }))
    .meta({ description: 'Global services of which the last calls have all failed, three or more' }),
  failed_answers: z.record(z.string(), z.int()).meta({
    description: 'Requests answered with an error of the city since its start, by gateway; not that it is busy',
  }),
  minds: MindsAbout.nullable().meta({ description: 'Minds that live here; null where none do' }),
  paused: z.boolean(),
  manual_ticks: z.boolean().meta({ description: 'Ticks come only when the operator asks for them' }),
  speed: z.number().meta({ description: 'How many times as fast as the settings say ticks come' }),
});
