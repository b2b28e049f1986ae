/** Answers to the operator about one kind of machine: its charts as they are drawn, and what its actors are doing. */
import { z } from 'zod';
import { listOf, Timestamp } from './common.ts';

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };

const DrawnState = z.strictObject({
  path: z.string().describe('The keys from the root, joined by `.`; empty for the root'),
  type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
  title: z.string(),
  lines: z.array(z.string()).describe('What it does when it is entered and left, and what it hears without leaving'),
  ...place,
});

const DrawnArrow = z.strictObject({
  source: z.string(),
  target: z.string(),
  points: z.array(z.tuple([z.number(), z.number()])),
  labels: z.array(z.string()),
  label: z.strictObject(place),
  transitions: z.array(z.string()).describe('Names of its transitions'),
});

const Transition = z.strictObject({
  name: z.string(),
  source: z.string(),
  event: z.string().nullable().describe('`*` for whatever else is heard; null: taken without an event'),
  guard: z.string().nullable(),
  actions: z.array(z.string()),
  targets: z.array(z.string()).describe('Empty when the state stays as it is'),
  reenters: z.boolean(),
});

/** Lengths are pixels, from the upper left corner of the drawing. */
export const DrawnChart = z.strictObject({
  chart: z.string(),
  width: z.number(),
  height: z.number(),
  line_height: z.number(),
  margin: z.number(),
  states: z.array(DrawnState).describe('Those within others come after them'),
  beginnings: z.array(z.strictObject({ x: z.number(), y: z.number() })),
  arrows: z.array(DrawnArrow),
  transitions: z.array(Transition).describe('Of those of one state and event the first whose guard holds is taken'),
});

export const DrawnCharts = z.strictObject({ kind: z.string(), charts: z.array(DrawnChart) });

const counts = {
  chart: z.string(),
  actors: z.int(),
  states: z.record(z.string(), z.int()).meta({ description: 'Those that somebody is in' }),
};

export const Machine = z.strictObject({
  kind: z.string(),
  charts: z.array(
    z.strictObject({
      ...counts,
      taken: z.record(z.string(), z.int()).meta({
        description:
          'How often which transition was taken since somebody began to look, by ten seconds without a request',
      }),
    }),
  ),
});

const ActorInState = z.strictObject({
  id: z.string(),
  state: z.string(),
  turn: z.int().nullable().describe('The turn that changed it last; null: strangers are not told'),
  quarantined: z.boolean(),
});
export const ActorsInState = listOf(ActorInState);

const moment = {
  turn: z
    .int()
    .describe(
      'The turn after which this was so: a later one than was asked for, where only the end of its batch can be shown',
    ),
  tick: z.int(),
  at: Timestamp.describe('When that tick began'),
};

export const PastActors = z.strictObject({ ...moment, ...listOf(ActorInState).shape });

export const PastMachines = z.strictObject({
  ...moment,
  items: z.array(z.strictObject({ kind: z.string(), charts: z.array(z.strictObject(counts)) })),
});
