/**
 * `npm run bench [-- <part of a name> ...]`: each figure beside its comparator, in the same run on the same machine. Rows
 * are printed as they come and once more as one table. A ratio that falls short is printed like any other; the exit code
 * is 1 only when a row could not be measured, for want of a tool among others.
 */
import { performance } from 'node:perf_hooks';
import { acts } from './acts.bench.ts';
import { broadcast } from './broadcast.bench.ts';
import { chart } from './chart.bench.ts';
import { charts } from './charts.bench.ts';
import { crowd } from './crowd.bench.ts';
import { deliveries } from './deliveries.bench.ts';
import { door } from './door.bench.ts';
import { generations } from './generations.bench.ts';
import { geography } from './geography.bench.ts';
import { endAll } from './harness/cleanup.ts';
import { detailsOf, loadNow, type Measured, machineLine, tableOf } from './harness/table.ts';
import { type Bench, incomplete, type Row } from './harness/table-row.ts';
import { MissingTool } from './harness/tools.ts';
import { inhabitants } from './inhabitants.bench.ts';
import { jobs } from './jobs.bench.ts';
import { latency } from './latency.bench.ts';
import { me } from './me.bench.ts';
import { memory } from './memory.bench.ts';
import { memorySearch } from './memory-search.bench.ts';
import { moves } from './moves.bench.ts';
import { noting } from './noting.bench.ts';
import { pages } from './pages.bench.ts';
import { parquet } from './parquet.bench.ts';
import { past } from './past.bench.ts';
import { pods } from './pods.bench.ts';
import { pricedCalls } from './priced-calls.bench.ts';
import { restart } from './restart.bench.ts';
import { sandbox } from './sandbox.bench.ts';
import { simulation } from './simulation.bench.ts';
import { streams } from './streams.bench.ts';
import { tick } from './tick.bench.ts';
import { town } from './town.bench.ts';
import { watchers } from './watchers.bench.ts';

const benches: readonly Bench[] = [
  ...[me, broadcast, deliveries, chart, tick, memory, restart, latency],
  ...[geography, moves, pods, sandbox],
  ...[door, memorySearch, pricedCalls, streams, simulation, acts, noting, jobs, parquet],
  ...[watchers, pages, charts, inhabitants, town, crowd, generations, past],
];

const wanted = process.argv.slice(2);
/** A whole name means that row alone; anything else every row with that in its name. */
const isWanted = (name: string, part: string) =>
  benches.some((bench) => bench.name === part) ? name === part : name.includes(part);
const chosen = benches.filter(({ name }) => wanted.length === 0 || wanted.some((part) => isWanted(name, part)));
if (chosen.length === 0) {
  console.error(`no such row; there are: ${benches.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

/** How much of a failure stands in the table; the whole of it is printed before. */
const reasonCharsMax = 160;

let isInterrupted = false;
function interrupt(code: number): void {
  isInterrupted = true;
  void endAll().then(() => process.exit(code));
}
process.once('SIGINT', () => interrupt(130));
process.once('SIGTERM', () => interrupt(143));

const machine = await machineLine();
console.log(machine);
const rows: Measured[] = [];
for (const bench of chosen) {
  const load = loadNow();
  const startedAt = performance.now();
  const measured = await measure(bench);
  for (const row of measured) rows.push({ ...row, load });
  console.log(`\n${bench.name}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s, load before ${load}`);
  console.log(detailsOf(measured));
}
await endAll();
console.log(`\n${machine}\n${tableOf(rows)}`);
process.exit(process.exitCode ?? 0);

async function measure(bench: Bench): Promise<readonly Row[]> {
  try {
    return await bench.run();
  } catch (cause) {
    // What was interrupted fails in many ways, none of them worth a line.
    if (isInterrupted) return new Promise(() => {});
    await endAll();
    const what = cause instanceof Error ? cause.message : String(cause);
    const measured = { figure: bench.name, ours: '-', comparator: '-', details: [what] };
    process.exitCode = 1;
    if (cause instanceof MissingTool) return [incomplete({ ...measured, comparator: what }, '-')];
    console.error(cause);
    return [
      incomplete(
        { ...measured, ours: `could not be measured: ${what.slice(0, reasonCharsMax).replace(/\s+/g, ' ')}` },
        '-',
      ),
    ];
  }
}
