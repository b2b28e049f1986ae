/**
 * What replications come to: of each figure of each cell the mean, with its 95 % interval over the seeds, and of each cell but the first
 * what differs from the first. The difference is taken seed by seed: both cells had the same dice, so that much of what is chance in one
 * stands in the other as well, and drops out.
 */
import jStat from 'jstat';
import { numbersOf, type RunRow } from './grid-rows.ts';

/** Over the seeds at which the figure is a number. */
interface Estimate {
  readonly n: number;
  /** Null of none. */
  readonly mean: number | null;
  /** Both ends of the 95 % interval by Student's t; null of fewer than two. */
  readonly interval: readonly [number, number] | null;
}

type Estimates = Readonly<Record<string, Estimate>>;

interface Cell {
  readonly settings: RunRow['cell'];
  readonly failed: number;
  readonly figures: Estimates;
  /** From the first cell, paired by seed; null of the first. */
  readonly difference: Estimates | null;
}

const share = 0.975;
const digits = 9;

export function comparisonOf(rows: readonly RunRow[]): { readonly runs: number; readonly cells: readonly Cell[] } {
  const [first = [], ...others] = byCell(rows);
  const cells = [first, ...others].map(
    (own): Cell => ({
      settings: own[0]?.cell ?? {},
      failed: own.filter(({ summary }) => summary === undefined).length,
      figures: estimates(numbers(own)),
      difference: own === first ? null : estimates(differences(numbers(first), numbers(own))),
    }),
  );
  return { runs: rows.length, cells };
}

function byCell(rows: readonly RunRow[]): readonly (readonly RunRow[])[] {
  const cells = new Map<string, RunRow[]>();
  for (const row of rows) {
    const name = JSON.stringify(row.cell);
    cells.set(name, [...(cells.get(name) ?? []), row]);
  }
  return [...cells.values()];
}

type Numbers = ReadonlyMap<number, Figures>;

/** By seed. */
const numbers = (rows: readonly RunRow[]): Numbers =>
  new Map(rows.flatMap(({ seed, summary }) => (summary === undefined ? [] : [[seed, numbersOf(summary)] as const])));

function differences(from: Numbers, to: Numbers): Numbers {
  const both = [...to].flatMap(([seed, figures]) => {
    const before = from.get(seed);
    return before === undefined ? [] : [[seed, minus(figures, before)] as const];
  });
  return new Map(both);
}

type Figures = Readonly<Record<string, number | null>>;

function minus(figures: Figures, before: Figures): Figures {
  const pairs = Object.entries(figures).map(([name, value]) => {
    const other = before[name] ?? null;
    return [name, value === null || other === null ? null : value - other] as const;
  });
  return Object.fromEntries(pairs);
}

function estimates(bySeed: Numbers): Estimates {
  const all = [...bySeed.values()];
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, estimate(all.flatMap((figures) => figures[name] ?? []))] as const),
  );
}

function estimate(values: readonly number[]): Estimate {
  const n = values.length;
  if (n === 0) return { n, mean: null, interval: null };
  const mean = values.reduce((sum, one) => sum + one, 0) / n;
  if (n === 1) return { n, mean, interval: null };
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  const half = jStat.studentt.inv(share, n - 1) * Math.sqrt(variance / n);
  return { n, mean: rounded(mean), interval: [rounded(mean - half), rounded(mean + half)] };
}

/** What the last bits of a quantile are depends on nobody's platform then. */
const rounded = (value: number): number => Number(value.toPrecision(digits));
