/** `civitas simulate`: a city that is lived in by policies, as fast as this machine can, and what the run leaves. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { partialOf } from '../../research/runs/run-folder.ts';
import { unwritableOf } from '../../research/runs/unwritable.ts';
import { withoutPassword } from './database.ts';
import { runGrid } from './grid.ts';
import { type Plan, planOf, type SimulateOptions } from './plan.ts';
import { runOrdered, type Session } from './running.ts';

const progressMs = 1_000;

/**
 * Runs it; the hash of all that was lived. Throws an error of one sentence for whatever cannot be used, with nothing written, and for a run
 * that fails or is interrupted.
 */
export async function simulate(options: SimulateOptions, given: Session): Promise<string> {
  const plan = await planOf(options);
  const session = { ...given, commandLine: shownOf(given.commandLine, options.database) };
  const { out, resume = false } = options;
  if (resume && existsSync(join(out, 'summary.json'))) {
    session.say(`${out} is whole already.`);
    return hashIn(out);
  }
  return runPlan(plan, out, resume, session).catch((cause: unknown) => {
    const unwritable = unwritableOf(cause);
    if (unwritable === undefined) throw cause;
    const left = existsSync(partialOf(out));
    const then = left ? 'Once that is mended, --resume goes on from there.' : 'Nothing was kept.';
    throw new Error(`--out ${out}: ${unwritable.message}. ${then}`, { cause });
  });
}

async function runPlan(plan: Plan, out: string, resumes: boolean, session: Session): Promise<string> {
  if (plan.type === 'grid') return runGrid(plan, out, resumes, session);
  const { order } = plan;
  const { hash } = await runOrdered(order, { out, resumes }, session, progress(order.ticks, session.say));
  session.say(await outcomeIn(out));
  return hash;
}

const Outcome = z.object({
  ticks: z.int(),
  figures: z.object({ population: z.int(), births: z.int(), deaths: z.record(z.string(), z.int()) }),
});

/** What came of a run, in a line. */
async function outcomeIn(folder: string): Promise<string> {
  const { ticks, figures } = Outcome.parse(JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8')));
  const died = Object.values(figures.deaths).reduce((all, one) => all + one, 0);
  const came = `births ${figures.births}, deaths ${died}`;
  return `After ${ticks} ticks ${figures.population} live (${came}). To look at: ${join(folder, 'report.html')}`;
}

/** A command line goes into files. */
const shownOf = (line: readonly string[], database: string | undefined): readonly string[] =>
  database === undefined ? line : line.map((word) => word.replaceAll(database, withoutPassword(database)));

const Hashed = z.object({ hash: z.string() });

/** The hash of a whole run or grid. */
async function hashIn(folder: string): Promise<string> {
  return Hashed.parse(JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'))).hash;
}

/** Says, at most once a second, how far it is. */
function progress(ticks: number, say: (line: string) => void): (tick: number, acts: number) => void {
  let begun: { readonly at: number; readonly tick: number; readonly acts: number } | undefined;
  let said = performance.now();
  return (tick, acts) => {
    const now = performance.now();
    begun ??= { at: said, tick: tick - 1, acts: 0 };
    if (now - said < progressMs && tick < ticks) return;
    said = now;
    const seconds = (now - begun.at) / 1000;
    const left = Math.round((seconds / (tick - begun.tick)) * (ticks - tick));
    say(`tick ${tick} of ${ticks}, ${Math.round((acts - begun.acts) / seconds)} acts/s, ${left} s left`);
  };
}
