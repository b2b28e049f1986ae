/** From which state to which a chart leads, and by what: one arrow for each pair of states, and the text at it. */
import type { Chart, Transition } from './chart.ts';

export interface Arrow {
  readonly source: string;
  readonly target: string;
  /** One for each transition: `event [guard]`. */
  readonly labels: readonly string[];
  readonly transitions: readonly Transition[];
}

/** In the order in which the chart names the first of each. */
export function arrowsOf({ transitions }: Chart): readonly Arrow[] {
  const byPair = new Map<string, { readonly source: string; readonly target: string; readonly taken: Transition[] }>();
  for (const transition of transitions)
    for (const target of transition.targets) {
      const pair = JSON.stringify([transition.source, target]);
      const known = byPair.get(pair) ?? { source: transition.source, target, taken: [] };
      known.taken.push(transition);
      byPair.set(pair, known);
    }
  return [...byPair.values()].map(({ source, target, taken }) => ({
    source,
    target,
    labels: [...new Set(taken.map(labelOf))],
    transitions: taken,
  }));
}

/** `answered [isPrinted]`; `always` without an event. */
const labelOf = ({ event, guard }: Transition): string => `${event ?? 'always'}${guard === null ? '' : ` [${guard}]`}`;
