/** Rows of a table of a run as Parquet in a second, beside DuckDB, which does nothing else and has no JavaScript in it. */
import { runProgram } from './harness/program.ts';
import { rounds, scale } from './harness/settings.ts';
import { type Bench, listed, median, printed, rounded } from './harness/table-row.ts';
import type { ParquetRowsOptions, ParquetRowsReport } from './programs/parquet-rows.ts';

export const parquet: Bench = {
  name: 'parquet',
  run: async () => {
    const rows = Math.max(1_000, Math.round(500_000 * scale));
    const measure = async (side: ParquetRowsOptions['side']) =>
      (await runProgram<ParquetRowsReport>('parquet-rows', { side, rows })).perSecond;
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = rounds(3); round > 0; round--) {
      ours.push(await measure('ours'));
      theirs.push(await measure('DuckDB'));
    }
    const cells = {
      figure: 'rows of a CSV table written as Parquet',
      ours: `${rounded(median(ours))}/s`,
      comparator: `DuckDB ${rounded(median(theirs))}/s`,
      details: [
        `${rows} rows; ours ${listed(ours)}/s; DuckDB ${listed(theirs)}/s, on as many threads as there are cores`,
      ],
    };
    return [printed(cells, median(ours) / median(theirs))];
  },
};
