/** Bounds the time of a promise. */

/** Resolves to `undefined` when `promise` takes longer. @template T @param {Promise<T>} promise @param {number} ms */
export async function withTimeout(promise, ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return /** @type {T | undefined} */ (value);
}
