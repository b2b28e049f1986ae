/** Assertions of the runner. When one fails the runner answers `broken`, and the city gives the container up. */

/**
 * Throws unless `holds`.
 *
 * @param {boolean} holds
 * @param {string} what
 * @returns {asserts holds}
 */
export function assert(holds, what) {
  if (!holds) throw new Error(`a bug of the runner: not so: ${what}`);
}
