/** What of the charts was walked in the real city, and how that reads. */
import type { Walked } from '../../research/charts/svg.ts';
import type { ChartMap } from './chart-map.ts';
import type { Foretold } from './walks.ts';

export class Coverage {
  readonly #kind: string;
  readonly #map: ChartMap;
  /** How often. */
  readonly #states = new Map<string, number>();
  readonly #transitions = new Map<string, number>();
  /** Transitions that only a step behind the gateways took, each with the reason. */
  readonly #behind = new Map<string, string>();
  walks = 0;
  #steps = 0;

  constructor(kind: string, map: ChartMap) {
    this.#kind = kind;
    this.#map = map;
  }

  /** Counts a step that went as the chart foretold. */
  add({ states, transitions }: Foretold, behind?: string): void {
    this.#steps += 1;
    for (const state of states) increment(this.#states, state);
    for (const transition of transitions) {
      if (behind === undefined) increment(this.#transitions, transition);
      else this.#behind.set(transition, behind);
    }
  }

  /** Whether the step takes a transition that none has taken from before the gateways. */
  isNew({ transitions }: Foretold): boolean {
    return transitions.some((name) => !this.#transitions.has(name));
  }

  /** States and transitions that were not walked. */
  get missing(): readonly string[] {
    return [
      ...this.#map.states.filter((state) => !this.#states.has(state)),
      ...this.#map.transitions.filter((name) => !this.#transitions.has(name) && !this.#behind.has(name)),
    ];
  }

  /** Behind the gateways counts as once. */
  get walked(): Walked {
    const behind = [...this.#behind.keys()].map((name) => [name, 1] as const);
    return { states: this.#states, transitions: new Map([...behind, ...this.#transitions]) };
  }

  /** For people: a line of figures, and a line for each transition that HTTP did not reach. */
  get report(): readonly string[] {
    const onlyBehind = [...this.#behind].filter(([name]) => !this.#transitions.has(name));
    const states = `${this.#states.size}/${this.#map.states.length} states`;
    const transitions = `${this.#transitions.size + onlyBehind.length}/${this.#map.transitions.length} transitions`;
    return [
      `${this.#kind}: ${states}, ${transitions}; ${this.walks} walks, ${this.#steps} steps`,
      ...onlyBehind.map(([name, why]) => `  behind the gateways  ${name}  (${why})`),
      ...this.missing.map((name) => `  not walked           ${name}`),
    ];
  }
}

const increment = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
