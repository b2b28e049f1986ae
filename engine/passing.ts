/**
 * A Set and a Map for what is under way: what comes with a request and soon goes again.
 *
 * V8 links each table that a Set or a Map has filled, deletions included, to the one that takes its place. Once a full collection has found
 * one of them in use, it is old, and from then on young collections keep every later table of that Set alive with all that ever stood in
 * it: callers, bodies, answers. So these move on to a new Set or Map, to which nothing links, before many have gone
 * (docs/decisions/084-what-is-under-way.md).
 */

/** Gone since the last move, besides as many as are there: a move costs what it copies. */
const goneMin = 32;

/** As a `Map`. */
export class PassingMap<Key, Value> implements Iterable<readonly [Key, Value]> {
  #entries = new Map<Key, Value>();
  #gone = 0;
  #iterations = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** The key that has been there longest. */
  get first(): Key | undefined {
    for (const key of this.#entries.keys()) return key;
    return undefined;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  delete(key: Key): boolean {
    const was = this.#entries.delete(key);
    // An iteration would not learn of what goes after a move.
    if (was && ++this.#gone > goneMin + this.#entries.size && this.#iterations === 0) {
      this.#entries = new Map(this.#entries);
      this.#gone = 0;
    }
    return was;
  }

  /** The value, which goes. */
  take(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    this.delete(key);
    return value;
  }

  clear(): void {
    this.#entries = new Map();
    this.#gone = 0;
  }

  *[Symbol.iterator](): Generator<readonly [Key, Value], void> {
    this.#iterations += 1;
    try {
      yield* this.#entries;
    } finally {
      this.#iterations -= 1;
    }
  }
}

/** As a `Set`. */
export class PassingSet<Item> implements Iterable<Item> {
  readonly #items = new PassingMap<Item, true>();

  get size(): number {
    return this.#items.size;
  }

  /** The one that has been there longest. */
  get first(): Item | undefined {
    return this.#items.first;
  }

  has(item: Item): boolean {
    return this.#items.has(item);
  }

  add(item: Item): void {
    this.#items.set(item, true);
  }

  delete(item: Item): boolean {
    return this.#items.delete(item);
  }

  *[Symbol.iterator](): Generator<Item, void> {
    for (const [item] of this.#items) yield item;
  }
}
