/** What one run is ordered to be, and what its thread says: plain data, which goes from thread to thread. */
import { hasMinds, tableNamed } from '../../population/policies/built-in.ts';
import type { Summary } from '../../research/runs/run.ts';
import type { Outage } from '../../research/simulation/outside.ts';
import type { Given } from './rules.ts';
import type { WatchedData } from './watched-thread.ts';

export interface RunOrder {
  readonly seed: number;
  readonly residents: number;
  readonly ticks: number;
  readonly policy: PolicyOrder;
  readonly given: Given;
  /** Names of settings that are given by a sweep. */
  readonly swept: readonly string[];
  readonly until: string | null;
  /** Whether code of residents runs, or comes to its end at once. */
  readonly runsCode: boolean;
  /** Null: there is always a sandbox. */
  readonly outage: Outage | null;
  /** A Postgres that keeps the city; it decides nothing. */
  readonly database: string | null;
}

export interface PolicyOrder {
  /** As the command line has it. */
  readonly name: string;
  /** Null of a built-in one. */
  readonly file: { readonly path: string; readonly sha256: string } | null;
}

/** Whether minds live in the run: of what they think nothing is kept, so that it cannot be gone on with. */
export function isLivedByMinds({ policy: { name, file } }: Pick<RunOrder, 'policy'>): boolean {
  const table = file === null ? tableNamed(name) : undefined;
  return table !== undefined && hasMinds(table);
}

/** What a thread is given. */
export interface ThreadData extends WatchedData {
  readonly order: RunOrder;
  /** Where its files are written; an absolute path. */
  readonly folder: string;
}

/** What a thread says. */
export type Said =
  | { readonly type: 'tick'; readonly tick: number; readonly acts: number }
  | { readonly type: 'ended'; readonly summary: Summary }
  | { readonly type: 'interrupted'; readonly tick: number }
  | { readonly type: 'failed'; readonly why: string; readonly isUnwritable: boolean };
