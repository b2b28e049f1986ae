/** What the page of charts makes of answers: what is lit, who is counted where, what is read at a choice. */
import t from 'tap';
import type { DrawnChart } from '../../web/charts/answers.ts';
import {
  actorsIn,
  isArrowLit,
  isStateLit,
  pastChart,
  pathOfActors,
  takenBetween,
  transitionsOf,
} from '../../web/charts/chart-reading.ts';

const place = { x: 0, y: 0, width: 10, height: 10 };
const state = (path: string) => ({ path, type: 'atomic', title: path, lines: [], ...place });
const transition = (name: string, source: string, targets: readonly string[]) => ({
  ...{ name, source, event: 'go', guard: null, actions: [] },
  targets: [...targets],
});

const [open, shut] = [state('open'), state('shut')];
const arrow = {
  source: 'open',
  target: 'shut',
  points: [],
  labels: ['go'],
  label: place,
  transitions: ['open: go[0]'],
};
const chart: DrawnChart = {
  ...{ chart: 'door', width: 100, height: 100, line_height: 14, margin: 8, beginnings: [] },
  states: [open, shut],
  arrows: [arrow],
  transitions: [transition('open: go[0]', 'open', ['shut']), transition('open: go[1]', 'open', [])],
};

const now = (taken: Record<string, number>) => ({ chart: 'door', actors: 1, states: {}, taken });

t.test('lit is what was counted between two looks, also when counts have begun anew', async (t) => {
  t.same([...takenBetween(now({ a: 1, b: 2 }), now({ a: 1, b: 3, c: 1 }))], ['b', 'c']);
  t.same([...takenBetween(now({ a: 5 }), now({ a: 1 }))], ['a']);
  t.same([...takenBetween(now({ a: 5 }), now({}))], []);
});

t.test('an arrow lights by its transitions, a state by what it hears without being left', async (t) => {
  const [along, within] = [new Set(['open: go[0]']), new Set(['open: go[1]'])];
  t.same([isArrowLit(arrow, along), isArrowLit(arrow, within)], [true, false]);
  t.same(
    [isStateLit(chart, open, along), isStateLit(chart, open, within), isStateLit(chart, shut, within)],
    [false, true, false],
  );
});

t.test('actors of inner states count in the outer one too', async (t) => {
  const states = { 'alive.active': 2, 'alive.asleep': 1, alive2: 4, dead: 8 };
  t.same(
    ['', 'alive', 'alive.active', 'dead', 'unborn'].map((path) => actorsIn(states, path)),
    [15, 3, 2, 8, 0],
  );
});

t.test('at an arrow its transitions are read, at a state all that stand in it', async (t) => {
  const names = (choice: Parameters<typeof transitionsOf>[1]) => transitionsOf(chart, choice).map(({ name }) => name);
  t.same(names({ type: 'arrow', source: 'open', target: 'shut' }), ['open: go[0]']);
  t.same(names({ type: 'state', path: 'open' }), ['open: go[0]', 'open: go[1]']);
});

t.test('who is in a state is asked for by the paths of kind, chart and state', async (t) => {
  t.equal(
    pathOfActors({ kind: 'location', chart: 'house', state: 'open.lit&x' }),
    '/v1/dashboard/machines/location/actors?chart=house&state=open.lit%26x&limit=25',
  );
  t.equal(
    pathOfActors({ kind: 'job', chart: 'job', state: 'open', turn: 9 }),
    '/v1/dashboard/turns/9/machines/job/actors?chart=job&state=open&limit=25',
  );
});

t.test('of the past a kind is shown with its counts then, and nothing of it was taken', async (t) => {
  const charts = [{ chart: 'job', actors: 2, states: { open: 2 } }];
  const past = { turn: 9, tick: 1, items: [{ kind: 'job', charts }] };
  t.same(pastChart(past, 'job'), {
    kind: 'job',
    charts: [{ chart: 'job', actors: 2, states: { open: 2 }, taken: {} }],
  });
  t.equal(pastChart(past, 'dragon'), undefined);
});
