/** A chart as an SVG that stands by itself: no script, no font or file of elsewhere, light and dark. */
import { boxOf, charWidth, lineHeight, margin } from './box.ts';
import { type Chart, type State, statesWithin, type Transition, transitionsFrom } from './chart.ts';
import type { Layout } from './layout.ts';
import { moves } from './moves.ts';

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
  const { width, height } = layout;
  const title = `The state chart ${chart.id}`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="civitas-chart" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...statesWithin(chart.root).flatMap((state) => stateOf(chart, state, layout, walked)),
    ...statesWithin(chart.root).flatMap(({ initial }) => beginning(initial, layout)),
    ...arrowsOf(chart, layout, walked),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function stateOf(chart: Chart, state: State, layout: Layout, walked?: Walked): readonly string[] {
  const place = layout.states[state.path];
  if (place === undefined) return [];
  const { title, lines } = boxOf(chart, state);
  const kind = state.states.length > 0 ? 'compound' : state.type;
  const { x, y } = place;
  return [
    `<g class="state ${kind}${shadeOfState(state, walked)}" data-state="${escaped(state.path)}">`,
    ...tooltipOfState(chart, state, walked),
    `<rect x="${x}" y="${y}" width="${place.width}" height="${place.height}" rx="6"/>`,
    ...[title, ...lines].map((line, n) =>
      text(line, x + margin, y + margin + (n + 0.8) * lineHeight, n === 0 ? 'title' : ''),
    ),
    '</g>',
  ];
}

/** A dot at the state in which another begins. */
function beginning(path: string | null, { states }: Layout): readonly string[] {
  const place = path === null ? undefined : states[path];
  return place === undefined
    ? []
    : [`<circle class="initial" cx="${place.x}" cy="${place.y + margin + lineHeight / 2}" r="4"/>`];
}

/** An arrow with what it is taken by; all of its transitions stand in its tooltip. */
function arrowsOf(chart: Chart, { arrows }: Layout, walked?: Walked): readonly string[] {
  const drawn = new Map(arrows.map((arrow) => [JSON.stringify([arrow.source, arrow.target]), arrow]));
  return moves(chart).flatMap(({ source, target, labels, transitions }) => {
    const arrow = drawn.get(JSON.stringify([source, target]));
    if (arrow === undefined) return [];
    const said = transitions.map((transition) => lineOf(transition, walked));
    const { x, y } = arrow.label;
    return [
      `<g class="arrow${shadeOfArrow(transitions, walked)}" data-source="${escaped(source)}" data-target="${escaped(target)}">`,
      `<title>${escaped(said.join('\n'))}</title>`,
      `<polyline points="${arrow.points.map((point) => point.join(',')).join(' ')}" marker-end="url(#to)"/>`,
      ...labels.map((label, n) => text(label, x, y + (n + 0.8) * lineHeight, 'label')),
      '</g>',
    ];
  });
}

function lineOf({ name, guard, actions }: Transition, walked?: Walked): string {
  const taken = walked === undefined ? '' : `${walked.transitions.get(name) ?? 0} times: `;
  return `${taken}${name} [${guard ?? 'always'}] / ${actions.join(', ')}`;
}

/** Of what a state hears without leaving it there is no arrow. */
function tooltipOfState(chart: Chart, { path }: State, walked?: Walked): readonly string[] {
  if (walked === undefined) return [];
  const heard = transitionsFrom(chart, path).filter(({ targets }) => targets.length === 0);
  return heard.length === 0
    ? []
    : [`<title>${escaped(heard.map((transition) => lineOf(transition, walked)).join('\n'))}</title>`];
}

/** A state with others in it is walked by way of them. */
function shadeOfState({ path, states }: State, walked?: Walked): string {
  if (walked === undefined || states.length > 0) return '';
  return walked.states.has(path) ? ' walked' : ' missed';
}

function shadeOfArrow(transitions: readonly Transition[], walked?: Walked): string {
  if (walked === undefined) return '';
  const taken = transitions.filter(({ name }) => walked.transitions.has(name)).length;
  return taken === transitions.length ? ' walked' : taken === 0 ? ' missed' : ' partly';
}

const text = (content: string, x: number, y: number, kind: string): string =>
  `<text${kind === '' ? '' : ` class="${kind}"`} x="${x}" y="${Math.round(y * 10) / 10}" textLength="${Math.round(content.length * charWidth)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(content)}</text>`;

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
