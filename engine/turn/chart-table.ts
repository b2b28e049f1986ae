/**
 * A chart as a table: for each leaf and type of event the ways in which it may be taken, in the order in which they are tried, each with
 * its guard and with all that it does (exits, its own actions, entries) as one list of functions. It is made of the machine's own
 * definition. What a way does is one microstep of SCXML (https://www.w3.org/TR/scxml/#microstepProcedure) as XState 5 takes it; XState
 * works the same sets of states out anew at each step.
 *
 * It fails closed: a machine with anything but atomic and compound states, transitions to one state that do not enter anew what they are
 * in, and guards and actions that `chart-parts.ts` knows has no table, and XState decides. Both are compared on every path of every chart.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { must } from '../assert.ts';
import type { Message } from '../effect.ts';
import { type Scene, type Step, type Steps, stepsOf, type Test, testOf } from './chart-parts.ts';
import type { Decision, Microstep } from './decision.ts';

/** One way in which a leaf may take an event. */
interface Way {
  readonly test: Test | undefined;
  /** For the message of a guard that throws. */
  readonly guard: AnyTransitionDefinition['guard'];
  readonly node: string;
  /** The transition alone, as a list that is the same each time: who observes turns keeps thousands of them. */
  readonly transitions: Microstep['transitions'];
  readonly steps: readonly Step[];
  /** The path of the leaf that it leads to. */
  readonly next: string;
}

interface Leaf {
  readonly path: string;
  readonly ways: ReadonlyMap<string, readonly Way[]>;
  /** The ways of events that no state on the path names. */
  readonly others: readonly Way[];
  /** Those that are tried without an event, after each step. */
  readonly always: readonly Way[];
}

/** Hears of each step. */
export type OnStep = (transitions: Microstep['transitions'], context: Decision['context']) => void;

const anyEvent = '*';

export class ChartTable {
  readonly #leaves: ReadonlyMap<string, Leaf>;

  private constructor(leaves: ReadonlyMap<string, Leaf>) {
    this.#leaves = leaves;
  }

  /** The table of a machine; `undefined` for one that has anything which a table has not. */
  static of(machine: AnyStateMachine): ChartTable | undefined {
    const maker = LeafMaker.of(machine);
    if (maker === undefined) return undefined;
    const leaves = nodesUnder(machine.root).filter(({ type }) => type === 'atomic');
    return new ChartTable(new Map(leaves.map((node) => [node.path.join('.'), maker.leaf(node)])));
  }

  /** What XState's `machine.transition` decides. Throws what a guard or an action throws. */
  decide(state: string, context: Decision['context'], event: Message, onStep: OnStep): Decision {
    const steps: Steps = { context, event, effects: [] };
    let rest = { leaf: this.#leaf(state), context };
    let { leaf } = rest;
    const way = chosen(leaf.ways.get(event.type) ?? leaf.others, steps);
    if (way === undefined) onStep([], context);
    else leaf = this.#take(way, steps, onStep);
    // What changes nothing leaves at rest what was at rest: guards of transitions without an event ask for the context alone.
    while (leaf.always.length > 0 && (leaf !== rest.leaf || steps.context !== rest.context)) {
      rest = { leaf, context: steps.context };
      const scene: Scene = { context: steps.context, event };
      const next = leaf.always.find(({ test }) => test === undefined || test(scene));
      if (next !== undefined) leaf = this.#take(next, steps, onStep);
    }
    return { state: leaf.path, context: steps.context, effects: steps.effects };
  }

  #take({ steps: todo, transitions, next }: Way, steps: Steps, onStep: OnStep): Leaf {
    for (const step of todo) step(steps);
    onStep(transitions, steps.context);
    return this.#leaf(next);
  }

  #leaf(path: string): Leaf {
    return must(this.#leaves.get(path), 'a leaf of the chart');
  }
}

/** The first way whose guard passes. A guard that throws is reported in XState's words. */
function chosen(ways: readonly Way[], { context, event }: Steps): Way | undefined {
  const scene: Scene = { context, event };
  for (const way of ways) {
    if (way.test === undefined) return way;
    try {
      if (way.test(scene)) return way;
    } catch (cause) {
      const name = typeof way.guard === 'object' ? way.guard.type : way.guard;
      const which = typeof name === 'string' ? `'${name}' ` : '';
      const where = `in transition for event '${event.type}' in state node '${way.node}'`;
      throw new Error(`Unable to evaluate guard ${which}${where}:\n${cause instanceof Error ? cause.message : cause}`);
    }
  }
  return undefined;
}

type Tests = ReadonlyMap<AnyTransitionDefinition, Test>;
/** By the lists in which a machine keeps its actions. */
type StepLists = ReadonlyMap<AnyTransitionDefinition['actions'], readonly Step[]>;

/** Makes the leaves of a machine of which every piece is known. */
class LeafMaker {
  readonly #tests: Tests;
  readonly #steps: StepLists;

  private constructor(tests: Tests, steps: StepLists) {
    this.#tests = tests;
    this.#steps = steps;
  }

  static of(machine: AnyStateMachine): LeafMaker | undefined {
    const nodes = nodesUnder(machine.root);
    const transitions = nodes.flatMap(transitionsOf);
    if (!nodes.every(isPlainState) || !transitions.every((transition) => isPlainTransition(transition, machine.root)))
      return undefined;
    const tests = new Map<AnyTransitionDefinition, Test>();
    for (const transition of transitions) {
      if (transition.guard === undefined) continue;
      const test = testOf(machine, transition.guard);
      if (test === undefined) return undefined;
      tests.set(transition, test);
    }
    const steps = new Map<AnyTransitionDefinition['actions'], readonly Step[]>();
    const lists = nodes.flatMap(({ entry, exit }) => [entry, exit]);
    for (const actions of [...lists, ...transitions.map((transition) => transition.actions)]) {
      const made = stepsOf(machine, actions);
      if (made === undefined) return undefined;
      steps.set(actions, made);
    }
    return new LeafMaker(tests, steps);
  }

  leaf(node: AnyStateNode): Leaf {
    const path = [node, ...ancestorsOf(node)];
    const types = new Set(path.flatMap(({ transitions }) => [...transitions.keys()]));
    types.delete(anyEvent);
    const waysOf = (transitions: readonly AnyTransitionDefinition[]) => transitions.map((one) => this.#way(node, one));
    const named = (type: string) =>
      path.flatMap(({ transitions }) => [...(transitions.get(type) ?? []), ...(transitions.get(anyEvent) ?? [])]);
    return {
      path: node.path.join('.'),
      ways: new Map([...types].map((type) => [type, waysOf(named(type))])),
      others: waysOf(path.flatMap(({ transitions }) => transitions.get(anyEvent) ?? [])),
      always: waysOf(path.flatMap(({ always }) => always ?? [])),
    };
  }

  #way(leaf: AnyStateNode, transition: AnyTransitionDefinition): Way {
    const { exits, entries, next } = crossed(leaf, transition);
    const lists = [...exits.map(({ exit }) => exit), transition.actions, ...entries.map(({ entry }) => entry)];
    return {
      test: this.#tests.get(transition),
      guard: transition.guard,
      node: transition.source.id,
      transitions: [transition],
      steps: lists.flatMap((list) => must(this.#steps.get(list), 'actions of the machine')),
      next: next.path.join('.'),
    };
  }
}

/** The states that a transition leaves, innermost first, and enters, outermost first, from the leaf on; and the leaf that it leads to. */
function crossed(leaf: AnyStateNode, { source, target: targets }: AnyTransitionDefinition) {
  const target = targets?.[0];
  if (target === undefined) return { exits: [], entries: [], next: leaf };
  const isInside = target === source || isWithin(target, source);
  const domain = isInside ? source : commonAncestor(target, source);
  const exits = [leaf, ...ancestorsOf(leaf)].filter((node) => isWithin(node, domain));
  const entries = [target, ...ancestorsOf(target)].filter((node) => isWithin(node, domain)).reverse();
  let next = target;
  while (next.type === 'compound') {
    next = must(next.initial.target[0], 'an initial state');
    entries.push(next);
  }
  return { exits, entries, next };
}

const nodesUnder = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values<AnyStateNode>(node.states).flatMap(nodesUnder),
];

const transitionsOf = ({ transitions, always = [] }: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...transitions.values()].flat(),
  ...always,
];

/** All states around a state, innermost first. */
function ancestorsOf({ parent }: AnyStateNode): readonly AnyStateNode[] {
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
}

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean => ancestorsOf(node).includes(outer);

const commonAncestor = (one: AnyStateNode, other: AnyStateNode): AnyStateNode =>
  ancestorsOf(one).find((node) => isWithin(other, node)) ?? one.machine.root;

function isPlainState({ type, invoke, initial, transitions }: AnyStateNode): boolean {
  const isPlainName = (name: string) => name === anyEvent || !name.includes(anyEvent);
  const isKnown = (type === 'atomic' || type === 'compound') && invoke.length === 0 && initial.actions.length === 0;
  return isKnown && [...transitions.keys()].every(isPlainName);
}

/** To no state, or to one; the root is entered by none. */
function isPlainTransition({ target = [], reenter }: AnyTransitionDefinition, root: AnyStateNode): boolean {
  return !reenter && target.length <= 1 && !target.includes(root);
}
