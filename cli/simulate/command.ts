/** `civitas simulate`: a city that is lived in by policies, as fast as this machine can, and what the run leaves. */
import { createHash } from 'node:crypto';
import { closest } from 'fastest-levenshtein';
import { kinds } from '../../actors/index.ts';
import { examine, inItsUnit, settingNames } from '../../config/settings.ts';
import { type PolicyTable, tableNamed, tableNames } from '../../population/policies/built-in.ts';
import { chartsOf } from '../../research/charts/all.ts';
import { hashOf } from '../../research/charts/chart.ts';
import { csvOf } from '../../research/runs/figures.ts';
import { run, type Summary } from '../../research/runs/run.ts';
import { RunFolder } from '../../research/runs/run-folder.ts';
import { readPolicyFile } from './policy-file.ts';

/** As the command line gives them. */
export interface SimulateOptions {
  readonly residents: string;
  readonly ticks: string;
  readonly seed: string;
  readonly policy: string;
  readonly set: readonly string[];
  readonly out: string;
}

/** What runs it, for its manifest. */
export interface Program {
  readonly version: string;
  readonly commandLine: readonly string[];
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

const residentsMax = 100_000;
const ticksMax = 1_000_000;
const seedMax = 2 ** 31 - 1;
const progressMs = 1_000;

/** Runs it. Throws an error of one sentence for whatever cannot be used, with nothing written. */
export async function simulate(options: SimulateOptions, program: Program): Promise<Summary> {
  const residents = whole('--residents', options.residents, 1, residentsMax);
  const ticks = whole('--ticks', options.ticks, 1, ticksMax);
  const seed = whole('--seed', options.seed, 0, seedMax);
  const { config, settings } = settingsOf(options.set);
  const { table, sha256 } = await policyOf(options.policy);
  const folder = await RunFolder.open(options.out);
  try {
    const onTick = progress(ticks, program.say);
    const course = { seed, residents, table, config };
    const { summary, rows } = await run({
      course,
      ticks,
      folder,
      onTick,
      ...(program.signal && { signal: program.signal }),
    });
    const { version, commandLine } = program;
    const manifest = {
      ...{ seed, residents, ticks },
      policy: { name: options.policy, sha256 },
      settings,
      charts: Object.fromEntries([...chartsOf(kinds)].map(([id, chart]) => [id, hashOf(chart)])),
      version,
      node: process.version,
      command_line: commandLine,
    };
    await folder.complete({
      'manifest.json': textOf(manifest),
      'summary.json': textOf(summary),
      'ticks.csv': csvOf(rows),
    });
    return summary;
  } catch (cause) {
    await folder.discard();
    throw cause;
  }
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function whole(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${option} ${text}: not a whole number from ${min} to ${max}.`);
}

/** Settings of this shell do not count: a run is what its command line says. No minds live in it. */
function settingsOf(sets: readonly string[]) {
  const given: Record<string, string> = { MINDS: '0' };
  for (const set of sets) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(set) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`--set ${set}: give a setting and its value, for example --set RESIDENT_UPKEEP=2.`);
    if (!isRule(name)) throw new Error(`--set ${set}: ${unknownSetting(name)}`);
    given[name] = value;
  }
  const { config, wrong } = examine(given);
  if (wrong[0] !== undefined) throw new Error(`--set ${withValue(wrong[0], given)}.`);
  const settings = ruleNames(config.rules).map((name) => [
    name,
    { value: inItsUnit(name, config.rules[name] ?? 0), origin: Object.hasOwn(given, name) ? '--set' : 'default' },
  ]);
  return { config, settings: Object.fromEntries(settings) };
}

/** What is wrong with a setting, behind the value that it was given. */
function withValue(wrong: string, given: Readonly<Record<string, string>>): string {
  const [name = '', ...why] = wrong.split(': ');
  const value = given[name];
  return [value === undefined ? name : `${name}=${value}`, ...why].join(': ');
}

const defaults = examine({ MINDS: '0' }).config;
const ruleNames = (rules: Readonly<Record<string, number>>) =>
  settingNames.filter((name) => Object.hasOwn(rules, name));
const isRule = (name: string): boolean => Object.hasOwn(defaults.rules, name);

function unknownSetting(name: string): string {
  if (settingNames.some((known) => known === name)) return `no rule reads ${name}: it changes nothing in a simulation.`;
  return `there is no setting ${name}. Did you mean ${closest(name, ruleNames(defaults.rules))}?`;
}

async function policyOf(given: string): Promise<{ readonly table: PolicyTable; readonly sha256: string | null }> {
  const table = tableNamed(given);
  if (table !== undefined) return { table, sha256: null };
  if (!/[/\\.]/.test(given))
    throw new Error(
      `--policy ${given}: there is no such policy. There are ${tableNames.join(', ')}, or give a file (./mine.ts).`,
    );
  const { text, table: own } = await readPolicyFile(given);
  return { table: own, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Says, at most once a second, how far it is. */
function progress(ticks: number, say: (line: string) => void): (tick: number, acts: number) => void {
  const from = performance.now();
  let said = from;
  return (tick, acts) => {
    const now = performance.now();
    if (now - said < progressMs && tick < ticks) return;
    said = now;
    const seconds = (now - from) / 1000;
    const left = Math.round((seconds / tick) * (ticks - tick));
    say(`tick ${tick} of ${ticks}, ${Math.round(acts / seconds)} acts/s, ${left} s left`);
  };
}
