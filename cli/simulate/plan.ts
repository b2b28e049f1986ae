/** What `civitas simulate` is asked for, read from its command line: one run, or a grid of them. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { tableNamed, tableNames } from '../../population/policies/built-in.ts';
import { untilOf } from '../../research/runs/until-condition.ts';
import type { Outage } from '../../research/simulation/outside.ts';
import { assertDatabase } from './database.ts';
import { isLivedByMinds, type PolicyOrder, type RunOrder } from './order.ts';
import { configOf, type Given, nameAndValue } from './rules.ts';

/** As the command line gives them. */
export interface SimulateOptions {
  readonly residents: string;
  readonly ticks: string;
  readonly seed: string;
  readonly policy: string;
  readonly set: readonly string[];
  readonly sweep: readonly string[];
  /** Unset: one run, which is no grid. */
  readonly replications?: string;
  readonly jobs: string;
  readonly until?: string;
  readonly runCode?: boolean;
  /** The first and the last tick without a sandbox, as `60-70`. */
  readonly outage?: string;
  readonly database?: string;
  readonly resume?: boolean;
  readonly out: string;
}

/** A run of a grid. */
export interface GridRun {
  /** Of its folder: what is its own, `RESIDENT_UPKEEP=2,seed=7`. */
  readonly name: string;
  /** The values that are swept; runs with the same are replications of each other. */
  readonly cell: Given;
  readonly order: RunOrder;
}

export type Plan =
  | { readonly type: 'run'; readonly order: RunOrder }
  | {
      readonly type: 'grid';
      /** What all have in common. */
      readonly order: RunOrder;
      readonly runs: readonly GridRun[];
      /** How many run at once. */
      readonly jobs: number;
    };

const residentsMax = 100_000;
export const ticksMax = 1_000_000;
export const seedMax = 2 ** 31 - 1;
const replicationsMax = 10_000;
const runsMax = 10_000;
const jobsMax = 256;

/** Throws an error of one sentence for whatever cannot be used. */
export async function planOf(options: SimulateOptions): Promise<Plan> {
  const residents = whole('--residents', options.residents, 1, residentsMax);
  const ticks = whole('--ticks', options.ticks, 1, ticksMax);
  const seed = whole('--seed', options.seed, 0, seedMax);
  const jobs = whole('--jobs', options.jobs, 1, jobsMax);
  const { until = null, database = null, runCode: runsCode = false } = options;
  if (database !== null) assertDatabase(database);
  if (until !== null) untilOf(until);
  const given = Object.fromEntries(options.set.map((one) => nameAndValue('--set', one)));
  configOf(given);
  const policy = await policyOrder(options.policy);
  const outage = options.outage === undefined ? null : outageOf(options.outage);
  const order = { seed, residents, ticks, policy, given, swept: [], until, runsCode, outage, database };
  if (options.sweep.length === 0 && options.replications === undefined) {
    if (options.resume && isLivedByMinds(order))
      throw new Error(
        `--resume: nothing is kept of what minds think, so that a run of --policy ${policy.name} only begins anew.`,
      );
    return { type: 'run', order };
  }
  if (database !== null) throw new Error('--database: it keeps one city, and a grid has many.');
  const replications = whole('--replications', options.replications ?? '1', 1, replicationsMax);
  if (seed + replications - 1 > seedMax)
    throw new Error(`--seed ${seed}: the last replication has one above ${seedMax}.`);
  return { type: 'grid', order, runs: runsOf(order, cellsOf(options.sweep, given), replications), jobs };
}

/** Throws an error of one sentence for anything else. */
export function whole(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${option} ${text}: not a whole number from ${min} to ${max}.`);
}

function outageOf(text: string): Outage {
  const [from, to, ...rest] = text.split('-').map((tick) => (/^[0-9]{1,7}$/.test(tick) ? Number(tick) : Number.NaN));
  if (rest.length === 0 && from !== undefined && to !== undefined && 1 <= from && from <= to && to <= ticksMax)
    return { from, to };
  throw new Error(`--outage ${text}: give its first and its last tick, as 60-70.`);
}

/** Every combination of the values that are swept; a single one of nothing when none is. */
function cellsOf(sweeps: readonly string[], given: Given): readonly Given[] {
  let cells: readonly Given[] = [{}];
  for (const sweep of sweeps) {
    const [name, text] = nameAndValue('--sweep', sweep);
    const values = text.split(',');
    if (new Set(values).size < values.length) throw new Error(`--sweep ${sweep}: a value is there twice.`);
    if (cells.some((cell) => Object.hasOwn(cell, name)) || Object.hasOwn(given, name))
      throw new Error(`--sweep ${sweep}: ${name} is given twice.`);
    for (const value of values) configOf({ ...given, [name]: value }, '--sweep');
    cells = cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value })));
    if (cells.length > runsMax) throw new Error(`--sweep ${sweep}: more than ${runsMax} runs.`);
  }
  return cells;
}

/** The same seeds for each cell: what differs between two cells is not the dice. */
function runsOf(order: RunOrder, cells: readonly Given[], replications: number): readonly GridRun[] {
  if (cells.length * replications > runsMax)
    throw new Error(`--replications ${replications}: more than ${runsMax} runs.`);
  return cells.flatMap((cell) =>
    Array.from({ length: replications }, (_, n): GridRun => {
      const seed = order.seed + n;
      const name = [...Object.entries(cell), ['seed', seed]].map((pair) => pair.join('=')).join(',');
      const given = { ...order.given, ...cell };
      configOf(given, '--sweep');
      return { name, cell, order: { ...order, seed, given, swept: Object.keys(cell) } };
    }),
  );
}

/** Throws an error of one sentence for what names no policy, and no file that can be read. */
export async function policyOrder(given: string): Promise<PolicyOrder> {
  if (tableNamed(given) !== undefined) return { name: given, file: null };
  if (!/[/\\.]/.test(given))
    throw new Error(
      `--policy ${given}: there is no such policy. There are ${tableNames.join(', ')}; give one, several with commas, or a file (./mine.ts).`,
    );
  const path = resolve(given);
  const text = await readFile(path).catch((cause: unknown) => {
    const why = !existsSync(path)
      ? 'there is no such file'
      : `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new Error(`--policy ${given}: ${why}.`);
  });
  return { name: given, file: { path, sha256: createHash('sha256').update(text).digest('hex') } };
}
