/**
 * Everything in a chart that can be walked: its leaf states, and its transitions as (source state, event type, branch),
 * the wildcard and `always` included. Read from the machine's definition, so nothing can be forgotten.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { must } from '../../engine/assert.ts';

export class ChartMap {
  readonly states: readonly string[];
  readonly #names: ReadonlyMap<AnyTransitionDefinition, string>;

  constructor(machine: AnyStateMachine) {
    const nodes = withDescendants(machine.root);
    this.states = nodes.filter((node) => node.type === 'atomic' || node.type === 'final').map(pathOf);
    this.#names = new Map(nodes.flatMap(named));
  }

  get transitions(): readonly string[] {
    return [...this.#names.values()];
  }

  has(transition: AnyTransitionDefinition): boolean {
    return this.#names.has(transition);
  }

  nameOf(transition: AnyTransitionDefinition): string {
    return must(this.#names.get(transition), 'a transition of this chart');
  }

  /** Leaf states that the transition leaves or enters. */
  statesOf({ source, target = [] }: AnyTransitionDefinition): readonly string[] {
    return [source, ...target].map(pathOf).filter((state) => this.states.includes(state));
  }
}

const pathOf = (node: AnyStateNode) => node.path.join('.');

function withDescendants(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values<AnyStateNode>(node.states).flatMap(withDescendants)];
}

/** The transitions of one state node, each with its name, for example `alive: move[1]`. */
function named(node: AnyStateNode): (readonly [AnyTransitionDefinition, string])[] {
  const branches: (readonly [string, readonly AnyTransitionDefinition[]])[] = [...node.transitions];
  if (node.always !== undefined) branches.push(['always', node.always]);
  return branches.flatMap(([type, transitions]) =>
    transitions.map((transition, i) => [transition, `${pathOf(node) || '(root)'}: ${type}[${i}]`] as const),
  );
}
