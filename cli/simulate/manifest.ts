/** `manifest.json`: what a run or a grid was begun with, and by what. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kinds } from '../../actors/index.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { codeVersion } from '../../host/code-version.ts';
import { chartsOf, hashOf } from '../../research/charts/chart.ts';
import type { RunFolder } from '../../research/runs/run-folder.ts';
import type { RunOrder } from './order.ts';
import type { GridRun } from './plan.ts';
import { settingsOf } from './rules.ts';

/** What runs it. */
export interface Program {
  readonly version: string;
  readonly commandLine: readonly string[];
}

/** What decides how a run goes. */
const essenceOf = ({ residents, ticks, policy, given, swept, until, runsCode, outage }: RunOrder) => ({
  ...{ residents, ticks },
  policy: { name: policy.name, sha256: policy.file?.sha256 ?? null },
  settings: settingsOf(given, swept),
  until,
  runs_code: runsCode,
  outage,
});

const madeBy = ({ version, commandLine }: Program) => ({
  code: codeVersion(),
  charts: Object.fromEntries([...chartsOf(kinds)].map(([id, chart]) => [id, hashOf(chart)])),
  version,
  node: process.version,
  command_line: commandLine,
});

export const runManifest = (order: RunOrder, program: Program): string =>
  textOf({ seed: order.seed, ...essenceOf(order), ...madeBy(program) });

/** That of a grid says of each run what is its own, by its name; of a setting that is swept it has all values. */
export function gridManifest(runs: readonly GridRun[], base: RunOrder, program: Program): string {
  const seeds = { from: base.seed, to: runs.at(-1)?.order.seed ?? base.seed };
  const { settings, ...essence } = essenceOf(base);
  const all = { ...settings, ...sweptIn(runs, base) };
  return textOf({ runs: runs.map(({ name }) => name), seeds, ...essence, settings: all, ...madeBy(program) });
}

function sweptIn(runs: readonly GridRun[], base: RunOrder): ReturnType<typeof settingsOf> {
  const names = Object.keys(runs[0]?.cell ?? {});
  const shown = (name: string, value: string | undefined) => {
    const { order } = runs.find(({ cell }) => cell[name] === value) ?? { order: base };
    return settingsOf(order.given, [])[name]?.value;
  };
  return Object.fromEntries(
    names.map((name) => {
      const values = new Set(runs.map(({ cell }) => cell[name]));
      return [name, { value: [...values].map((value) => shown(name, value)).join(', '), origin: '--sweep' }];
    }),
  );
}

/** Writes it into a new folder. Throws when one that is gone on with was begun otherwise; what it was then stays. */
export async function begin({ partial, isOld }: RunFolder, manifest: string, out: string): Promise<void> {
  const path = join(partial, 'manifest.json');
  const before = isOld ? await readFile(path, 'utf8').catch(() => undefined) : undefined;
  if (before !== undefined && begun(before) !== begun(manifest))
    throw new Error(
      `--out ${out}: what was interrupted there was begun with other options, or by another version. Give those, or remove ${partial}.`,
    );
  if (before !== undefined) return;
  // A process that is killed leaves no half of it.
  await writeFile(`${path}.new`, manifest);
  await rename(`${path}.new`, path);
}

/** By which command line and on which Node it goes on is all the same. */
function begun(manifest: string): string | undefined {
  const parsed = parseJson(manifest);
  if (parsed === undefined) return undefined;
  const { node: _node, command_line: _line, ...rest } = fieldsOf(parsed);
  return JSON.stringify(rest);
}

export const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The one thing in a folder that is not the same in every run. */
export const today = (): string => new Date().toISOString().slice(0, 10);
