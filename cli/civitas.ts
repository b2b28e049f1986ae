/** The command line: every command of `civitas`, with its options. Each loads only what it needs. */
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { fieldsOf, parseJson, textOf } from '../client/wire.ts';
import { addMind } from '../minds/mind-command.ts';
import { addResidents } from '../population/residents-command.ts';
import type { ForkOptions } from './fork/command.ts';
import { Interruption } from './interruption.ts';
import { printable, printableLines } from './printable.ts';
import type { ReplayOptions } from './replay.ts';
import type { SimulateOptions } from './simulate/plan.ts';
import { addThreads } from './threads.ts';
import type { TurnsOptions } from './turns.ts';
import type { WhyOptions } from './why.ts';

const manifest = fieldsOf(parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
const program = new Command('civitas').version(textOf(manifest.version)).description(textOf(manifest.description));
// A call without a command shows the help, which is no error.
program.exitOverride(({ code, exitCode }) => process.exit(code === 'commander.help' ? 0 : exitCode));

/** Of an option that may be given several times. */
const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** Aborted by Ctrl-C or SIGTERM, with this as its reason. */
function interruption(reason: string): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(new Error(reason)));
  return interrupted.signal;
}

program
  .command('start')
  .description('run the city: City API, Portal Gateway and, unless DATABASE_URL is set, its own Postgres')
  .addHelpText(
    'after',
    '\nSettings are environment variables: `civitas config print` shows every one, docs/SETTINGS.md says what each means.',
  )
  .action(async () => {
    const { start } = await import('../main.ts');
    await start();
  });

addResidents(program, process.env);
addMind(program, process.env);

program
  .command('doctor')
  .description('tell what is missing on this machine, and what to do about it')
  .option('--ask-models', 'ask each model of INFERENCE_BASE_URL for one token, which may cost money')
  .action(async ({ askModels = false }: { readonly askModels?: boolean }) => {
    const { doctor } = await import('./doctor.ts');
    process.exitCode = (await doctor(process.env, console.log, { asksModels: askModels })) ? 0 : 1;
  });

/** Used by the doctor, in a process of its own, since an addon that does not fit may end the process. */
program.command('load-addon', { hidden: true }).action(async () => {
  const { addon } = await import('../gateways/transport/addon.ts');
  addon.App();
});

program
  .command('prune')
  .description(
    'remove journal and events, letters among them, from before a date or a time of day; what recovery needs stays. The city may run',
  )
  .option(
    '--before <date>',
    'an ISO 8601 date in the past, with or without a time of day, 2026-01-31T12:00Z (default: as KEEP_DAYS and KEEP_GIB say)',
  )
  .action(async ({ before }: { readonly before?: string }) => {
    const { pastDate, prune } = await import('./prune.ts');
    const { events, batches, oldest } = await prune(
      process.env,
      before === undefined ? before : pastDate(before, new Date()),
    );
    console.log(`removed ${events} events and ${batches} journal rows; the oldest event kept is seq ${oldest}`);
  });

program
  .command('copy')
  .description('copy a whole city between its database and another one, checked row by row; the city must not run')
  .option('--to <url>', 'a Postgres to copy to (default: the database of the settings)')
  .option('--from <url>', 'a Postgres to copy from (default: the database of the settings)')
  .option('--replace', 'overwrite a city that is there')
  .action(async (options: { readonly to?: string; readonly from?: string; readonly replace?: boolean }) => {
    const { copy, reportOf } = await import('./copy.ts');
    console.log(reportOf(await copy(process.env, options)));
  });

program
  .command('base')
  .description('keep the state after the newest turn, so that it and later turns are opened fast; the city may run')
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .action(async ({ data }: { readonly data?: string }) => {
    const { makeBase } = await import('./base.ts');
    const { batch, counters } = await makeBase(process.env, data);
    console.log(`the state after turn ${counters.turn} (batch ${batch}) is kept`);
  });

program
  .command('verify')
  .description(
    'read everything that a city has kept: name each bad row, and say what can be opened; 1 when something is bad',
  )
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .action(async ({ data }: { readonly data?: string }) => {
    const { reportOf, verify } = await import('./verify.ts');
    const verified = await verify(process.env, data);
    for (const line of reportOf(verified)) console.log(line);
    process.exitCode = verified.damages.length === 0 ? 0 : 1;
  });

program
  .command('replay')
  .description('open a city as it was, also while it runs; nothing of it is changed')
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .option('--at <moment>', 'turn:9000, tick:120 or a time (2026-01-02T10:00Z)')
  .addOption(new Option('--to <moment>', 'the same').hideHelp())
  .option('--port <n>', 'where its pages are; 0 for any that is free', '3012')
  .option('--print', 'say what is known of it, and serve no pages')
  .action(async (options: ReplayOptions) => {
    const { replay } = await import('./replay.ts');
    const say = (line: string) => console.log(printable(line));
    await replay(process.env, options, { say, signal: interruption('Ended.') });
  });

program
  .command('fork')
  .description(
    'make a data folder with a city as it was, changed or not, that goes on from there; the city is only read',
  )
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .requiredOption('--at <moment>', 'turn:9000, tick:120 or a time (2026-01-02T10:00Z)')
  .requiredOption('--out <folder>', 'the data folder of the fork; it must not be there yet')
  .option('--set <NAME=value>', 'a setting that rules read; may be given several times', collect, [])
  .option('--command <file>', 'commands that are carried out first, a line of JSON each')
  .option(
    '--drive <how>',
    'none; recorded: what came from outside after the moment comes again; policies: residents live as in a simulation',
    'none',
  )
  .option('--without <turns>', 'of the record, as 9000,9010: what came from outside in these turns is left out')
  .option('--services <which>', 'none, or now: what global services keep is copied as it is now', 'none')
  .option('--ticks <n>', 'for how long policies drive it (default: 288)')
  .option('--policy <name|file>', 'by which they live, as in simulate (default: mixed)')
  .option('--seed <n>', 'of their dice (default: 1)')
  .option('--resume', 'of policies: go on with what was interrupted there, from its last whole tick')
  .action(async (options: ForkOptions) => {
    const { forkLines } = await import('./fork/command.ts');
    for (const line of await forkLines(process.env, options)) console.log(printable(line));
  });

program
  .command('diff')
  .description('tell where two cities part: the first event that differs and why, then what differs at each tick')
  .argument('<one>', 'a data folder, a database (postgres://...), or what `simulate` has left')
  .argument('<other>', 'the same')
  .action(async (one: string, other: string) => {
    const { diff } = await import('./diff.ts');
    for (const line of await diff(process.env, one, other)) console.log(line);
  });

program
  .command('turns')
  .description('list what began each turn of a city, the oldest first: requests, ends of calls, ticks, wake-ups')
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .option('--from <moment>', 'turn:9000, tick:120 or a time (default: the oldest that is kept)')
  .option('--to <moment>', 'the same (default: now)')
  .option('--of <actor>', 'only what this one sent or was sent: resident:vera-7, or its name alone')
  .option('--outside', 'only what came from outside, which `fork --without` can leave out')
  .option('--format <format>', 'text or json', 'text')
  .action(async (options: TurnsOptions) => {
    const [{ turns }, { readerOf }] = await Promise.all([import('./turns.ts'), import('./reader.ts')]);
    await turns(process.env, options, (line) => console.log(line), readerOf(process.stdout));
  });

program
  .command('why')
  .description(
    'say what led to an event: commands, messages, transitions and postings, turn by turn; nothing is changed',
  )
  .argument('<seq>', 'the seq of the event, a turn (turn:9000) or an account (account:resident:vera-7)')
  .option('--data <folder>', 'the data folder of the city (default: DATA_DIR)')
  .option('--format <format>', 'text or json', 'text')
  .option('--links <n>', 'turns that are shown at most', '20')
  .option('--at <moment>', 'of an account: after a turn (turn:9000), a tick (tick:120) or a time; default: now')
  .action(async (seq: string, options: WhyOptions) => {
    const { why } = await import('./why.ts');
    for (const line of await why(process.env, seq, options)) console.log(line);
  });

/** The process that the Portal Gateway asks (`host/traces.ts`). */
program
  .command('answer-why', { hidden: true })
  .argument('<seq>')
  .option('--data <folder>')
  .requiredOption('--links <n>')
  .action(async (seq: string, options: Omit<WhyOptions, 'format'>) => {
    const { answerWhy } = await import('./why.ts');
    console.log(JSON.stringify(await answerWhy(process.env, seq, options)));
  });

/** The same. */
program
  .command('answer-machines', { hidden: true })
  .argument('<turn>')
  .option('--data <folder>')
  .action(async (turn: string, options: { readonly data?: string }) => {
    const { answerMachines } = await import('./machines-at.ts');
    console.log(JSON.stringify(await answerMachines(process.env, turn, options)));
  });

/** The same; `asked` is JSON. */
program
  .command('answer-actors', { hidden: true })
  .argument('<turn>')
  .argument('<asked>')
  .option('--data <folder>')
  .action(async (turn: string, asked: string, options: { readonly data?: string }) => {
    const { answerActors } = await import('./machines-at.ts');
    console.log(JSON.stringify(await answerActors(process.env, turn, JSON.parse(asked), options)));
  });

program
  .command('answer-turns', { hidden: true })
  .argument('<asked>')
  .option('--data <folder>')
  .action(async (asked: string, options: { readonly data?: string }) => {
    const { answerTurns } = await import('./actor-turns.ts');
    console.log(JSON.stringify(await answerTurns(process.env, JSON.parse(asked), options)));
  });

program
  .command('chart')
  .description('print the state chart of a kind of actor, from which the city runs; without a name, the names of all')
  .argument('[name]', 'for example resident, pod, job; a location is a house or the commons')
  .option('--format <format>', 'json, scxml, mermaid, dot or svg', 'json')
  .action(async (name: string | undefined, { format }: { readonly format: string }) => {
    const { chartNames, chartText } = await import('./chart.ts');
    process.stdout.write(name === undefined ? `${chartNames.join('\n')}\n` : chartText(name, format));
  });

program
  .command('simulate')
  .description(
    'live a city by policies or minds, in this process and as fast as it can; the same seed is the same city',
  )
  .option(
    '--residents <n>',
    'residents founded at the beginning; visitors write souls while fewer than twice as many live',
    '1000',
  )
  .option('--ticks <n>', 'how long it runs', '288')
  .option('--seed <n>', 'of the city and of all chance', '1')
  .option(
    '--policy <name|file>',
    'mixed, or one or more, with commas, of worker, builder, mentor, allrounder, idler, exchange, minds; or a file such as ./mine.ts',
    'mixed',
  )
  .option('--set <NAME=value>', 'a setting that rules read; may be given several times', collect, [])
  .option(
    '--sweep <NAME=a,b,c>',
    'a run for each value of the setting; given several times, for each combination',
    collect,
    [],
  )
  .option('--replications <n>', 'so many runs of each, with this seed and those that follow it')
  .option('--jobs <n>', 'how many of the runs go on at once', '1')
  .option(
    '--until <condition>',
    'end with the first tick of which it holds, for example "population < 10 or gini > 0.6"',
  )
  .option('--run-code', 'run the code of residents, too, instead of letting it come to its end at once')
  .option(
    '--outage <ticks>',
    'the first and the last tick without a sandbox, as 60-70: calls come to nothing, and are not paid',
  )
  .option('--database <url>', 'an empty Postgres that keeps the city, instead of memory')
  .option('--resume', 'go on with what was interrupted there, from its last whole tick')
  .requiredOption('--out <folder>', 'a folder for what the run leaves; it must not be there yet')
  .action(async (options: SimulateOptions) => {
    const { simulate } = await import('./simulate/command.ts');
    const signal = interruption('Interrupted.');
    const [version, commandLine] = [textOf(manifest.version), process.argv.slice(2)];
    console.log(await simulate(options, { version, commandLine, say: console.log, signal }));
  });

addThreads(program);

const config = program.command('config').description('the settings of the city');
config
  .command('print')
  .description(
    'show every setting as a city started from this shell would have it, not those of one that runs; 1 when one cannot be used',
  )
  .action(async () => {
    const [{ settingLines }, { examine }] = await Promise.all([
      import('../config/print.ts'),
      import('../config/settings.ts'),
    ]);
    for (const line of settingLines(process.env)) console.log(line);
    process.exitCode = examine(process.env).wrong.length === 0 ? 0 : 1;
  });

try {
  await program.parseAsync();
} catch (cause) {
  // Prints the reason and no stack: the user has to act on it.
  console.error(printableLines(cause instanceof Error ? cause.message || String(cause) : String(cause)));
  process.exitCode = 1;
  // What it has given up may go on reading for long.
  if (cause instanceof Interruption) process.exit();
}
