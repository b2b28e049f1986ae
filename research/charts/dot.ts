/** A chart in the language of Graphviz (https://graphviz.org/doc/info/lang.html): compound states are clusters. */
import { arrowsOf } from './arrows.ts';
import { type Chart, keyOf, type State, statesWithin } from './chart.ts';

export function dotOf(chart: Chart): string {
  const names = new Map(statesWithin(chart.root).map((state) => [state.path, state]));
  const lines = [
    `digraph ${quoted(chart.id)} {`,
    '  compound=true; rankdir=TB; fontname="sans-serif";',
    '  node [shape=box style=rounded fontname="sans-serif"]; edge [fontname="sans-serif" fontsize=10];',
    ...inside(chart.root, '  '),
  ];
  for (const { source, target, labels } of arrowsOf(chart)) {
    const ends = [names.get(source), names.get(target)].map((state) => (state === undefined ? '' : anchorOf(state)));
    const clipped = [clip('ltail', names.get(source)), clip('lhead', names.get(target))].join('');
    lines.push(`  ${ends.map(quoted).join(' -> ')} [label=${quoted(labels.join('\n'))}${clipped}];`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function inside({ path, states, initial }: State, indent: string): readonly string[] {
  const lines = states.flatMap((state) => {
    const label = quoted(keyOf(state.path));
    if (state.states.length === 0)
      return [`${indent}${quoted(state.path)} [label=${label}${state.type === 'final' ? ' peripheries=2' : ''}];`];
    return [
      `${indent}subgraph ${quoted(clusterOf(state.path))} {`,
      `${indent}  label=${label}; style=rounded;`,
      ...inside(state, `${indent}  `),
      `${indent}}`,
    ];
  });
  if (initial === null) return lines;
  const begins = quoted(`${path}.(initial)`);
  const first = states.find((state) => state.path === initial);
  const arrow = `${indent}${begins} -> ${quoted(first === undefined ? initial : anchorOf(first))};`;
  return [`${indent}${begins} [shape=point];`, arrow, ...lines];
}

/** An edge leads to a node: of a compound state to its first leaf, and is clipped at its border. */
const anchorOf = (state: State): string => {
  const [first] = state.states;
  return first === undefined ? state.path : anchorOf(first);
};

const clip = (name: 'ltail' | 'lhead', state: State | undefined): string =>
  state === undefined || state.states.length === 0 || state.path === ''
    ? ''
    : ` ${name}=${quoted(clusterOf(state.path))}`;

const clusterOf = (path: string): string => `cluster_${path}`;

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
