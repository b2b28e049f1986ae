/** One line of the table: our figure, the comparator's, their ratio, and whether it is as far as it should be. */

export interface Row {
  readonly figure: string;
  readonly ours: string;
  readonly comparator: string;
  /** `undefined` when one side could not be had. */
  readonly ratio: number | undefined;
  /** The goal of the ratio, as it is printed. */
  readonly reach: string;
  readonly reached: boolean | undefined;
  /** Lines below the table: single rounds, requests and CPU of both sides, remarks. */
  readonly details: readonly string[];
}

/** A file of this folder: one figure, in one row or several. */
export interface Bench {
  /** The name by which it is chosen on the command line. */
  readonly name: string;
  readonly run: () => Promise<readonly Row[]>;
}

type Goal = { readonly atLeast: number } | { readonly atMost: number };
type Measured = Pick<Row, 'figure' | 'ours' | 'comparator' | 'details'>;

/** A row whose ratio has to be at least, or at most, something. */
export function compared(measured: Measured, ratio: number, goal: Goal): Row {
  const reach = 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
  return { ...measured, ratio, reach, reached: isMet(ratio, goal) };
}

/** As `compared`; `other` may take the place of the goal, or must hold beside it. */
export function comparedWith(
  measured: Measured,
  ratio: number,
  goal: Goal,
  how: 'and' | 'or',
  other: { readonly reach: string; readonly isMet: boolean },
): Row {
  const row = compared(measured, ratio, goal);
  const met = row.reached === true;
  const reached = how === 'and' ? met && other.isMet : met || other.isMet;
  return { ...row, reach: `${row.reach}, ${how} ${other.reach}`, reached };
}

/** A row that has nothing to reach. */
export function printed(measured: Measured, ratio: number): Row {
  return { ...measured, ratio, reach: '-', reached: undefined };
}

/** A row whose comparator is not on this machine, or that failed. */
export function incomplete(measured: Measured, reach: string): Row {
  return { ...measured, ratio: undefined, reach, reached: undefined };
}

function isMet(ratio: number, goal: Goal): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

/** Rounds are few and the machine is noisy: the middle one counts. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** `1,234,567`, or three digits of something small. */
export function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

export const listed = (values: readonly number[]): string => values.map(rounded).join(', ');
