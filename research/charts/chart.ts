/**
 * A chart as data: its states, and its transitions with the names of their guards and actions, read from the machine's definition. What is
 * drawn, exported and compared is made of this; nothing here runs a machine (CH1).
 */
import { createHash } from 'node:crypto';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ActorKind } from '../../engine/actor-kind.ts';
import { partName, transitionName } from '../../engine/turn/chart-names.ts';

export interface Chart {
  /** The machine's id, unique in the city: `print`, `house`, `commons`. */
  readonly id: string;
  readonly root: State;
  /** In the order of the definition: of those of one state and event the first whose guard holds is taken. */
  readonly transitions: readonly Transition[];
}

export interface State {
  /** The keys from the root, joined by `.`; empty for the root. */
  readonly path: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The path of the state in which a compound state begins. */
  readonly initial: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly states: readonly State[];
}

export interface Transition {
  /** As coverage names it: `alive.active: move[1]`, `(root)` for the root, `always` without an event. */
  readonly name: string;
  /** The path of its state. */
  readonly source: string;
  /** `*` for whatever else is heard; null when it is taken without an event. */
  readonly event: string | null;
  /** The name of its guard, with parameters where it has some. */
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** Paths; empty when the state stays as it is. */
  readonly targets: readonly string[];
  /** Whether the source is left and entered again when the target lies within it. */
  readonly reenters: boolean;
}

/** The chart of a machine, whole. */
export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = withDescendants(machine.root);
  return { id: machine.id, root: stateOf(machine.root), transitions: nodes.flatMap(transitionsOf) };
}

/** By their names: one for each kind of actor, and one for each actor that has a chart of its own, such as the Commons. */
export const chartsOf = (kinds: readonly ActorKind[]): ReadonlyMap<string, Chart> =>
  new Map(
    kinds
      .flatMap(({ machine, machinesOf = {} }) => [machine, ...Object.values(machinesOf)])
      .map((machine) => [machine.id, chartOf(machine)]),
  );

/** The transitions of the definition itself, by which a running chart is observed, with their names. */
export const transitionNames = (machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> =>
  new Map(
    withDescendants(machine.root).flatMap((node) =>
      branchesOf(node).flatMap(([event, transitions]) =>
        transitions.map((transition, n) => [transition, transitionName(node, event, n)] as const),
      ),
    ),
  );

/** Hexadecimal SHA-256 of everything that a chart says: another chart has another. */
export const hashOf = (chart: Chart): string => createHash('sha256').update(JSON.stringify(chart)).digest('hex');

/** The state and all within it, from the outside in. */
export const statesWithin = (state: State): readonly State[] => [state, ...state.states.flatMap(statesWithin)];

/** Those that stand in the state itself. */
export const transitionsFrom = ({ transitions }: Chart, path: string): readonly Transition[] =>
  transitions.filter(({ source }) => source === path);

/** The last key of a state's path; what a root is called is the chart's id. */
export const keyOf = (path: string): string => path.split('.').at(-1) ?? path;

const pathOf = (node: AnyStateNode): string => node.path.join('.');

const withDescendants = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values<AnyStateNode>(node.states).flatMap(withDescendants),
];

function stateOf(node: AnyStateNode): State {
  const [begins] = node.initial.target ?? [];
  return {
    path: pathOf(node),
    type: node.type,
    initial: node.type === 'compound' && begins !== undefined ? pathOf(begins) : null,
    entry: node.entry.map(partName),
    exit: node.exit.map(partName),
    states: Object.values<AnyStateNode>(node.states).map(stateOf),
  };
}

type Branches = readonly [event: string | null, transitions: readonly AnyTransitionDefinition[]];

const branchesOf = ({ transitions, always }: AnyStateNode): readonly Branches[] =>
  always === undefined ? [...transitions] : [...transitions, [null, always]];

const transitionsOf = (node: AnyStateNode): readonly Transition[] =>
  branchesOf(node).flatMap(([event, transitions]) =>
    transitions.map((transition, n) => transitionOf(node, event, n, transition)),
  );

function transitionOf(
  node: AnyStateNode,
  event: string | null,
  n: number,
  { guard, actions, target = [], reenter }: AnyTransitionDefinition,
): Transition {
  const source = pathOf(node);
  return {
    name: transitionName(node, event, n),
    source,
    event,
    guard: guard === undefined ? null : partName(guard),
    actions: actions.map(partName),
    targets: target.map(pathOf),
    reenters: reenter,
  };
}
