/** Rows of ticks, as series for charts and as rows of tables. */
import { causeOf } from '../lib/shared-words.ts';
import type { EconomyRow } from './answers.ts';

export interface Series {
  readonly name: string;
  /** A value for each tick; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly title: string;
  readonly ticks: readonly number[];
  readonly series: readonly Series[];
}

/** Rows that are kept and drawn, at most. */
const rowsMax = 600;

/** Known and new rows, each tick once, oldest first. */
export function merged(known: readonly EconomyRow[], more: readonly EconomyRow[]): readonly EconomyRow[] {
  const byTick = new Map([...known, ...more].map((row) => [row.tick, row]));
  return [...byTick.values()].sort((one, other) => one.tick - other.tick).slice(-rowsMax);
}

const kindNames: Readonly<Record<string, string>> = {
  residents: 'Residents',
  pools: 'Pools of places',
  visitors: 'Visitors',
  escrow: 'Held for what is under way',
  treasury: 'The city',
};
const kindsInOrder = Object.keys(kindNames);
const kindName = (kind: string): string => kindNames[kind] ?? kind;

export function population(rows: readonly EconomyRow[]): Chart {
  return chart('Residents that live', rows, [['Residents', (row) => row.population]]);
}

export function births(rows: readonly EconomyRow[]): Chart {
  const causes = namesIn(rows, ({ deaths }) => deaths);
  return chart('Births and deaths in each tick', rows, [
    ['Born', (row) => row.births],
    ...causes.map((cause) => [`Died ${causeOf(cause)}`, (row: EconomyRow) => row.deaths[cause] ?? 0] as const),
  ]);
}

/** The city's own account has a chart of its own: it may be far below zero. */
const treasury = 'treasury';

export function held(rows: readonly EconomyRow[]): Chart {
  const kinds = kindsIn(rows).filter((kind) => kind !== treasury);
  return chart(
    'Credits held, by kind of account',
    rows,
    kinds.map((kind) => [kindName(kind), (row) => row.accounts[kind]?.balance ?? null]),
  );
}

export const ofTheCity = (rows: readonly EconomyRow[]): Chart =>
  chart('Credits of the city itself: what it has taken less what it has given', rows, [
    [kindName(treasury), (row) => row.accounts[treasury]?.balance ?? null],
  ]);

/** For kinds of accounts of which there may be many. */
export function gini(rows: readonly EconomyRow[]): Chart {
  const kinds = kindsIn(rows).filter((kind) => rows.some(({ accounts }) => (accounts[kind]?.count ?? 0) > 1));
  return chart(
    'How unevenly they are held (Gini: 0 all the same, 1 one has all)',
    rows,
    kinds.map((kind) => [kindName(kind), (row) => row.accounts[kind]?.gini ?? null]),
  );
}

type Column = readonly [name: string, value: (row: EconomyRow) => number | null];

const chart = (title: string, rows: readonly EconomyRow[], columns: readonly Column[]): Chart => ({
  title,
  ticks: rows.map(({ tick }) => tick),
  series: columns.map(([name, value]) => ({ name, values: rows.map(value) })),
});

/** Known kinds first, in the order above. */
const kindsIn = (rows: readonly EconomyRow[]): readonly string[] => {
  const place = (kind: string) => (kindsInOrder.includes(kind) ? kindsInOrder.indexOf(kind) : kindsInOrder.length);
  return [...namesIn(rows, ({ accounts }) => accounts)].sort((one, other) => place(one) - place(other));
};

const namesIn = (rows: readonly EconomyRow[], of: (row: EconomyRow) => object): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(of(row))))].sort();

/** The newest ticks of a chart, newest first, as rows of a table. */
export function tableOf({ ticks, series }: Chart, rowsShown: number): readonly (readonly (number | null)[])[] {
  const newest = ticks.map((tick, at) => [tick, ...series.map(({ values }) => values[at] ?? null)]).reverse();
  return newest.slice(0, rowsShown);
}

/** The chart in a sentence, for readers who do not see it. */
export function summaryOf({ title, ticks, series }: Chart): string {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined) return `${title}: nothing yet.`;
  const ends = series.map(({ name, values }) => `${name} ${values[0] ?? 'unknown'} then ${values.at(-1) ?? 'unknown'}`);
  return `${title}, tick ${first} to ${last}: ${ends.join('; ')}.`;
}
