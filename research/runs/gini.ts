/** Gini coefficient: 0 when all hold the same, near 1 when one holds all; null when they hold nothing. */
export function gini(balances: readonly number[]): number | null {
  const rising = balances.toSorted((a, b) => a - b);
  const total = rising.reduce((sum, held) => sum + held, 0);
  if (total <= 0) return null;
  const n = rising.length;
  const weighted = rising.reduce((sum, held, at) => sum + (at + 1) * held, 0);
  return (2 * weighted) / (n * total) - (n + 1) / n;
}
