/**
 * The one file that knows XState's `ActorLogic` interface. A machine maps (image, event) to (state,
 * context, effects) here, without an actor: `machine.transition(snapshot, event, scope)` with one reused scope.
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

export interface Decision {
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly effects: readonly Effect[];
}

/** One step of a chart: the transitions of its definition that it took, and the context after their actions. */
export interface Microstep {
  readonly transitions: readonly AnyTransitionDefinition[];
  readonly context: Decision['context'];
}

/** Hears of every step, also of those whose turn is refused later (`CityOptions.onDropped`). */
export type Observe = (step: Microstep) => void;

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

/** A prepared `emit` action: makes the effect of context and event. */
type Emit = (context: unknown, event: Message) => Effect;

/** A transition that only emits; as a step, it is the same list each time: who observes turns keeps thousands of them. */
interface EmittingStep {
  readonly emits: readonly Emit[];
  readonly transitions: readonly AnyTransitionDefinition[];
}

/** A method that state nodes have and their declaration does not: selects the first transition whose guard passes. */
interface Selecting {
  next(snapshot: AnyMachineSnapshot, event: Message): readonly AnyTransitionDefinition[] | undefined;
}

/** XState's `emit` action, as it stands in a machine's implementations. */
interface EmitAction {
  readonly type: 'xstate.emit';
  readonly event: Effect | ((args: { context: unknown; event: Message }, params: unknown) => Effect);
}

/** The actions of a transition, when each of them only emits. */
function emitsOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): readonly Emit[] | 'more' {
  const emits: Emit[] = [];
  for (const action of transition.actions) {
    const params: unknown = typeof action === 'object' && 'params' in action ? action.params : undefined;
    const found = implementationOf(machine, action);
    if (!isEmit(found)) return 'more';
    const { event: made } = found;
    emits.push((context, event) => {
      if (typeof made !== 'function') return made;
      const args = { context, event };
      return made(args, typeof params === 'function' ? params(args) : params);
    });
  }
  return emits;
}

function isEmit(action: unknown): action is EmitAction {
  return typeof action === 'function' && 'type' in action && action.type === 'xstate.emit' && 'event' in action;
}

/** The implementation of an action that a transition names, or has in place. */
function implementationOf(machine: AnyStateMachine, action: AnyTransitionDefinition['actions'][number]): unknown {
  const name: unknown = typeof action === 'object' ? action.type : action;
  return typeof name === 'string' ? machine.implementations.actions[name] : name;
}

const refusesOnly = (machine: AnyStateMachine, { target, actions }: AnyTransitionDefinition): boolean =>
  target === undefined && actions.every((action) => isRefusing(implementationOf(machine, action)));

export class Chart {
  readonly machine: AnyStateMachine;
  readonly #frames = new Map<string, AnyMachineSnapshot>();
  readonly #scope: AnyActorScope;
  readonly #emitting = new Map<AnyTransitionDefinition, EmittingStep | 'more'>();
  readonly #observe: Observe | undefined;
  readonly #isObserved: () => boolean;
  #effects: Effect[] = [];

  /** `isObserved`: asked at each step; while it says no, `observe` is not called and nothing is made for it. */
  constructor(machine: AnyStateMachine, observe?: Observe, isObserved: () => boolean = () => true) {
    this.machine = machine;
    this.#observe = observe;
    this.#isObserved = isObserved;
    this.#scope = this.#makeScope(observe);
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
    const snapshot = this.snapshot(state, context);
    const effects = this.#effectsOnly(snapshot, event);
    if (effects !== undefined) return { state, context, effects };
    this.#effects = [];
    const next: AnyMachineSnapshot = this.machine.transition(snapshot, event, this.#scope);
    return this.#decision(next);
  }

  /**
   * The effects of an event that changes neither state nor context, as most events do not: its transition has no target
   * and every action of it emits. XState selects the transition; its microstep, three times as long, would then exit,
   * enter and assign nothing. `undefined` when the event may do more. Compared with `createActor` like the rest.
   */
  #effectsOnly(snapshot: AnyMachineSnapshot, event: Message): readonly Effect[] | undefined {
    for (let depth = snapshot._nodes.length - 1; depth >= 0; depth--) {
      const node = must(snapshot._nodes[depth], 'an active state node');
      if (!node.transitions.has(event.type) && !node.transitions.has('*')) continue;
      const [transition] = (node as unknown as Selecting).next(snapshot, event) ?? [];
      if (transition === undefined) continue;
      const step = this.#emitting.get(transition) ?? this.#learn(transition);
      if (step === 'more') return undefined;
      if (this.#observe !== undefined && this.#isObserved())
        this.#observe({ transitions: step.transitions, context: snapshot.context });
      return step.emits.map((emit) => emit(snapshot.context, event));
    }
    return undefined;
  }

  #learn(transition: AnyTransitionDefinition): EmittingStep | 'more' {
    const emits = transition.target === undefined ? emitsOf(this.machine, transition) : 'more';
    const step = emits === 'more' ? emits : { emits, transitions: [transition] };
    this.#emitting.set(transition, step);
    return step;
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
    const inspect = ({ _transitions, snapshot }: InspectedMicrostep) => {
      if (this.#isObserved()) observe?.({ transitions: _transitions, context: snapshot.context });
    };
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
