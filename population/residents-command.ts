/** `civitas residents`: runs a population from the command line, with a progress line while it runs and a table at its end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type ActWeights, everydayActNames } from './acts/everyday-acts.ts';
import type { Report } from './report.ts';

interface Options {
  readonly count: number;
  readonly rate?: number;
  readonly duration: number;
  readonly city: string;
  readonly portal: string;
  readonly operatorToken?: string;
  readonly credits: number;
  readonly lifespan: number;
  readonly builders?: number;
  readonly visitors?: number;
  readonly seed: number;
  readonly mix?: ActWeights;
  readonly report?: string;
  readonly quiet?: boolean;
}

/** Well below the city's limit of 600 requests a minute for a resident. */
const ratePerResident = 5;
const readyMsMax = 15_000;
/** Visitors who write souls, by default; each opens an account, which the city keeps. */
const visitorsUsual = 2;
const visitorsMax = 10;

export function addResidents(program: Command, env: NodeJS.ProcessEnv): void {
  const host = env.HOST ?? '127.0.0.1';
  program
    .command('residents')
    .description(
      'found residents in a running city and live as them over its public interface, checking what it promises',
    )
    .option('--count <n>', 'how many', whole, 20)
    .option(
      '--rate <n>',
      `requests a second in all, or "unlimited" (default: ${ratePerResident} for each resident)`,
      rate,
    )
    .option('--duration <seconds>', 'how long they live; 0: until interrupted', whole, 60)
    .option('--city <url>', 'City API', `http://${host}:${env.CITY_PORT ?? '3000'}`)
    .option('--portal <url>', 'Portal Gateway', `http://${host}:${env.PORTAL_PORT ?? '3002'}`)
    .option('--operator-token <token>', "operator's token (default: ADMIN_TOKEN, or operator.token in the data folder)")
    .option('--credits <n>', 'credits of each', whole, 10_000)
    .option('--lifespan <ticks>', 'how many ticks each lives: at most MAX_LIFESPAN_TICKS of the city', whole, 288)
    .option(
      '--builders <n>',
      'how many of them, at most all, build pods and offer services (default: a third, or none when --mix is given)',
      whole,
    )
    .option(
      '--visitors <n>',
      `visitors who write souls, at most ${visitorsMax}: residents adopt them, and whoever is born lives there too (default: ${visitorsUsual}, or none when --mix has no "adopt")`,
      whole,
    )
    .option('--seed <n>', 'the same seed makes the same choices', whole, 1)
    .option('--mix <acts>', `what they do, for example broadcast=40,walk=2; of ${everydayActNames.join(', ')}`, mix)
    .option('--report <file>', 'write the report as JSON')
    .option('--quiet', 'no progress line and no table')
    .action(async (options: Options) => {
      process.exitCode = await residents(options, env);
    });
}

/** What is wrong with the options; null when nothing is. */
function complaint({ count, builders = 0, visitors = 0 }: Options): string | null {
  if (builders > count)
    return `--builders ${builders} are more than there are residents: lower it, or raise --count ${count}.`;
  if (visitors > visitorsMax) return `--visitors ${visitors} are more than one run may bring: ${visitorsMax} at most.`;
  return null;
}

/** Options of a life that the command line does not give. With a mix only the acts in it are done. */
function lifeOf({ count, credits, seed, rate, lifespan, mix, builders, visitors }: Options) {
  const adopts = mix === undefined || (mix.adopt ?? 0) > 0;
  return {
    count,
    credits,
    seed,
    rate: rate ?? count * ratePerResident,
    lifespanTicks: lifespan,
    builders: builders ?? (mix === undefined ? Math.ceil(count / 3) : 0),
    visitors: visitors ?? (adopts ? visitorsUsual : 0),
    ...(mix !== undefined && { mix }),
  };
}

/** The exit code: 0 when every check passed, 1 when one did not or the residents could not be founded. */
async function residents(options: Options, env: NodeJS.ProcessEnv): Promise<number> {
  const { city, portal } = options;
  const wrong = complaint(options);
  if (wrong !== null) {
    console.error(wrong);
    return 1;
  }
  const operatorToken = options.operatorToken ?? tokenOf(env);
  if (operatorToken === null) {
    console.error(
      "No operator's token: pass --operator-token, set ADMIN_TOKEN, or set DATA_DIR to the city's data folder.",
    );
    return 1;
  }
  if (!(await isReady(city))) {
    console.error(`No city answers at ${city}/readyz. Start one with \`npm start\`, or point --city elsewhere.`);
    return 1;
  }
  if (!(await isReady(portal))) {
    console.error(`No Portal Gateway answers at ${portal}/readyz: residents are founded there. Point --portal at it.`);
    return 1;
  }
  // Imported only now: `civitas start` needs the options above, and none of these modules.
  const [{ Population }, { table }] = await Promise.all([import('./population.ts'), import('./report.ts')]);
  const population = new Population({ city, portal, operatorToken, ...lifeOf(options) });
  try {
    await population.start();
  } catch (error) {
    console.error(`The residents could not begin: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  const watching =
    options.quiet !== true && process.stderr.isTTY ? setInterval(() => progress(population.report()), 500) : undefined;
  await lifetime(options.duration);
  clearInterval(watching);
  if (watching !== undefined) process.stderr.write('\r\x1b[Klast checks ...\r');
  const report = await population.stop();
  if (watching !== undefined) process.stderr.write('\r\x1b[K');
  if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`);
  if (options.quiet !== true) console.log(table(report));
  else for (const example of report.examples) console.error(example);
  return report.ok ? 0 : 1;
}

/** Resolves after `seconds` (0: never) or at the first SIGINT or SIGTERM; a second one ends the process at once. */
async function lifetime(seconds: number): Promise<void> {
  const ended = new AbortController();
  const signalled = (): void => {
    if (ended.signal.aborted) process.exit(130);
    ended.abort();
  };
  process.on('SIGINT', signalled);
  process.on('SIGTERM', signalled);
  const day = 86_400;
  do await sleep(Math.min(seconds || day, day) * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
  while (seconds === 0 && !ended.signal.aborted);
  ended.abort();
}

function progress(report: Report): void {
  const events = Object.values(report.events).reduce((sum, count) => sum + count, 0);
  const findings = Object.values(report.findings).reduce((sum, count) => sum + count, 0);
  const p99 = report.requests.broadcast?.p99.toFixed(1) ?? '-';
  const line = [
    `${report.seconds.toFixed(0)} s`,
    `${report.residents} residents`,
    `${report.donePerSecond.toFixed(0)} requests/s`,
    `broadcast p99 ${p99} ms`,
    `${events} events`,
    `${report.connections.resumed} resumed`,
    `${findings} findings`,
  ].join('  ');
  process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
}

async function isReady(city: string): Promise<boolean> {
  const giveUpAt = performance.now() + readyMsMax;
  while (performance.now() < giveUpAt) {
    // Not AbortSignal.timeout: where connections are closed at once, `fetch` settles only when it is aborted, and that
    // signal's timer keeps no process alive.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), 2_000);
    const isUp = await fetch(`${city}/readyz`, { signal: late.signal })
      .then((answer) => answer.arrayBuffer().then(() => answer.ok))
      .catch(() => false);
    clearTimeout(timer);
    if (isUp) return true;
    await sleep(250);
  }
  return false;
}

function tokenOf(env: NodeJS.ProcessEnv): string | null {
  if (env.ADMIN_TOKEN !== undefined && env.ADMIN_TOKEN !== '') return env.ADMIN_TOKEN;
  try {
    return readFileSync(join(env.DATA_DIR ?? './data', 'operator.token'), 'utf8').trim();
  } catch {
    return null;
  }
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number, 0 or more');
  return Number(text);
}

function rate(text: string): number {
  if (text === 'unlimited') return Number.POSITIVE_INFINITY;
  const perSecond = Number(text);
  if (!(perSecond > 0)) throw new InvalidArgumentError('a number above 0, or "unlimited"');
  return perSecond;
}

function mix(text: string): ActWeights {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', weight = '1'] = part.split('=');
      const act = everydayActNames.find((each) => each === name);
      if (act === undefined)
        throw new InvalidArgumentError(`no act is called "${name}": ${everydayActNames.join(', ')}`);
      return [act, whole(weight)];
    }),
  );
}
