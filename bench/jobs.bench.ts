/** Four runs of a grid, all at once beside one after the other. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, rounds, scale } from './harness/settings.ts';
import { type Bench, compared, listed, median, rounded } from './harness/table-row.ts';

const runs = 4;
/** Of what the cores could give. */
const shareMin = 0.8;

export const jobs: Bench = {
  name: 'jobs',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'civitas-jobs-'));
    try {
      const alone: number[] = [];
      const two: number[] = [];
      const together: number[] = [];
      for (let round = rounds(3); round > 0; round--) {
        alone.push(await seconds(join(folder, `one-${round}`), 1));
        two.push(await seconds(join(folder, `two-${round}`), 2));
        together.push(await seconds(join(folder, `all-${round}`), runs));
      }
      const cores = Math.min(runs, cpus().length);
      const cells = {
        figure: `${runs} simulated cities with --jobs ${runs}`,
        ours: `${rounded(median(together))} s`,
        comparator: `--jobs 1, ${rounded(median(alone))} s`,
        details: [
          `this machine has ${cpus().length} cores; --jobs 2 ${listed(two)} s, ${rounded(median(alone) / median(two))} times as fast as one`,
          `at once ${listed(together)} s, one by one ${listed(alone)} s, start and Parquet included`,
        ],
      };
      return [compared(cells, median(alone) / median(together), { atLeast: shareMin * cores })];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function seconds(out: string, atOnce: number): Promise<number> {
  const size = ['--residents', '200', '--ticks', String(Math.max(2, Math.round(144 * scale)))];
  const grid = ['--replications', String(runs), '--jobs', String(atOnce)];
  const from = performance.now();
  const args = [join(root, 'cli/civitas.js'), 'simulate', ...size, ...grid, '--out', out];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return (performance.now() - from) / 1000;
}
