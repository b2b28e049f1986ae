/** Lists in a tab that is open for days: each has a bound. */

/** `list` with `item` before the others, `max` of them at most. */
export const before = <Item>(list: readonly Item[], item: Item, max: number): readonly Item[] =>
  [item, ...list].slice(0, max);

/** Keeps the newest of what is set in `map`, `max` of them. A key that is set again is the newest. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
