/** How long the doctor waits for an answer. */

/**
 * Rejects when `work` takes longer than `ms`. The timer keeps the process alive, so that work which nothing in the process would
 * ever end is late too.
 */
export async function withDeadline<T>(work: PromiseLike<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
