/**
 * Walks through a chart, by `@xstate/graph`: the shortest path to every situation, and from each on through everything
 * that can happen there. What the chart foretells for a walk is asked of the chart itself.
 */
import { getShortestPaths } from '@xstate/graph';
import type { ActorLogic, AnyActorScope, AnyMachineSnapshot } from 'xstate';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import { Chart, leafPath } from '../../engine/turn/decide.ts';
import { ChartMap } from './chart-map.ts';
import type { KindModel, Situation } from './kind-model.ts';
import type { Refusal } from './stage.ts';

/** Names of variants, in order. */
export type Walk = readonly string[];

/** What the chart says about one step. */
export interface Foretold {
  readonly situation: Situation;
  readonly refusal: Refusal;
  readonly transitions: readonly string[];
  /** Leaf states that the step leaves, passes or enters. */
  readonly states: readonly string[];
}

/** Foretells one kind's steps by its chart. */
export class Oracle {
  readonly map: ChartMap;
  readonly #model: KindModel;
  readonly #chart: Chart;
  #transitions: string[] = [];
  #states: string[] = [];

  constructor(model: KindModel) {
    this.#model = model;
    this.map = new ChartMap(model.machine);
    this.#chart = new Chart(model.machine, ({ transitions }) => {
      this.#transitions.push(...transitions.map((transition) => this.map.nameOf(transition)));
      this.#states.push(...transitions.flatMap((transition) => this.map.statesOf(transition)));
    });
  }

  born(birth: string): Foretold {
    return this.#foretell(() => {
      const { state, context } = this.#chart.initial(this.#model.births[birth]);
      return { situation: { state, context }, refusal: undefined };
    });
  }

  step(before: Situation, variant: string): Foretold {
    return this.#foretell(() => {
      let situation = before;
      let refusal: Refusal;
      for (const event of this.#model.hears(variant)) {
        const { state, context, effects } = this.#chart.decide(situation.state, situation.context, event);
        const refused = effects.find((effect) => effect.type === 'refuse');
        // A refused turn never happened (T2).
        if (refused !== undefined) return { situation, refusal: refused.code };
        situation = { state, context };
        // What it concludes is the answer to who waits for it, although its turn happens (S2).
        for (const effect of effects)
          if (effect.type === 'conclude' && effect.end.type === 'refusal') refusal = effect.end.code;
      }
      return { situation, refusal };
    });
  }

  #foretell(decide: () => Pick<Foretold, 'situation' | 'refusal'>): Foretold {
    this.#transitions = [];
    this.#states = [];
    const { situation, refusal } = decide();
    return { situation, refusal, transitions: this.#transitions, states: [...this.#states, situation.state] };
  }
}

/** Walks that together take every step from every situation that the projection distinguishes. */
export function walksOf(model: KindModel, oracle: Oracle, birth: string): readonly Walk[] {
  const walks = pathsToSituations(model, birth).flatMap((path) => {
    const end = path.reduce((before, variant) => oracle.step(before, variant).situation, oracle.born(birth).situation);
    return [path, ...model.possible(end).map((variant) => [...path, variant])];
  });
  return withoutPrefixes(walks);
}

/** A situation's shortest path. The logic that is walked is the chart, hearing all events of a variant at once. */
function pathsToSituations(model: KindModel, birth: string): Walk[] {
  const { machine } = model;
  const logic: ActorLogic<AnyMachineSnapshot, { readonly type: string }> = {
    getInitialSnapshot: (scope) => machine.getInitialSnapshot(scope, must(model.births[birth], birth)),
    transition: (snapshot, { type }, scope) => hearAll(machine, snapshot, model.hears(type), scope),
    getPersistedSnapshot: (snapshot) => snapshot,
  };
  const paths = getShortestPaths(logic, {
    events: (snapshot) => model.possible(situationOf(snapshot)).map((type) => ({ type })),
    serializeState: (snapshot) => model.project(situationOf(snapshot)),
  });
  // The first step of a path is its beginning, without an event of ours.
  return paths.map(({ steps }) => steps.slice(1).map(({ event }) => event.type));
}

function hearAll(
  machine: KindModel['machine'],
  before: AnyMachineSnapshot,
  events: readonly Message[],
  scope: AnyActorScope,
): AnyMachineSnapshot {
  return events.reduce<AnyMachineSnapshot>((snapshot, event) => machine.transition(snapshot, event, scope), before);
}

const situationOf = ({ value, context }: AnyMachineSnapshot): Situation => ({ state: leafPath(value), context });

/** What is walked on the way to somewhere else needs no walk of its own. */
function withoutPrefixes(walks: readonly Walk[]): Walk[] {
  const text = (walk: Walk) => walk.join('\n');
  const passed = new Set(walks.flatMap((walk) => walk.map((_, i) => text(walk.slice(0, i)))));
  return walks.filter((walk) => !passed.has(text(walk)));
}
