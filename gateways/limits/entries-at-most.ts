/**
 * The bound of a cache by its number of entries, for caches that may hold many: `max` of `lru-cache` sets their place aside at once, which
 * takes milliseconds of each start and a megabyte for each, for a city that has ten callers.
 */
export const entriesAtMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
