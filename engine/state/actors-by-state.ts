/**
 * Which actors of each kind are in which state. They are counted as images are put, since no view may walk over the city; who they are is
 * kept for kinds of which somebody has asked it: it takes some 46 bytes an actor, and a city of which nobody asks it pays nothing.
 */
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
  /** Kinds whose members are kept. */
  readonly #listed = new Set<string>();
  readonly #images: ReadonlyMap<ActorId, Image>;

  /** `images`: those of the city. */
  constructor(images: ReadonlyMap<ActorId, Image>) {
    this.#images = images;
  }

  /** Called when an actor changes its state, comes into the city or leaves it. */
  move({ id, turn }: Image, before: Image | undefined, now: Image | undefined): void {
    if (before?.state === now?.state) return;
    this.changedTurn = Math.max(this.changedTurn, turn);
    const kind = kindOf(id);
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    if (before !== undefined) add(counts, before.state, -1);
    if (now !== undefined) add(counts, now.state, 1);
    if (this.#listed.has(kind)) this.#list(id, before && keyOf(kind, before.state), now && keyOf(kind, now.state));
  }

  /** The states of a kind that somebody is in, and how many are. */
  counts(kind: string): ReadonlyMap<string, number> {
    return this.#counts.get(kind) ?? new Map();
  }

  /** Up to `limit` of those in a state whose id is greater than `after`, in the order of their ids. */
  page(kind: string, state: string, after: string, limit: number): readonly ActorId[] {
    if (!this.#listed.has(kind)) this.#listAll(kind);
    return this.#members.page(keyOf(kind, state), after, limit);
  }

  /** One walk over the city for each kind, the first time that somebody asks: some milliseconds for 100,000 actors. */
  #listAll(kind: string): void {
    this.#listed.add(kind);
    for (const { id, state } of this.#images.values())
      if (kindOf(id) === kind) this.#list(id, undefined, keyOf(kind, state));
  }

  #list(id: ActorId, before: string | undefined, now: string | undefined): void {
    // What is not committed yet is known by `changedTurn`.
    this.#members.move(id, before, now, 0);
  }
}

function add(counts: Map<string, number>, state: string, count: number): void {
  const sum = (counts.get(state) ?? 0) + count;
  if (sum === 0) counts.delete(state);
  else counts.set(state, sum);
}
