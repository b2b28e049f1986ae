/** Bounded lists, for tabs that are open for days. */

/** `list` with `item` at its head, `max` items at most. */
export const before = <Item>(list: readonly Item[], item: Item, max: number): readonly Item[] =>
  [item, ...list].slice(0, max);

/** Sets a key in `map`, and keeps the newest `max` keys. A key that is set again is the newest. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
