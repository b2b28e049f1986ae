/** `npm run charts`: lays out every chart of the city with ELK, and writes what it drew into `research/charts/layouts/`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElkExtendedEdge, ElkNode } from 'elkjs';
import elkjs from 'elkjs';
import { kinds } from '../../actors/index.ts';
import { type Arrow, arrowsOf } from '../../research/charts/arrows.ts';
import { type Chart, chartsOf, hashOf, type State, statesWithin } from '../../research/charts/chart.ts';
import type { Layout } from '../../research/charts/layout.ts';
import { boxOf, charWidth, lineHeight, margin } from '../../research/charts/state-box.ts';

const folder = join(import.meta.dirname, '../../research/charts/layouts');
const edge = 20;
const elk = new elkjs.default();

/** Pixels that a state with states within it has on its right beside what they take, by path. */
type Widened = ReadonlyMap<string, number>;
/** Wider states may move others, but seldom make them narrower. */
const drawingsMax = 8;

/** ELK does not keep the least width of what has children, where arrows cross its border: what is narrower than its text is widened. */
async function wideEnough(chart: Chart): Promise<Layout> {
  const widened = new Map<string, number>();
  for (let n = 0; n < drawingsMax; n++) {
    const layout = await laidOut(chart, widened);
    const narrow = statesWithin(chart.root)
      .map((state) => ({ state, lacks: boxOf(chart, state).width - (layout.states[state.path]?.width ?? 0) }))
      .filter(({ lacks }) => lacks > 0);
    if (narrow.length === 0) return layout;
    for (const { state, lacks } of narrow) widened.set(state.path, (widened.get(state.path) ?? 0) + Math.ceil(lacks));
  }
  throw new Error(`${chart.id}: a state stays narrower than its text`);
}

async function laidOut(chart: Chart, widened: Widened): Promise<Layout> {
  const arrows = arrowsOf(chart);
  const drawn: ElkNode = await elk.layout({
    id: '(drawing)',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': `[top=${edge},left=${edge},bottom=${edge},right=${edge}]`,
      'elk.layered.spacing.nodeNodeBetweenLayers': '40',
      'elk.edgeLabels.inline': 'false',
    },
    children: [nodeOf(chart, chart.root, false, widened)],
    edges: arrows.map(edgeOf),
  });
  const nodes = new Map(withChildren(drawn).map((node) => [node.id, node]));
  const states = statesWithin(chart.root).map(({ path }) => [path, placeOf(nodes.get(path))] as const);
  return {
    chart: hashOf(chart),
    width: Math.ceil(drawn.width ?? 0),
    height: Math.ceil(drawn.height ?? 0),
    states: Object.fromEntries(states),
    arrows: (drawn.edges ?? []).map((drawnEdge, n) => arrowOf(drawnEdge, arrows[n])),
  };
}

function nodeOf(chart: Chart, state: State, isInitial: boolean, widened: Widened): ElkNode {
  const { width, height } = boxOf(chart, state);
  const first: Record<string, string> = isInitial ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
  if (state.states.length === 0) return { id: state.path, layoutOptions: first, width, height };
  const right = 2 * margin + (widened.get(state.path) ?? 0);
  const padding = `[top=${height + margin},left=${2 * margin},bottom=${2 * margin},right=${right}]`;
  return {
    id: state.path,
    layoutOptions: {
      ...first,
      'elk.padding': padding,
      'elk.layered.spacing.nodeNodeBetweenLayers': '40',
    },
    children: state.states.map((each) => nodeOf(chart, each, each.path === state.initial, widened)),
  };
}

const edgeOf = ({ source, target, labels }: Arrow, n: number): ElkExtendedEdge => ({
  id: `(arrow ${n})`,
  sources: [source],
  targets: [target],
  labels: [
    {
      text: labels.join('\n'),
      width: Math.max(...labels.map(({ length }) => length)) * charWidth + margin,
      height: labels.length * lineHeight,
    },
  ],
});

function arrowOf({ sections = [], labels = [] }: ElkExtendedEdge, arrow: Arrow | undefined): Layout['arrows'][number] {
  if (arrow === undefined) throw new Error('an arrow that no transition takes');
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  return {
    source: arrow.source,
    target: arrow.target,
    points: points.map(({ x, y }) => [round(x), round(y)]),
    label: placeOf(labels[0]),
  };
}

type Placed = Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>;

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Placed = {}) => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

const withChildren = (node: ElkNode): readonly ElkNode[] => [node, ...(node.children ?? []).flatMap(withChildren)];
const round = (value: number): number => Math.round(value * 10) / 10;

mkdirSync(folder, { recursive: true });
const charts = chartsOf(kinds);
for (const name of readdirSync(folder)) if (!charts.has(name.replace(/\.json$/, ''))) rmSync(join(folder, name));
for (const [id, chart] of charts)
  writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(await wideEnough(chart), null, 1)}\n`);
