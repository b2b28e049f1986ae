/**
 * The state charts for the operator, and where charts are public for anybody: how many actors are in which state, how a chart is drawn,
 * what was taken meanwhile.
 */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { ActorId } from '../../../engine/ids.ts';
import type { Actor } from '../../answers/actor.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { ActorsInState, type DrawnChart, DrawnCharts, Machine } from '../../answers/charts.ts';
import { Machines } from '../../answers/dashboard.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page } from '../../schema/fields.ts';
import type { Inspect } from './inspection.ts';

/** What is known of the charts outside of gateways; by the name of a kind. */
export interface Charts {
  /** Undefined for a kind that there is not. */
  drawn(kind: string): readonly AnswerOf<typeof DrawnChart>[] | undefined;
  /** By chart, then by transition. Whoever asks has them counted for some seconds more. */
  taken(kind: string): ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The newest that the actor sent or was sent and that its turn refused, newest first. */
  refusalsOf(actor: ActorId): readonly NewestRefusal[];
  /** The newest turns that it was addressed in or changed by, newest first. */
  turnsOf(actor: ActorId): readonly NewestTurn[];
  /** Follows what actors of a kind hear, or one of them; undefined for a kind that there is not. */
  inspect(...asked: Parameters<Inspect>): ReturnType<Inspect>;
}

type Told = Omit<AnswerOf<typeof Actor>['turns'][number], 'at' | 'events'> & {
  /** Milliseconds since 1970. */
  readonly at: number;
};
type NewestRefusal = Omit<AnswerOf<typeof Actor>['refusals'][number], 'at'> & Pick<Told, 'at'>;
/** `published`: how many events, `seq` the first of them. */
type NewestTurn = Told & { readonly seq: number; readonly published: number };

export const noCharts: Charts = {
  drawn: () => undefined,
  taken: () => new Map(),
  refusalsOf: () => [],
  turnsOf: () => [],
  inspect: () => undefined,
};

export const machineRoutes = (charts: Charts): readonly Route[] => [
  machines,
  machine(charts),
  drawing(charts),
  inState,
];

const kindCharsMax = 60;
export const params = z.strictObject({ kind: z.string().max(kindCharsMax) });
/** No path of a state is longer. */
const stateCharsMax = 200;

export const ofState = Page.extend({
  state: z.string().max(stateCharsMax).default('').meta({
    description: 'The keys from the root, joined by `.`; empty: whatever their state is',
  }),
  chart: z.string().max(kindCharsMax).optional().meta({
    description: 'The chart, where the kind has several; the first of them unless it is named',
  }),
});

const machines = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/machines',
  summary: 'The state charts of the city: how many actors of each kind are in which state',
  caller: 'looker',
  query: z.strictObject({}),
  answer: Machines,
  perform: (_request, city) => city.view(view('machines', {})),
});

const machine = (charts: Charts) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/machines/:kind',
    summary:
      'One kind: how many actors are in which state of its charts, and which transitions are taken while you ask',
    caller: 'looker',
    params,
    answer: Machine,
    refusals: ['not_found'],
    perform: async ({ params: { kind } }, city) => {
      const viewed = await city.view(view('machine', { kind }));
      if (viewed.type === 'refused') return viewed;
      const taken = charts.taken(kind);
      const items = viewed.value.charts.map((one) => ({
        ...one,
        taken: Object.fromEntries(taken.get(one.chart) ?? []),
      }));
      return { type: 'shown', value: { kind, charts: items } };
    },
  });

const drawing = (charts: Charts) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/machines/:kind/drawing',
    summary: 'The charts of one kind as they are drawn, with the guards and actions of their transitions',
    caller: 'looker',
    params,
    answer: DrawnCharts,
    refusals: ['not_found'],
    perform: async ({ params: { kind } }) => {
      const drawn = charts.drawn(kind);
      if (drawn === undefined) return refused('not_found', { kind: 'machine', id: kind });
      return { type: 'shown', value: { kind, charts: drawn } };
    },
  });

const inState = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/machines/:kind/actors',
  summary:
    'Who lives by a chart of this kind and is in a state of it, or in one within that, in the order of their ids',
  caller: 'looker',
  params,
  query: ofState,
  answer: ActorsInState,
  refusals: ['not_found'],
  view: ({ caller, params: { kind }, query: { state, chart = null, limit, cursor = null } }) =>
    view('actors_in_state', { kind, chart, state, limit, cursor, looker: caller.id }),
});
