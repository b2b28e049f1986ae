/** The tables that a run leaves, each as CSV and as Parquet. Ids are text, ticks count from 1, amounts are millicredits. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';

const text = 'STRING';
const count = 'INT32';
/** Amounts, and what counts through a whole run. */
const large = 'INT64';
const share = 'DOUBLE';

type Type = typeof text | typeof count | typeof large | typeof share;

export const tables = {
  /** What is counted at the end of each tick. */
  ticks: {
    ...{ tick: count, population: count, births: count, deaths: count },
    ...{ residents_millicredits: large, pools_millicredits: large, visitors_millicredits: large },
    ...{ escrow_millicredits: large, treasury_millicredits: large, gini: share },
    ...{ applied: count, refused: count, events: count },
  },
  /** Everybody who ever lived, in the order of births. What has not happened is empty. */
  residents: {
    ...{ resident: text, name: text, mentor: text, born_tick: count, died_tick: count, cause: text },
    balance_millicredits: large,
  },
  deaths: { tick: count, seq: large, resident: text, name: text, cause: text, age_ticks: count, mentees: count },
  /** Credits that turns moved. Upkeep is no posting: it is what `ticks` lack beside these. */
  postings: { turn: large, tick: count, from: text, to: text, amount_millicredits: large, reason: text },
  /** Everything that was ever deployed, in that order. */
  pods: {
    ...{ pod: text, name: text, tier: text, owner: text, deployed_tick: count, ended_tick: count },
    ...{ calls: count, charged_millicredits: large, pool_millicredits: large },
  },
  /** What a call costs, whenever that changes. */
  prices: { turn: large, tick: count, pod: text, per_query_millicredits: large, per_entry_millicredits: large },
  /** Residents who had to do with each other: who did it, and to whom. */
  meetings: { tick: count, seq: large, type: text, place: text, resident: text, other: text },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Type>>>>;

export type TableName = keyof typeof tables;
export type Cell = string | number | null | undefined;

export const tableNames: readonly TableName[] = [
  ...(['ticks', 'residents', 'deaths', 'postings', 'pods', 'prices', 'meetings'] as const),
];
export const csvNameOf = (table: TableName): string => `${table}.csv`;

/** The names of the columns, as the first line of a table. */
export const headOf = (table: TableName): string => csvLine(Object.keys(tables[table]));

/** A line; a cell is empty where there is nothing to say. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;

/** RFC 4180: what has a comma, a quote or a line break stands in quotes. */
function csvCell(value: Cell): string {
  const written = String(value ?? '');
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** Rows that are held in memory at once. */
const rowGroupSize = 50_000;

/** Writes `<table>.parquet` beside the whole `<table>.csv`. */
export async function writeParquet(folder: string, table: TableName): Promise<void> {
  const types: Readonly<Record<string, Type>> = tables[table];
  const rows = createReadStream(join(folder, csvNameOf(table))).pipe(parse({ columns: true }));
  await parquetWriteRows({
    writer: fileWriter(join(folder, `${table}.parquet`)),
    rows: typed(rows, types),
    columns: Object.entries(types).map(([name, type]) => ({ name, type, nullable: true })),
    rowGroupSize,
  });
}

async function* typed(rows: AsyncIterable<Readonly<Record<string, string>>>, types: Readonly<Record<string, Type>>) {
  for await (const row of rows)
    yield Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, read(cell, types[name] ?? text)]));
}

function read(cell: string, type: Type): string | number | bigint | null {
  if (cell === '') return null;
  if (type === text) return cell;
  return type === large ? BigInt(cell) : Number(cell);
}
