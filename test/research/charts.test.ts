/** Charts as data, for other programs and for the eye: whole, and the same in every form. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { render } from 'state-machine-cat';
import t from 'tap';
import { z } from 'zod';
import { kinds } from '../../actors/index.ts';
import { chartText } from '../../cli/chart.ts';
import { arrowsOf } from '../../research/charts/arrows.ts';
import { type Chart, chartsOf, hashOf, statesWithin } from '../../research/charts/chart.ts';
import { layoutOf } from '../../research/charts/layout.ts';
import { boxOf } from '../../research/charts/state-box.ts';
import { svgOf, type Walked } from '../../research/charts/svg.ts';
import { ChartMap } from '../model/chart-map.ts';

const charts = chartsOf(kinds);
const machines = kinds.flatMap(({ machine, machinesOf = {} }) => [machine, ...Object.values(machinesOf)]);

t.test('[CH1] a chart has every state and transition of its machine', async (t) => {
  t.equal(charts.size, machines.length);
  for (const machine of machines) {
    const map = new ChartMap(machine);
    const chart = charts.get(machine.id);
    t.same(
      chart?.transitions.map(({ name }) => name),
      map.transitions,
      machine.id,
    );
    const leaves = chart && statesWithin(chart.root).filter(({ states }) => states.length === 0);
    t.same(
      leaves?.map(({ path }) => path),
      map.states,
    );
  }
});

t.test('[CH2] its drawing is of the chart as it is; npm run charts draws it anew', async (t) => {
  for (const [id, chart] of charts) {
    const { chart: hash, states, arrows } = layoutOf(id);
    t.equal(hash, hashOf(chart), `${id} has changed since it was drawn: npm run charts`);
    t.same(
      Object.keys(states).sort(),
      statesWithin(chart.root)
        .map(({ path }) => path)
        .sort(),
    );
    t.same(arrows.map(pairOf), arrowsOf(chart).map(pairOf));
  }
});

t.test('[CH2] no state is drawn narrower or lower than its text', async (t) => {
  for (const [id, chart] of charts)
    for (const state of statesWithin(chart.root)) {
      const { width = 0, height = 0 } = layoutOf(id).states[state.path] ?? {};
      const box = boxOf(chart, state);
      t.ok(width >= box.width && height >= box.height, `${id} ${state.path}: ${width} for ${box.width}`);
    }
});

t.test('[CH3] a program that reads SCXML finds in it the same states and transitions', async (t) => {
  for (const [id, chart] of charts) {
    const read: unknown = await render(chartText(id, 'scxml'), { inputType: 'scxml', outputType: 'json' });
    const machine = Machine.parse(read);
    t.same(statesIn(machine).sort(), statesWithin(chart.root).map(idIn(chart)).sort(), id);
    const led = chart.transitions.reduce((sum, { targets }) => sum + Math.max(1, targets.length), 0);
    t.equal(arrowsIn(machine), led + beginningsIn(chart) + 1, id);
  }
});

t.test('[CH3] Graphviz draws the DOT of each, with an arrow for each pair of states', async (t) => {
  const graphviz = await Graphviz.load();
  for (const [id, chart] of charts) {
    const drawn = graphviz.layout(chartText(id, 'dot'), 'svg', 'dot');
    t.equal(drawn.split('class="edge"').length - 1, arrowsOf(chart).length + beginningsIn(chart), id);
  }
});

t.test('[CH3] Mermaid and SVG name every state and every arrow', async (t) => {
  for (const [id, chart] of charts) {
    const [mermaid, svg] = [chartText(id, 'mermaid'), chartText(id, 'svg')];
    t.equal(mermaid.split(/ --> s\d+ : /).length - 1, arrowsOf(chart).length, id);
    t.equal(svg.split('<polyline').length - 1, arrowsOf(chart).length, id);
    t.equal(svg.split('<g class="state').length - 1, statesWithin(chart.root).length, id);
    t.notMatch(svg, /<script|href=|url\((?!#)/, 'it needs nothing of elsewhere');
  }
  t.same(JSON.parse(chartText('print', 'json')), charts.get('print'));
});

t.test('coverage is drawn onto a chart: what was walked, what partly, what never', async (t) => {
  const job = charts.get('job');
  const [arrow] = job === undefined ? [] : arrowsOf(job).filter(({ transitions }) => transitions.length > 1);
  if (job === undefined || arrow === undefined)
    throw new Error('the chart of a job has an arrow of several transitions');
  const shades = (walked: Walked) => {
    const svg = svgOf(job, layoutOf('job'), walked);
    return ['walked', 'partly', 'missed'].map((shade) => svg.split(new RegExp(`<g class="arrow ${shade}"`)).length - 1);
  };
  const count = arrowsOf(job).length;
  const states = new Map(statesWithin(job.root).map(({ path }) => [path, 1]));
  t.same(shades({ states, transitions: new Map() }), [0, 0, count]);
  t.same(shades({ states, transitions: new Map(job.transitions.map(({ name }) => [name, 1])) }), [count, 0, 0]);
  const first = arrow.transitions[0]?.name ?? '';
  t.same(shades({ states, transitions: new Map([[first, 3]]) }), [0, 1, count - 1]);
  t.match(svgOf(job, layoutOf('job'), { states, transitions: new Map([[first, 3]]) }), `3 times: ${first}`);
  t.notMatch(svgOf(job, layoutOf('job'), { states, transitions: new Map() }), 'class="state atomic missed"');
});

t.test('a chart or a format that there is not is answered with those that there are', async (t) => {
  t.throws(() => chartText('nobody', 'json'), /There is no chart nobody\. There are resident, house, commons, /);
  t.throws(
    () => chartText('job', 'toString'),
    /There is no format toString\. There are json, scxml, mermaid, dot, svg\./,
  );
});

const pairOf = ({ source, target }: { readonly source: string; readonly target: string }) => `${source} -> ${target}`;
const idIn =
  ({ id }: Chart) =>
  ({ path }: { readonly path: string }) =>
    path === '' ? id : `${id}.${path}`;

const beginningsIn = ({ root }: Chart): number => statesWithin(root).filter(({ initial }) => initial !== null).length;

/** As state-machine-cat reads it. */
const Machine = z.object({
  states: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      get statemachine() {
        return Machine.optional();
      },
    }),
  ),
  transitions: z.array(z.looseObject({})).default([]),
});
type Machine = z.infer<typeof Machine>;

const statesIn = ({ states }: Machine): string[] =>
  states.flatMap(({ name, type, statemachine }) => [
    ...(type === 'initial' ? [] : [name]),
    ...(statemachine === undefined ? [] : statesIn(statemachine)),
  ]);

const arrowsIn = ({ states, transitions }: Machine): number =>
  transitions.length + states.reduce((sum, { statemachine }) => sum + (statemachine ? arrowsIn(statemachine) : 0), 0);
