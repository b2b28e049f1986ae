/**
 * The one file that knows XState's `ActorLogic` interface. A machine maps (image, event) to (state, context, effects) here, without an
 * actor: by its table (`chart-table.ts`), or where it has none by `machine.transition(snapshot, event, scope)` with one reused scope.
 *
 * Between turns only the leaf state's path and the context are kept. The rest of a snapshot depends on the leaf alone
 * and is built once for each leaf (`frames`), so an actor costs its context and a shared string.
 *
 * Rejected: `createActor` (acts before anyone can journal, 4 KB each) and the stand-alone `transition()` (builds an
 * actor at every call). Tests compare this file with `createActor` on every path of every chart.
 */
import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, StateValue } from 'xstate';
import { assert, must } from '../assert.ts';
import type { Effect, Message } from '../effect.ts';
import { isRefusing } from '../refusing-actions.ts';
import { transitionName } from './chart-names.ts';
import { implementationOf } from './chart-parts.ts';
import { ChartTable, type OnStep } from './chart-table.ts';
import type { Decision, Observe } from './decision.ts';

/** The path of the active leaf: `{alive: {active: 'low'}}` is `alive.active.low`. */
export function leafPath(value: StateValue): string {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value);
  const [entry] = entries;
  assert(entries.length === 1 && entry !== undefined, 'a chart here has no parallel regions');
  const [key, inner] = entry;
  return inner === undefined ? key : `${key}.${leafPath(inner)}`;
}

/** The state value that `leafPath` came from. */
export function stateValue(path: string): StateValue {
  const dot = path.indexOf('.');
  return dot < 0 ? path : { [path.slice(0, dot)]: stateValue(path.slice(dot + 1)) };
}

/** A transition by which an event may be taken. */
export interface Candidate {
  /** Its name, unique in the chart. */
  readonly name: string;
  readonly guard: AnyTransitionDefinition['guard'];
  /** It does nothing but refuse (T5). */
  readonly isRefusal: boolean;
}

/** An emitted effect as XState hands it to its executor. */
interface EmitParams {
  readonly event: Effect;
}

/** What of a microstep XState hands to its inspector. */
interface InspectedMicrostep {
  readonly _transitions: readonly AnyTransitionDefinition[];
  readonly snapshot: AnyMachineSnapshot;
}

const refusesOnly = (machine: AnyStateMachine, { target, actions }: AnyTransitionDefinition): boolean =>
  target === undefined && actions.every((action) => isRefusing(implementationOf(machine, action)));

export class Chart {
  readonly machine: AnyStateMachine;
  readonly #frames = new Map<string, AnyMachineSnapshot>();
  readonly #scope: AnyActorScope;
  readonly #observe: Observe | undefined;
  readonly #isObserved: () => boolean;
  readonly #table: ChartTable | undefined;
  #effects: Effect[] = [];

  /** `isObserved`: asked at each step; while it says no, `observe` is not called and nothing is made for it. */
  constructor(machine: AnyStateMachine, observe?: Observe, isObserved: () => boolean = () => true) {
    this.machine = machine;
    this.#observe = observe;
    this.#isObserved = isObserved;
    this.#scope = this.#makeScope(observe);
    this.#table = ChartTable.of(machine);
  }

  /** The state of a newborn actor. Throws what its context factory or entry actions throw. */
  initial(input: unknown): Decision {
    this.#effects = [];
    const snapshot = this.machine.getInitialSnapshot(this.#scope, input);
    if (snapshot.status === 'error') throw snapshot.error;
    return this.#decision(snapshot);
  }

  /** What the actor does about `event`. Throws what a guard or an action throws; the image stays as it was. */
  decide(state: string, context: Readonly<Record<string, unknown>>, event: Message): Decision {
    if (this.#table !== undefined) return this.#table.decide(state, context, event, this.#onStep);
    this.#effects = [];
    const next: AnyMachineSnapshot = this.machine.transition(this.snapshot(state, context), event, this.#scope);
    return this.#decision(next);
  }

  /**
   * The types of event that `state` or one of its ancestors takes, by name: read from the chart, never from `can()` (T5).
   * What is only refused there, with a code of its own, is not among them: such actions have a mark (`refusing`).
   */
  handled(state: string): readonly string[] {
    const frame = this.#frames.get(state) ?? this.#makeFrame(state);
    const taken = new Set<string>();
    /** An event that an inner state takes or refuses in any case never reaches an outer one. */
    const hidden = new Set<string>();
    for (const { transitions } of frame._nodes.toReversed())
      for (const [type, ways] of transitions) {
        if (type.includes('*') || hidden.has(type)) continue;
        if (!ways.every((way) => refusesOnly(this.machine, way))) taken.add(type);
        if (ways.some(({ guard }) => guard === undefined)) hidden.add(type);
      }
    return [...taken].sort();
  }

  /** The transitions by which `state` would take or refuse an event of the type, in the order in which they are tried. */
  candidates(state: string, type: string): readonly Candidate[] {
    const nodes = (this.#frames.get(state) ?? this.#makeFrame(state))._nodes.toReversed();
    return nodes.flatMap((node) =>
      [type, '*'].flatMap((event) =>
        (node.transitions.get(event) ?? []).map((transition, n) => ({
          name: transitionName(node, event, n),
          guard: transition.guard,
          isRefusal: refusesOnly(this.machine, transition),
        })),
      ),
    );
  }

  /** What XState's own functions want of an actor. */
  snapshot(state: string, context: Decision['context']): AnyMachineSnapshot {
    return { ...(this.#frames.get(state) ?? this.#makeFrame(state)), context };
  }

  #decision(snapshot: AnyMachineSnapshot): Decision {
    const state = this.#pathOf(snapshot);
    const effects = this.#effects;
    this.#effects = [];
    return { state, context: snapshot.context, effects };
  }

  readonly #onStep: OnStep = (transitions, context) => {
    if (this.#observe !== undefined && this.#isObserved()) this.#observe({ transitions, context });
  };

  /** Leaves are few: the path is looked up by the snapshot's deepest node, and the frame kept at first sight. */
  #pathOf(snapshot: AnyMachineSnapshot): string {
    const leaf = must(snapshot._nodes[snapshot._nodes.length - 1], 'an active state node');
    const known = this.#paths.get(leaf.id);
    if (known !== undefined) return known;
    const path = leafPath(snapshot.value);
    this.#paths.set(leaf.id, path);
    return path;
  }
  readonly #paths = new Map<string, string>();

  #makeFrame(state: string): AnyMachineSnapshot {
    const frame: AnyMachineSnapshot = this.machine.resolveState({ value: stateValue(state), context: {} });
    this.#frames.set(state, frame);
    return frame;
  }

  #makeScope(observe: Observe | undefined): AnyActorScope {
    const forbidden = (what: string) => () => {
      throw new Error(`[T4] a machine may not ${what}`);
    };
    // Only microsteps are inspected here.
    const inspect = ({ _transitions, snapshot }: InspectedMicrostep) => this.#onStep(_transitions, snapshot.context);
    // Only what `macrostep` touches. Anything else is used by a machine that does what is forbidden to it (T4).
    const scope = {
      self: { id: 'actor', send: forbidden('send'), _parent: undefined },
      id: 'actor',
      sessionId: 'actor',
      logger: forbidden('log'),
      defer: forbidden('defer'),
      emit: forbidden('emit outside an action'),
      system: { _sendInspectionEvent: observe === undefined ? () => {} : inspect, get: forbidden('look up actors') },
      stopChild: forbidden('stop a child'),
      actionExecutor: (action: { type: string; params: unknown }) => {
        assert(action.type === 'xstate.emit', `[T4] an action that is not an effect: ${action.type}`);
        this.#effects.push((action.params as EmitParams).event);
      },
    };
    return scope as unknown as AnyActorScope;
  }
}
