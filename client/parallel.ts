/** Runs `work` on every item, at most `width` at once. */
export async function inParallel<T>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Resolves with the promise, or when `signal` is aborted. */
export async function inTime(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([promise, closed]);
}
