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
