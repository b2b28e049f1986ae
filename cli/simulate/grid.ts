/** A grid of runs: each value of what is swept, each with the same seeds, several at once; and what comes of all of them. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentGrid } from '../../research/runs/documents.ts';
import { comparisonOf } from '../../research/runs/grid-comparison.ts';
import { csvOfRuns, type RunRow } from '../../research/runs/grid-rows.ts';
import type { Summary } from '../../research/runs/run.ts';
import { RunFolder } from '../../research/runs/run-folder.ts';
import { unwritableOf } from '../../research/runs/unwritable.ts';
import { begin, gridManifest, textOf, today } from './manifest.ts';
import type { GridRun, Plan } from './plan.ts';
import { Interrupted, runOrdered, type Session } from './running.ts';

type Grid = Extract<Plan, { readonly type: 'grid' }>;

/** Runs all; the hash over the hashes of all. Throws, when all have ended, if any has failed, and `Interrupted`. */
export async function runGrid(grid: Grid, out: string, resumes: boolean, session: Session): Promise<string> {
  const folder = await RunFolder.open(out, { resumes });
  try {
    await begin(folder, gridManifest(grid.runs, grid.order, session), out);
    const rows = await runAll(grid, folder, session);
    const hash = hashOf(rows);
    await writeFile(join(folder.partial, 'runs.csv'), csvOfRuns(rows));
    const comparison = comparisonOf(rows);
    await writeFile(join(folder.partial, 'summary.json'), textOf({ hash, ...comparison }));
    await documentGrid(folder.partial, hash, today(), comparison);
    await folder.complete();
    return whole(rows, hash, out);
  } catch (cause) {
    const isWorthless = !folder.isOld && !(cause instanceof Interrupted) && !(await holdsRun(folder));
    await (isWorthless ? folder.discard() : folder.leave());
    throw cause instanceof Interrupted ? new Interrupted(`Interrupted: --resume goes on from there (${out}).`) : cause;
  }
}

/** Whether a run in it is whole. */
const holdsRun = async ({ partial }: RunFolder): Promise<boolean> =>
  (await readdir(join(partial, 'runs')).catch(() => [])).some((name) => !name.endsWith('.partial'));

/** As many at once as there are jobs; the rows in the order of the grid. */
async function runAll({ runs, jobs }: Grid, folder: RunFolder, session: Session): Promise<readonly RunRow[]> {
  const rows: RunRow[] = [];
  let next = 0;
  const work = async () => {
    for (let n = next++; n < runs.length && !session.signal?.aborted; n = next++) {
      const run = runs[n];
      if (run === undefined) return;
      rows[n] = await rowOf(run, join(folder.partial, 'runs', run.name), session);
      session.say(
        `${rows.filter((row) => row !== undefined).length} of ${runs.length} runs, ${run.name}: ${said(rows[n])}`,
      );
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: jobs }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (rows.length < runs.length) throw new Interrupted();
  return rows;
}

/** One that is whole already is not run again; one that fails is a row with its reason, unless it fails of the disk, as all would. */
async function rowOf({ name, cell, order }: GridRun, out: string, session: Session): Promise<RunRow> {
  const of = { name, cell, seed: order.seed };
  try {
    const summary: Summary = existsSync(out)
      ? JSON.parse(await readFile(join(out, 'summary.json'), 'utf8'))
      : await runOrdered(order, { out, resumes: true }, session, () => {});
    return { ...of, summary };
  } catch (cause) {
    if (cause instanceof Interrupted || unwritableOf(cause) !== undefined) throw cause;
    return { ...of, why: cause instanceof Error ? cause.message : String(cause) };
  }
}

const said = (row: RunRow | undefined): string => row?.summary?.hash ?? `failed. ${row?.why}`;

function hashOf(rows: readonly RunRow[]): string {
  const hash = createHash('sha256');
  for (const { name, summary } of rows) hash.update(`${name} ${summary?.hash ?? 'failed'}\n`);
  return hash.digest('hex');
}

function whole(rows: readonly RunRow[], hash: string, out: string): string {
  const failed = rows.filter(({ why }) => why !== undefined);
  const [first] = failed;
  if (first === undefined) return hash;
  throw new Error(
    `${failed.length} of ${rows.length} runs failed, the first of them ${first.name}: ${first.why} All are listed in ${join(out, 'runs.csv')}.`,
  );
}
