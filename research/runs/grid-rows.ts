/** Runs of a grid as a table: a row for each, also for one that failed. */
import type { Summary } from './run.ts';
import { csvLine } from './tables.ts';

export interface RunRow {
  /** Of its folder. */
  readonly name: string;
  /** What was swept, by setting. */
  readonly cell: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Of one that is whole. */
  readonly summary?: Summary;
  /** Why there is none. */
  readonly why?: string;
}

/** The figures of a run that are one number each; amounts are millicredits. Null where there is nothing to say. */
export function numbersOf({ ticks, figures }: Summary): Readonly<Record<string, number | null>> {
  const { population, births, deaths, gini, pods, balances, turns, events, commands } = figures;
  return {
    ...{ ticks, population, births },
    deaths: sum(Object.values(deaths)),
    deaths_natural: deaths['natural'] ?? 0,
    deaths_credit: deaths['credit'] ?? 0,
    pods,
    gini,
    residents_millicredits: balances.residents,
    pools_millicredits: balances.pools,
    treasury_millicredits: balances.treasury,
    ...{ turns, events },
    applied: commands.applied,
    refused: sum(Object.values(commands.refused)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** With a head; cells are empty where there is nothing to say. */
export function csvOfRuns(rows: readonly RunRow[]): string {
  const swept = Object.keys(rows[0]?.cell ?? {});
  const whole = rows.find(({ summary }) => summary !== undefined)?.summary;
  const names = whole === undefined ? [] : Object.keys(numbersOf(whole));
  const head = ['run', ...swept, 'seed', 'state', 'why', 'hash', ...names];
  const lines = rows.map(({ name, cell, seed, summary, why }) => {
    const numbers = summary && numbersOf(summary);
    const state = summary === undefined ? 'failed' : 'whole';
    const known = [name, ...swept.map((of) => cell[of]), seed, state, why, summary?.hash];
    return [...known, ...names.map((of) => numbers?.[of])];
  });
  return [head, ...lines].map(csvLine).join('');
}
