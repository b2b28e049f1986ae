/** The gateway's answers about charts, as far as this page shows them. */
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/charts.ts';
import { pageOf } from '../lib/lists.ts';
import { partOf } from '../lib/part-of.ts';

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };

const DrawnState = z.object({
  path: z.string(),
  type: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  ...place,
});
export type DrawnState = z.infer<typeof DrawnState>;

const DrawnArrow = z.object({
  source: z.string(),
  target: z.string(),
  points: z.array(z.tuple([z.number(), z.number()])),
  labels: z.array(z.string()),
  label: z.object(place),
  transitions: z.array(z.string()),
});
export type DrawnArrow = z.infer<typeof DrawnArrow>;

const Transition = z.object({
  name: z.string(),
  source: z.string(),
  event: z.nullable(z.string()),
  guard: z.nullable(z.string()),
  actions: z.array(z.string()),
  targets: z.array(z.string()),
});
export type Transition = z.infer<typeof Transition>;

const DrawnChart = z.object({
  chart: z.string(),
  width: z.number(),
  height: z.number(),
  line_height: z.number(),
  margin: z.number(),
  states: z.array(DrawnState),
  beginnings: z.array(z.object({ x: z.number(), y: z.number() })),
  arrows: z.array(DrawnArrow),
  transitions: z.array(Transition),
});
export type DrawnChart = z.infer<typeof DrawnChart>;

export const DrawnCharts = partOf<typeof answers.DrawnCharts>()(z.object({ charts: z.array(DrawnChart) }));

const ChartNow = z.object({
  chart: z.string(),
  actors: z.int(),
  states: z.record(z.string(), z.int()),
  taken: z.record(z.string(), z.int()),
});
export type ChartNow = z.infer<typeof ChartNow>;

export const Machine = partOf<typeof answers.Machine>()(z.object({ kind: z.string(), charts: z.array(ChartNow) }));
export type Machine = z.infer<typeof Machine>;

const ActorInState = z.object({ id: z.string(), state: z.string(), quarantined: z.boolean() });
export const ActorsInState = partOf<typeof answers.ActorsInState>()(pageOf(ActorInState));

const PastChart = z.object({ chart: z.string(), actors: z.int(), states: z.record(z.string(), z.int()) });
export const PastMachines = partOf<typeof answers.PastMachines>()(
  z.object({
    turn: z.int(),
    tick: z.int(),
    items: z.array(z.object({ kind: z.string(), charts: z.array(PastChart) })),
  }),
);
export type PastMachines = z.infer<typeof PastMachines>;
