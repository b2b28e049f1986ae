/** How many actors of each kind are in which state. Counted as images are put, since no view may walk over the city. */
import type { Image } from '../actor-kind.ts';
import { kindOf } from '../ids.ts';

export class StateCounts {
  /** The turn of the newest change. */
  changedTurn = 0;
  /** Kind -> state -> actors; states that nobody is in are left out. */
  readonly #kinds = new Map<string, Map<string, number>>();

  /** Called when an actor changes its state, comes into the city or leaves it. */
  move({ id, turn }: Image, before: Image | undefined, now: Image | undefined): void {
    if (before?.state === now?.state) return;
    this.changedTurn = Math.max(this.changedTurn, turn);
    const kind = kindOf(id);
    const states = this.#kinds.get(kind) ?? new Map<string, number>();
    this.#kinds.set(kind, states);
    if (before !== undefined) add(states, before.state, -1);
    if (now !== undefined) add(states, now.state, 1);
  }

  /** The states of a kind that somebody is in, and how many are. */
  of(kind: string): ReadonlyMap<string, number> {
    return this.#kinds.get(kind) ?? new Map();
  }
}

function add(states: Map<string, number>, state: string, count: number): void {
  const sum = (states.get(state) ?? 0) + count;
  if (sum === 0) states.delete(state);
  else states.set(state, sum);
}
