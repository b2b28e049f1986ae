/** A chart as an SVG that stands by itself: no script, no font or file of elsewhere, light and dark. */
import { escaped } from '../markup.ts';
import type { Chart, Transition } from './chart.ts';
import { type DrawnArrow, type DrawnChart, type DrawnState, drawnOf } from './drawn-chart.ts';
import type { Layout } from './layout.ts';
import { charWidth, lineHeight, margin } from './state-box.ts';

/** How often each state was entered or left and each transition taken, by their paths and names: what is drawn in colour with it. */
export interface Walked {
  readonly states: ReadonlyMap<string, number>;
  readonly transitions: ReadonlyMap<string, number>;
}

const style = `
  .civitas-chart { --ink: #1c1c28; --line: #8a8aa0; --box: #ffffff; --inner: #f4f4f9; font: 11px ui-monospace, Menlo, Consolas, monospace; }
  @media (prefers-color-scheme: dark) { .civitas-chart { --ink: #e8e8f2; --line: #77778c; --box: #1b1b24; --inner: #22222d; } }
  .civitas-chart rect { fill: var(--box); stroke: var(--line); }
  .civitas-chart .compound > rect { fill: var(--inner); }
  .civitas-chart .final > rect { stroke-width: 3; }
  .civitas-chart text { fill: var(--ink); }
  .civitas-chart .title { font-weight: bold; }
  .civitas-chart polyline { fill: none; stroke: var(--line); }
  .civitas-chart marker path { fill: var(--line); }
  .civitas-chart .initial { fill: var(--ink); }
  .civitas-chart .walked > rect, .civitas-chart .walked polyline { stroke: #2e8b57; }
  .civitas-chart .partly polyline { stroke: #c77700; stroke-dasharray: 6 3; }
  .civitas-chart .missed > rect, .civitas-chart .missed polyline { stroke: #c62828; stroke-width: 2; stroke-dasharray: 2 3; }`;

/** With `walked` its states and arrows are coloured by it: walked, partly walked, missed; how often stands in the tooltips. */
export function svgOf(chart: Chart, layout: Layout, walked?: Walked): string {
  const drawn = drawnOf(chart, layout);
  const { width, height } = drawn;
  const title = `The state chart ${chart.id}`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="civitas-chart" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    '<defs><marker id="to" markerUnits="userSpaceOnUse" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...drawn.states.flatMap((state) => stateLines(drawn, state, walked)),
    ...drawn.beginnings.map(({ x, y }) => `<circle class="initial" cx="${x}" cy="${y}" r="4"/>`),
    ...drawn.arrows.flatMap((arrow) => arrowLines(drawn, arrow, walked)),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function stateLines(drawn: DrawnChart, state: DrawnState, walked?: Walked): readonly string[] {
  const { path, title, lines, x, y, width, height } = state;
  const kind = hasOthersWithin(state) ? 'compound' : state.type;
  return [
    `<g class="state ${kind}${shadeOfState(state, walked)}" data-state="${escaped(path)}">`,
    ...tooltipOfState(drawn, state, walked),
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    ...[title, ...lines].map((line, n) =>
      text(line, x + margin, y + margin + (n + 0.8) * lineHeight, n === 0 ? 'title' : ''),
    ),
    '</g>',
  ];
}

/** An arrow with what it is taken by; all of its transitions stand in its tooltip. */
function arrowLines(drawn: DrawnChart, arrow: DrawnArrow, walked?: Walked): readonly string[] {
  const { source, target, points, label, labels } = arrow;
  const transitions = drawn.transitions.filter(({ name }) => arrow.transitions.includes(name));
  const said = transitions.map((transition) => lineOf(transition, walked));
  return [
    `<g class="arrow${shadeOfArrow(arrow, walked)}" data-source="${escaped(source)}" data-target="${escaped(target)}">`,
    `<title>${escaped(said.join('\n'))}</title>`,
    `<polyline points="${points.map((point) => point.join(',')).join(' ')}" marker-end="url(#to)"/>`,
    ...labels.map((line, n) => text(line, label.x, label.y + (n + 0.8) * lineHeight, 'label')),
    '</g>',
  ];
}

function lineOf({ name, guard, actions }: Transition, walked?: Walked): string {
  const taken = walked === undefined ? '' : `${walked.transitions.get(name) ?? 0} times: `;
  return `${taken}${name} [${guard ?? 'always'}] / ${actions.join(', ')}`;
}

/** Of what a state hears without leaving it there is no arrow. */
function tooltipOfState({ transitions }: DrawnChart, { path }: DrawnState, walked?: Walked): readonly string[] {
  if (walked === undefined) return [];
  const heard = transitions.filter(({ source, targets }) => source === path && targets.length === 0);
  return heard.length === 0
    ? []
    : [`<title>${escaped(heard.map((transition) => lineOf(transition, walked)).join('\n'))}</title>`];
}

const hasOthersWithin = ({ type }: DrawnState): boolean => type === 'compound' || type === 'parallel';

/** A state with others in it is walked by way of them. */
function shadeOfState(state: DrawnState, walked?: Walked): string {
  if (walked === undefined || hasOthersWithin(state)) return '';
  return walked.states.has(state.path) ? ' walked' : ' missed';
}

function shadeOfArrow({ transitions }: DrawnArrow, walked?: Walked): string {
  if (walked === undefined) return '';
  const taken = transitions.filter((name) => walked.transitions.has(name)).length;
  return taken === transitions.length ? ' walked' : taken === 0 ? ' missed' : ' partly';
}

const text = (content: string, x: number, y: number, kind: string): string =>
  `<text${kind === '' ? '' : ` class="${kind}"`} x="${x}" y="${Math.round(y * 10) / 10}" textLength="${Math.round(content.length * charWidth)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(content)}</text>`;
