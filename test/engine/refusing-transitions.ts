/** Which transitions of a chart only refuse, and whether their actions have the mark of it (T5). */
import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import type { Effect } from '../../engine/effect.ts';
import { isRefusing } from '../../engine/refusing-actions.ts';
import type { Decision } from '../../engine/turn/decision.ts';
import { ChartMap } from '../model/chart-map.ts';

interface Came {
  refused: boolean;
  more: boolean;
}

const flat = (effect: Effect): readonly Effect[] => (effect.type === 'each' ? effect.effects.flatMap(flat) : [effect]);

export class Refusers {
  readonly #machine: AnyStateMachine;
  readonly #came = new Map<AnyTransitionDefinition, Came>();
  #taken: AnyTransitionDefinition[] = [];

  constructor(machine: AnyStateMachine) {
    this.#machine = machine;
  }

  took(transitions: readonly AnyTransitionDefinition[]): void {
    this.#taken.push(...transitions);
  }

  /** Decides an event, and remembers the outcome where it was one transition that does not leave its state. */
  watch(decide: () => Decision): Decision {
    this.#taken = [];
    const decision = decide();
    const [only, ...others] = this.#taken;
    if (only === undefined || others.length > 0 || only.target !== undefined) return decision;
    const came = this.#came.get(only) ?? { refused: false, more: false };
    for (const { type } of decision.effects.flatMap(flat)) came[type === 'refuse' ? 'refused' : 'more'] = true;
    this.#came.set(only, came);
    return decision;
  }

  /** Transitions that never did anything but refuse, and have an action without the mark. */
  get unmarked(): readonly string[] {
    return this.#named((transition, { refused, more }) => refused && !more && !this.#isMarked(transition));
  }

  /** Transitions that have only actions with the mark, and did something else. */
  get wronglyMarked(): readonly string[] {
    return this.#named((transition, { more }) => more && this.#isMarked(transition));
  }

  #isMarked({ actions }: AnyTransitionDefinition): boolean {
    return actions.every((action) => {
      const name: unknown = typeof action === 'object' ? action.type : action;
      return isRefusing(typeof name === 'string' ? this.#machine.implementations.actions[name] : name);
    });
  }

  #named(is: (transition: AnyTransitionDefinition, came: Came) => boolean): readonly string[] {
    const map = new ChartMap(this.#machine);
    return [...this.#came].filter(([transition, came]) => is(transition, came)).map(([one]) => map.nameOf(one));
  }
}
