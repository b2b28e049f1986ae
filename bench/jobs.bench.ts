/**
 * Four runs of a grid, all at once beside one after the other. The clock says what they give on this machine as it is; CPU, which others on
 * it hardly change, says what its cores could give.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuMicros } from './harness/cpu.ts';
import { population, root, rounds, scale } from './harness/settings.ts';
import { type Bench, compared, listed, median, rounded } from './harness/table-row.ts';

const runs = 4;
/** Of what the cores could give. */
const shareMin = 0.8;

interface Grid {
  readonly seconds: number[];
  /** Seconds of the processor, of all that ran. */
  readonly cpu: number[];
}

export const jobs: Bench = {
  name: 'jobs',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'civitas-jobs-'));
    const [alone, two, together] = [gridOf(), gridOf(), gridOf()];
    try {
      for (let round = rounds(3); round > 0; round--) {
        await run(join(folder, `one-${round}`), 1, alone);
        await run(join(folder, `two-${round}`), 2, two);
        await run(join(folder, `all-${round}`), runs, together);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const cores = Math.min(runs, cpus().length);
    const cells = {
      figure: `${runs} simulated cities with --jobs ${runs}`,
      ours: `${rounded(median(together.seconds))} s`,
      comparator: `--jobs 1, ${rounded(median(alone.seconds))} s`,
      details: [
        `this machine has ${cpus().length} cores; ${population(residentsMeant)} residents, ${ticks} ticks, start and Parquet included`,
        `at once ${listed(together.seconds)} s, one by one ${listed(alone.seconds)} s`,
        `--jobs 2 ${listed(two.seconds)} s, ${rounded(median(alone.seconds) / median(two.seconds))} times as fast as one`,
        `CPU: one by one ${listed(alone.cpu)} s, --jobs 2 ${listed(two.cpu)} s, at once ${listed(together.cpu)} s`,
        `by CPU, with cores of their own, ${rounded((2 * median(alone.cpu)) / median(two.cpu))} times as fast with --jobs 2`,
      ],
    };
    return [compared(cells, median(alone.seconds) / median(together.seconds), { atLeast: shareMin * cores })];
  },
};

/** At full size a run takes several times as long as its start. */
const residentsMeant = 400;
const ticks = Math.max(2, Math.round(432 * scale));

const gridOf = (): Grid => ({ seconds: [], cpu: [] });

async function run(out: string, atOnce: number, { seconds, cpu }: Grid): Promise<void> {
  const size = ['--residents', String(population(residentsMeant)), '--ticks', String(ticks)];
  const grid = ['--replications', String(runs), '--jobs', String(atOnce)];
  const args = [join(root, 'cli/civitas.js'), 'simulate', ...size, ...grid, '--out', out];
  const [from, cpuFrom] = [performance.now(), cpuMicros(process.pid)];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  seconds.push((performance.now() - from) / 1000);
  cpu.push((cpuMicros(process.pid) - cpuFrom) / 1_000_000);
}
