/** What is written into the box of a state, and how large that is. The layout and the drawing agree by this. */
import { type Chart, keyOf, type State, transitionsFrom } from './chart.ts';

/** Pixels. */
export const lineHeight = 14;
/** Of a character of the drawing's monospaced font at 11 px. */
export const charWidth = 6.65;
export const margin = 8;

export interface Box {
  readonly title: string;
  /** What the state does when it is entered and left, and what it hears without leaving. */
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

const columns = 56;

export function boxOf(chart: Chart, state: State): Box {
  const title = state.path === '' ? chart.id : keyOf(state.path);
  const lines = [
    ...wrapped('entry / ', state.entry),
    ...wrapped('exit / ', state.exit),
    ...wrapped('hears ', heardIn(chart, state.path)),
  ];
  const longest = Math.max(title.length, ...lines.map(({ length }) => length));
  return {
    title,
    lines,
    width: Math.ceil(longest * charWidth) + 2 * margin,
    height: (1 + lines.length) * lineHeight + 2 * margin,
  };
}

/** Events that are heard without another state: `move ×4` for one with four branches. */
function heardIn(chart: Chart, path: string): readonly string[] {
  const branches = new Map<string, number>();
  for (const { event, targets } of transitionsFrom(chart, path))
    if (targets.length === 0) branches.set(event ?? 'always', (branches.get(event ?? 'always') ?? 0) + 1);
  return [...branches].map(([event, count]) => (count === 1 ? event : `${event} ×${count}`));
}

/** Words in lines of at most so many columns; those after the first are indented. */
function wrapped(lead: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const lines: string[] = [];
  let line = lead;
  for (const [n, word] of words.entries()) {
    const part = n === words.length - 1 ? word : `${word}, `;
    if (line.length + part.length > columns && line.trim() !== lead.trim()) {
      lines.push(line.trimEnd());
      line = `  ${part}`;
    } else line += part;
  }
  return [...lines, line];
}
