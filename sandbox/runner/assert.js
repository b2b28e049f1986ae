/** Assertions of the runner. One that fails is told to the city as `broken`, and the container is given up. */

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
