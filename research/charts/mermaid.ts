/** A chart as a Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html). What leads nowhere else is left out. */
import { arrowsOf } from './arrows.ts';
import { type Chart, keyOf, type State, statesWithin } from './chart.ts';

export function mermaidOf(chart: Chart): string {
  const ids = new Map(statesWithin(chart.root).map(({ path }, n) => [path, `s${n}`]));
  const id = (path: string) => ids.get(path) ?? path;
  const lines = ['stateDiagram-v2', ...inside(chart.root, '  ', id)];
  for (const { source, target, labels } of arrowsOf(chart))
    lines.push(`  ${id(source)} --> ${id(target)} : ${labels.map(escaped).join('<br>')}`);
  return `${lines.join('\n')}\n`;
}

function inside({ states, initial }: State, indent: string, id: (path: string) => string): readonly string[] {
  const lines = states.flatMap((state) => {
    const named = `${indent}state "${keyOf(state.path)}" as ${id(state.path)}`;
    if (state.states.length === 0)
      return state.type === 'final' ? [named, `${indent}${id(state.path)} --> [*]`] : [named];
    return [`${named} {`, ...inside(state, `${indent}  `, id), `${indent}}`];
  });
  return initial === null ? lines : [`${indent}[*] --> ${id(initial)}`, ...lines];
}

/** Mermaid ends a label at a semicolon and reads `#` as the beginning of an entity. */
const escaped = (label: string): string =>
  label.replaceAll('#', '#35;').replaceAll(';', '#59;').replaceAll('"', '#34;');
