/** Two servers under the same load, alternating: ours, the comparator, ours, the comparator. */
import { listed, median, rounded } from './table-row.ts';
import { type Load, type Loaded, load } from './wrk.ts';

export interface Sides {
  readonly ours: readonly Loaded[];
  readonly bare: readonly Loaded[];
}

/** Each side is warmed up for a second or two, then loaded once in each round. */
export async function alternateLoads(roundCount: number, ours: Load, bare: Load, warmSeconds: number): Promise<Sides> {
  await load({ ...ours, seconds: warmSeconds });
  await load({ ...bare, seconds: warmSeconds });
  const sides = { ours: [] as Loaded[], bare: [] as Loaded[] };
  for (let round = 0; round < roundCount; round++) {
    sides.ours.push(await load(ours));
    sides.bare.push(await load(bare));
  }
  return sides;
}

export const rateOf = (side: readonly Loaded[]): number => median(side.map(({ perSecond }) => perSecond));
export const cpuOf = (side: readonly Loaded[]): number => median(side.map(({ cpu }) => cpu));

export const cell = (side: readonly Loaded[]): string => `${rounded(rateOf(side))}/s, ${rounded(cpuOf(side))} us CPU`;

/** Requests a second and CPU of each round of one side. */
export function roundsText(name: string, side: readonly Loaded[]): string {
  const rates = listed(side.map(({ perSecond }) => perSecond));
  const p99 = listed(side.map(({ p99Ms }) => p99Ms));
  return `${name}: ${rates} requests/s; ${listed(side.map(({ cpu }) => cpu))} us server CPU a request; p99 ${p99} ms`;
}
