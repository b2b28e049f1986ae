/**
 * Guards and actions of a machine as plain functions: what XState finds by name, with its parameters, at every step is found once.
 * Whatever is not made of named or inline functions, `not`, `and`, `or`, `emit` and `assign` is `undefined` here, and XState's.
 */
import { type AnyStateMachine, type AnyTransitionDefinition, and, not, or } from 'xstate';
import type { Effect, Message } from '../effect.ts';

/** What guards and actions see. The rest of what XState hands to them no chart may use (T4). */
export interface Scene {
  readonly context: Readonly<Record<string, unknown>>;
  readonly event: Message;
}

/** A step under way: its actions change the context one after the other, and add effects. */
export interface Steps {
  context: Scene['context'];
  readonly event: Message;
  readonly effects: Effect[];
}

export type Test = (scene: Scene) => unknown;
export type Step = (steps: Steps) => void;

type Guard = NonNullable<AnyTransitionDefinition['guard']>;
type Action = AnyTransitionDefinition['actions'][number];

/** XState's actions and combined guards are functions that hold what they are made of. */
interface EmitAction {
  readonly type: 'xstate.emit';
  readonly event: Effect | ((scene: Scene, params: unknown) => Effect);
}
type Assigned<Value> = Value | ((scene: Scene, params: unknown) => Value);
interface AssignAction {
  readonly type: 'xstate.assign';
  readonly assignment: ((scene: Scene, params: unknown) => object) | Readonly<Record<string, Assigned<unknown>>>;
}
interface CombinedGuard {
  readonly check: unknown;
  readonly guards: readonly Guard[];
}

const checkOf = (guard: object): unknown => ('check' in guard ? guard.check : undefined);
const checks = { not: checkOf(not(() => true)), and: checkOf(and([])), or: checkOf(or([])) };

const isEmit = (action: unknown): action is EmitAction =>
  typeof action === 'function' && 'type' in action && action.type === 'xstate.emit' && 'event' in action;
const isAssign = (action: unknown): action is AssignAction =>
  typeof action === 'function' && 'type' in action && action.type === 'xstate.assign' && 'assignment' in action;
const isCombined = (guard: object): guard is CombinedGuard => 'check' in guard && 'guards' in guard;

/** The implementation of an action that a transition names, or has in place. */
export function implementationOf(machine: AnyStateMachine, action: Action): unknown {
  const name: unknown = typeof action === 'object' ? action.type : action;
  return typeof name === 'string' ? machine.implementations.actions[name] : name;
}

/** The parameters that a transition gives to what it names. */
function paramsOf(named: Guard | Action): (scene: Scene) => unknown {
  if (typeof named !== 'object' || !('params' in named)) return () => undefined;
  const { params }: { readonly params?: unknown } = named;
  return typeof params === 'function' ? (scene) => params(scene) : () => params;
}

/** A guard as one function. `undefined`: one that only XState can ask. */
export function testOf(machine: AnyStateMachine, guard: Guard): Test | undefined {
  const found: unknown =
    typeof guard === 'function'
      ? guard
      : machine.implementations.guards[typeof guard === 'string' ? guard : guard.type];
  if (typeof found !== 'function') return undefined;
  if (isCombined(found)) return combinedTest(machine, found);
  if ('check' in found) return undefined;
  const params = paramsOf(guard);
  return (scene) => found(scene, params(scene));
}

function combinedTest(machine: AnyStateMachine, { check, guards }: CombinedGuard): Test | undefined {
  const tests = whole(guards.map((guard) => testOf(machine, guard)));
  if (tests === undefined) return undefined;
  const [first] = tests;
  if (check === checks.not && first !== undefined) return (scene) => !first(scene);
  if (check === checks.and) return (scene) => tests.every((test) => test(scene));
  if (check === checks.or) return (scene) => tests.some((test) => test(scene));
  return undefined;
}

/** Actions as functions, in their order. `undefined`: one among them only XState can do. */
export function stepsOf(machine: AnyStateMachine, actions: readonly Action[]): readonly Step[] | undefined {
  return whole(actions.map((action) => stepOf(machine, action)));
}

function stepOf(machine: AnyStateMachine, action: Action): Step | undefined {
  const found = implementationOf(machine, action);
  const params = paramsOf(action);
  if (isEmit(found)) return emitStep(found.event, params);
  return isAssign(found) ? assignStep(found.assignment, params) : undefined;
}

function emitStep(event: EmitAction['event'], params: Test): Step {
  if (typeof event !== 'function') return ({ effects }) => effects.push(event);
  return (steps) => {
    const scene = sceneOf(steps);
    steps.effects.push(event(scene, params(scene)));
  };
}

function assignStep(assignment: AssignAction['assignment'], params: Test): Step {
  const change = typeof assignment === 'function' ? assignment : changeOf(assignment);
  return (steps) => {
    const scene = sceneOf(steps);
    steps.context = { ...scene.context, ...change(scene, params(scene)) };
  };
}

function changeOf(assignment: Readonly<Record<string, Assigned<unknown>>>): (scene: Scene, params: unknown) => object {
  const parts = Object.entries(assignment);
  return (scene, params) =>
    Object.fromEntries(parts.map(([name, part]) => [name, typeof part === 'function' ? part(scene, params) : part]));
}

/** Later steps change the context of the steps, never that of a scene which a function has seen. */
const sceneOf = ({ context, event }: Steps): Scene => ({ context, event });

/** All parts, if none is missing. */
function whole<Part extends object>(parts: readonly (Part | undefined)[]): readonly Part[] | undefined {
  const there = parts.filter((part) => part !== undefined);
  return there.length === parts.length ? there : undefined;
}
