/**
 * Reverse indexes over the images: who is here, whose token this is (A1). Derived in memory, changed only at seal,
 * rebuilt at recovery, never journaled (A1). Members are kept in the order of their ids, so a recovered index lists
 * the same.
 *
 * A key with one member costs one map entry; only a crowd gets a tree. (Most places are houses with one inhabitant.)
 * At recovery an index is filled with all images of a kind at once. Rejected: one walk over the images that fills all indexes on the way;
 * it takes a fifth longer.
 */
import sortedBtree from 'sorted-btree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import type { Keys } from '../actor-kind.ts';
import { must } from '../assert.ts';
import type { ActorId } from '../ids.ts';

const { default: SortedTree } = sortedBtree;
/** A tree of which no value is defined keeps none. */
type Crowd<Id> = InstanceType<typeof SortedTree<Id, undefined>>;
type Members<Id> = Id | Crowd<Id>;

export class Index<Kind extends string = string> {
  readonly #members = new Map<string, Members<ActorId<Kind>>>();
  /** Keys changed by turns that are not committed yet. A view of them must wait (T3). */
  readonly #changed = new Map<string, number>();

  /** Counts every change, so that a view can tell whether what it read still stands. */
  version = 0;
  /** The last turn that changed anything. */
  changed = 0;
  /** Members under all keys together. */
  total = 0;

  /** Moves `id` from some keys to others; `undefined` is nowhere. `turn` is the turn that does it, 0 at recovery. */
  move(id: ActorId<Kind>, from: Keys, to: Keys, turn: number): void {
    if (from === to) return;
    for (const key of keyList(from)) if (!standsUnder(to, key)) this.#leave(id, key, turn);
    for (const key of keyList(to)) if (!standsUnder(from, key)) this.#join(id, key, turn);
  }

  /**
   * Puts all of `images`, none of which is a member yet, under their keys: at recovery. Each crowd is sorted once and its tree made whole,
   * which takes a quarter of the time of one member after the other.
   */
  fill<One extends { readonly id: ActorId<Kind> }>(images: Iterable<One>, keysOf: (image: One) => Keys): void {
    const more = new Map<string, ActorId<Kind>[]>();
    for (const image of images)
      for (const key of keyList(keysOf(image))) {
        this.total += 1;
        const crowd = more.get(key);
        if (crowd !== undefined) crowd.push(image.id);
        else if (this.#members.has(key)) more.set(key, [image.id]);
        else this.#members.set(key, image.id);
      }
    for (const [key, ids] of more) this.#members.set(key, crowdOf([...this.page(key, '', this.count(key)), ...ids]));
    this.version += 1;
  }

  #leave(id: ActorId<Kind>, key: string, turn: number): void {
    this.#note(turn);
    this.total -= 1;
    this.#remove(key, id, turn);
  }

  #join(id: ActorId<Kind>, key: string, turn: number): void {
    this.#note(turn);
    this.total += 1;
    this.#add(key, id, turn);
  }

  #note(turn: number): void {
    this.version += 1;
    this.changed = turn;
  }

  count(key: string): number {
    const members = this.#members.get(key);
    if (members === undefined) return 0;
    return typeof members === 'string' ? 1 : members.size;
  }

  has(key: string, id: ActorId<Kind>): boolean {
    const members = this.#members.get(key);
    if (members === undefined || typeof members === 'string') return members === id;
    return members.has(id);
  }

  /** The only member, or the first by id. */
  first(key: string): ActorId<Kind> | undefined {
    const members = this.#members.get(key);
    return members === undefined || typeof members === 'string' ? members : members.minKey();
  }

  /** Up to `limit` members whose id is greater than `after`, in order. */
  page(key: string, after: string, limit: number): ActorId<Kind>[] {
    const members = this.#members.get(key);
    if (members === undefined) return [];
    if (typeof members === 'string') return members > after && limit > 0 ? [members] : [];
    const page: ActorId<Kind>[] = [];
    for (const [id] of members.entries(after as ActorId<Kind>)) {
      if (id === after) continue;
      if (page.push(id) >= limit) break;
    }
    return page.slice(0, limit);
  }

  /** The position of `id` among the members, the first by id having 1; null where it is none. Passes over whole leaves of the tree. */
  rank(key: string, id: ActorId<Kind>): number | null {
    const members = this.#members.get(key);
    if (members === undefined || !this.has(key, id)) return null;
    if (typeof members === 'string') return 1;
    return members.forRange(must(members.minKey(), key), id, true);
  }

  /** The last uncommitted turn that changed `key`, or 0. */
  changedBy(key: string): number {
    return this.#changed.get(key) ?? 0;
  }

  /** Forgets changes of turns up to `turn`: they are committed. */
  committed(turn: number): void {
    for (const [key, changed] of this.#changed) if (changed <= turn) this.#changed.delete(key);
  }

  #add(key: string, id: ActorId<Kind>, turn: number): void {
    const members = this.#members.get(key);
    if (members === undefined) this.#members.set(key, id);
    else if (typeof members === 'string') this.#members.set(key, crowd(members, id));
    else members.set(id, undefined);
    if (turn > 0) this.#changed.set(key, turn);
  }

  #remove(key: string, id: ActorId<Kind>, turn: number): void {
    const members = this.#members.get(key);
    if (members === undefined || typeof members === 'string') this.#members.delete(key);
    else {
      members.delete(id);
      const last = members.size === 1 ? members.minKey() : undefined;
      if (last !== undefined) this.#members.set(key, last);
    }
    if (turn > 0) this.#changed.set(key, turn);
  }
}

const none: readonly string[] = [];

/** The keys, one by one. */
export function keyList(keys: Keys): readonly string[] {
  if (keys === undefined) return none;
  return typeof keys === 'string' ? [keys] : keys;
}

export function standsUnder(keys: Keys, key: string): boolean {
  if (keys === undefined || typeof keys === 'string') return keys === key;
  return keys.includes(key);
}

const byId = (a: ActorId, b: ActorId): number => (a < b ? -1 : a > b ? 1 : 0);

/** Nodes of a tree have up to so many members. */
const nodeMax = 32;

/** Of ids in any order, some of which may come twice. */
function crowdOf<Id extends ActorId>(ids: Id[]): Crowd<Id> {
  const sorted = ids.sort(byId).filter((id, n) => id !== ids[n - 1]);
  return bulkLoad(
    sorted,
    sorted.map(() => undefined),
    nodeMax,
    byId,
  );
}

function crowd<Id extends ActorId>(first: Id, second: Id): Crowd<Id> {
  const tree = new SortedTree<Id, undefined>(undefined, byId);
  tree.set(first, undefined);
  tree.set(second, undefined);
  return tree;
}
