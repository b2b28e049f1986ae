/** A life in ten lines: of all that is told of a resident its beginning and its end, and between them what weighs most. */
import type { Chronicle } from './answers.ts';

type Entry = Chronicle['items'][number];

export const linesMax = 10;

/** What weighs more is kept rather. */
const weights: Readonly<Record<string, number>> = {
  'resident.born': 5,
  'resident.died': 5,
  'pod.deployed': 4,
  'pod.shut_down': 3,
  'question.answered': 2,
  'job.completed': 1,
};

/** `entries` from the first on, of which the first and the last are always kept. In their order. */
export function tenLines(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length <= linesMax) return entries;
  const weighed = entries.map((entry, n) => {
    const isEnd = n === 0 || n === entries.length - 1;
    return { entry, n, weight: isEnd ? Number.POSITIVE_INFINITY : (weights[entry.type] ?? 0) };
  });
  const kept = weighed.sort((a, b) => b.weight - a.weight || a.n - b.n).slice(0, linesMax);
  return kept.sort((a, b) => a.n - b.n).map(({ entry }) => entry);
}
