/** How many rows of a table become Parquet in a second: by what a run uses, or by DuckDB. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { csvLine, headOf, writeParquet } from '../../research/runs/tables.ts';
import { answer, options } from '../harness/program-io.ts';

export interface ParquetRowsOptions {
  readonly side: 'ours' | 'DuckDB';
  readonly rows: number;
}

export interface ParquetRowsReport {
  readonly perSecond: number;
}

const { side, rows } = options<ParquetRowsOptions>();
const folder = mkdtempSync(join(tmpdir(), 'civitas-parquet-'));
try {
  const lines = Array.from({ length: rows }, (_, n) =>
    csvLine([n, n >> 8, `resident:worker-${n % 1000}`, `resident:mentor-${n % 997}`, (n * 7919) % 100_000, 'transfer']),
  );
  writeFileSync(join(folder, 'postings.csv'), headOf('postings') + lines.join(''));
  const duck = await (await DuckDBInstance.create()).connect();
  const from = performance.now();
  if (side === 'ours') await writeParquet(folder, 'postings');
  else
    await duck.run(`copy '${join(folder, 'postings.csv')}' to '${join(folder, 'postings.parquet')}' (format parquet)`);
  answer({ perSecond: (rows * 1000) / (performance.now() - from) } satisfies ParquetRowsReport);
} finally {
  rmSync(folder, { recursive: true });
}
