/** What a chart shows at the moment, made of its drawing and of two looks at its actors. */
import type { ChartNow, DrawnArrow, DrawnChart, DrawnState, Machine, PastMachines, Transition } from './answers.ts';

type Counts = Readonly<Record<string, number>>;

/** Transitions that were taken between two looks. Counts begin anew when nobody has looked for a while. */
export function takenBetween(before: ChartNow | undefined, now: ChartNow): ReadonlySet<string> {
  const was: Counts = before?.taken ?? {};
  return new Set(
    Object.entries(now.taken)
      .filter(([name, count]) => count !== (was[name] ?? 0))
      .map(([name]) => name),
  );
}

/** Actors in the state or in one within it. */
export const actorsIn = (states: Counts, path: string): number =>
  Object.entries(states)
    .filter(([state]) => path === '' || state === path || state.startsWith(`${path}.`))
    .reduce((sum, [, count]) => sum + count, 0);

export const pathOfKind = (kind: string): string => `/v1/dashboard/machines/${encodeURIComponent(kind)}`;

/** A kind as it was: nothing is known of what was taken. */
export function pastChart({ items }: PastMachines, kind: string): Machine | undefined {
  const found = items.find((item) => item.kind === kind);
  return found && { kind, charts: found.charts.map((one) => ({ ...one, taken: {} })) };
}

interface OfState {
  readonly kind: string;
  readonly chart: string;
  readonly state: string;
  /** The turn after which it was so; unset: now. */
  readonly turn?: number | undefined;
}

const actorsOnPage = 25;

/** Where who is in a state is asked for, or who was after a turn; a cursor is added to it. */
export function pathOfActors({ kind, chart, state, turn }: OfState): string {
  const path =
    turn === undefined ? pathOfKind(kind) : `/v1/dashboard/turns/${turn}/machines/${encodeURIComponent(kind)}`;
  return `${path}/actors?${new URLSearchParams({ chart, state, limit: `${actorsOnPage}` })}`;
}

/** What was chosen in a drawing: a state by its path, or the arrow between two. */
export type Choice =
  | { readonly type: 'state'; readonly path: string }
  | { readonly type: 'arrow'; readonly source: string; readonly target: string };

export const isChosen = (choice: Choice | undefined, other: Choice): boolean =>
  JSON.stringify(choice) === JSON.stringify(other);

export const choiceOfState = ({ path }: DrawnState): Choice => ({ type: 'state', path });
export const choiceOfArrow = ({ source, target }: DrawnArrow): Choice => ({ type: 'arrow', source, target });

/** The transitions of what was chosen: all that stand in a state, or all that an arrow leads along. */
export function transitionsOf({ transitions }: DrawnChart, choice: Choice): readonly Transition[] {
  if (choice.type === 'state') return transitions.filter(({ source }) => source === choice.path);
  return transitions.filter(({ source, targets }) => source === choice.source && targets.includes(choice.target));
}

/** A state lights up by what it heard without being left: every other transition has an arrow. */
export const isStateLit = ({ transitions }: DrawnChart, { path }: DrawnState, lit: ReadonlySet<string>): boolean =>
  transitions.some(({ source, targets, name }) => source === path && targets.length === 0 && lit.has(name));

export const isArrowLit = ({ transitions }: DrawnArrow, lit: ReadonlySet<string>): boolean =>
  transitions.some((name) => lit.has(name));

/** What a root is called is its chart's name. */
export const nameOfState = ({ chart }: DrawnChart, path: string): string => (path === '' ? chart : path);

export const headingOf = (chart: DrawnChart, choice: Choice): string =>
  choice.type === 'state'
    ? `The state ${nameOfState(chart, choice.path)}`
    : `From ${nameOfState(chart, choice.source)} to ${nameOfState(chart, choice.target)}`;
