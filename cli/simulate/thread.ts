/** The thread of one run: it lives the city and writes the files; who started it opens the folder and puts it into its place. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../engine/assert.ts';
import { hasMinds } from '../../population/policies/built-in.ts';
import { documentRun } from '../../research/runs/documents.ts';
import { keptIn } from '../../research/runs/kept-run.ts';
import { run } from '../../research/runs/run.ts';
import { untilOf } from '../../research/runs/until-condition.ts';
import { unwritableOf } from '../../research/runs/unwritable.ts';
import { openDatabase, patient } from './database.ts';
import { textOf, today } from './manifest.ts';
import type { Said, ThreadData } from './order.ts';
import { orderedTable } from './policy-file.ts';
import { configOf } from './rules.ts';

/** Runs what its data orders, and says how it ends. */
export async function runInThread(): Promise<void> {
  const port = must(parentPort, 'a thread that was started by another');
  const data: ThreadData = workerData;
  const say = (said: Said) => port.postMessage(said);
  const interrupted = new AbortController();
  port.once('message', () => interrupted.abort());
  let last = 0;
  const onTick = (tick: number, acts: number) => {
    last = tick;
    say({ type: 'tick', tick, acts });
  };
  try {
    say({ type: 'ended', summary: await live(data, onTick, interrupted.signal) });
  } catch (cause) {
    if (interrupted.signal.aborted && cause === interrupted.signal.reason) say({ type: 'interrupted', tick: last });
    else say(failure(cause));
  } finally {
    port.close();
  }
}

function failure(cause: unknown): Said {
  const unwritable = unwritableOf(cause);
  const { message } = unwritable ?? (cause instanceof Error ? cause : new Error(String(cause)));
  return { type: 'failed', why: message, isUnwritable: unwritable !== undefined };
}

async function live(data: ThreadData, onTick: (tick: number, acts: number) => void, signal: AbortSignal) {
  const { order, folder, asking } = data;
  const { seed, residents, ticks, policy, given, until, runsCode, outage, database } = order;
  const table = await orderedTable(policy, asking);
  const goesOn = (await keptIn(folder)) !== undefined;
  const persistence = database === null ? undefined : await openDatabase(database, { goesOn });
  // They bring the gateways along, which no policy needs.
  const minds = hasMinds(table) ? (await import('../../research/minds/simulated-minds.ts')).mindsIn : undefined;
  const summary = await run({
    course: {
      ...{ seed, residents, table, config: configOf(given), runsCode, outage, ...(minds && { minds }) },
      ...(persistence && { persistence, journalOf: patient }),
    },
    ...{ ticks, folder, onTick, signal },
    ...(until !== null && { isOver: untilOf(until) }),
  }).finally(() => persistence?.close());
  await writeFile(join(folder, 'summary.json'), textOf(summary));
  await documentRun(folder, summary.hash, today());
  return summary;
}
