/** Which actors of each kind are in which state. Kept as images are put, since no view may walk over the city. */
import type { Image } from '../actor-kind.ts';
import { type ActorId, kindOf } from '../ids.ts';
import { Index } from './reverse-index.ts';

const keyOf = (kind: string, state: string) => `${kind} ${state}`;

export class ActorsByState {
  /** The turn of the newest change. */
  changedTurn = 0;
  /** Kind -> state -> actors; states that nobody is in are left out. */
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #members = new Index();

  /** Called when an actor changes its state, comes into the city or leaves it. */
  move({ id, turn }: Image, before: Image | undefined, now: Image | undefined): void {
    if (before?.state === now?.state) return;
    this.changedTurn = Math.max(this.changedTurn, turn);
    const kind = kindOf(id);
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    if (before !== undefined) add(counts, before.state, -1);
    if (now !== undefined) add(counts, now.state, 1);
    // What is not committed yet is known by `changedTurn`.
    this.#members.move(id, before && keyOf(kind, before.state), now && keyOf(kind, now.state), 0);
  }

  /** The states of a kind that somebody is in, and how many are. */
  counts(kind: string): ReadonlyMap<string, number> {
    return this.#counts.get(kind) ?? new Map();
  }

  /** Up to `limit` of those in a state whose id is greater than `after`, in the order of their ids. */
  page(kind: string, state: string, after: string, limit: number): readonly ActorId[] {
    return this.#members.page(keyOf(kind, state), after, limit);
  }
}

function add(counts: Map<string, number>, state: string, count: number): void {
  const sum = (counts.get(state) ?? 0) + count;
  if (sum === 0) counts.delete(state);
  else counts.set(state, sum);
}
