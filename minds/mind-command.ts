/** `civitas mind`: lives residents by their tokens, in this process; with `--hosted`, those whom a host names on standard input. */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LivingMind, MindOptions } from './mind.ts';

interface Options {
  readonly tokenFile?: readonly string[];
  readonly city: string;
  readonly brain: 'rules' | 'model';
  readonly budget: number;
  readonly seed: number;
  readonly actsPerMinute?: number;
  readonly explain?: boolean;
  readonly hosted?: boolean;
}

type Settled = Omit<Options, 'actsPerMinute'> & { readonly actsPerMinute: number };

const actsPerMinuteUsual = '20';
/** Its host gives the process a sixth of DRAIN_MS, 1.5 s, before it ends it by force. */
const saveMsMax = 1_000;
const collected = (file: string, before: readonly string[] = []): readonly string[] => [...before, file];

export function addMind(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('mind')
    .description('live as residents of a running city, over its public interface: they walk, talk, work and build')
    .option('--token-file <file>', 'a file with the token of a resident; may be said several times', collected)
    .option('--city <url>', 'City API', `http://${env.HOST ?? '127.0.0.1'}:${env.CITY_PORT ?? '3000'}`)
    .addOption(new Option('--brain <kind>', 'what decides').choices(['rules', 'model']).default('rules'))
    .option('--budget <credits>', 'what each may spend on a model in one tick', credits, 0.2)
    .option('--seed <n>', 'the same seed makes the same choices', whole, 1)
    .option('--acts-per-minute <n>', 'how often each may act (default: MIND_ACTS_PER_MINUTE, or 20)', positive)
    .option('--explain', 'print what each perceived, and why it chose each act')
    .option('--hosted', 'whom to live comes by standard input, one JSON object a line (minds/protocol.ts)')
    .action(async (given: Options) => {
      const actsPerMinute = given.actsPerMinute ?? positive(env.MIND_ACTS_PER_MINUTE || actsPerMinuteUsual);
      const options = { ...given, actsPerMinute };
      process.exitCode = options.hosted === true ? await hosted(options) : await live(options);
    });
}

/** The exit code: 1 when there is no resident to live, or none of them could be lived. */
async function live(options: Settled): Promise<number> {
  const files = options.tokenFile ?? [];
  if (files.length === 0) {
    console.error('Whom shall it live? Pass --token-file with a file that holds the token of a resident.');
    return 1;
  }
  const tokens = files.map(tokenIn);
  const lived = new Set<number>();
  const { beginMind } = await import('./mind.ts');
  const common = await commonOptions(options);
  const minds = tokens.map((token, i) => {
    const named = { id: files[i] ?? '' };
    const explain = (line: string) => console.log(`[${named.id}] ${line}`);
    return beginMind({
      ...common,
      token,
      onLiving: (resident) => {
        named.id = resident;
        lived.add(i);
        console.error(`${resident} lives`);
      },
      ...(options.explain === true && { explain }),
    });
  });
  endOnSignal(minds);
  await Promise.all(
    minds.map(async (mind, i) => {
      const why = await mind.ended;
      console.error(`${files[i]}: ${endings[why]}`);
      if (why === 'stopped') lived.add(i);
    }),
  );
  return lived.size === 0 ? 1 : 0;
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const why =
      cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? 'is not there' : 'cannot be read';
    const hint = 'founders have theirs in DATA_DIR/founders/<name>.token, usually data/founders/vera.token';
    throw new Error(`the token file ${file} ${why}; ${hint}`, { cause });
  }
}

const endings = {
  dead: 'is dead',
  taken_over: 'its token is not known: it was replaced, or never was one',
  stopped: 'stopped',
} as const;

/** What all of them have in common. */
async function commonOptions(settled: Settled): Promise<Omit<MindOptions, 'token' | 'onLiving'>> {
  const { city, seed, actsPerMinute, brain, budget } = settled;
  const { overHttp } = await import('./mind-ports.ts');
  return {
    ports: overHttp(city.replace(/\/+$/, ''), seed),
    actsPerMinute,
    saveMsMax,
    brain: { kind: brain, creditsPerTick: budget },
  };
}

function endOnSignal(minds: readonly LivingMind[]): void {
  const end = (): void => {
    for (const mind of minds) void mind.stop();
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function hosted(options: Settled): Promise<number> {
  const [{ HostedMinds }, { beginMind }, { lineOf }] = await Promise.all([
    import('./process.ts'),
    import('./mind.ts'),
    import('./protocol.ts'),
  ]);
  const common = await commonOptions(options);
  const input = process.stdin.pipe(new PassThrough());
  process.stdin.once('error', (cause) => input.destroy(cause));
  // Ends as if the host had closed standard input.
  process.once('SIGTERM', () => {
    process.stdin.unpipe(input).destroy();
    input.end();
  });
  // Ctrl-C reaches the whole process group: the host ends its minds in order.
  process.on('SIGINT', () => undefined);
  const minds = new HostedMinds({
    input,
    say: (message) => process.stdout.write(lineOf(message)),
    complain: (text) => console.error(`minds: ${text}`),
    begin: (token, resident, onLiving) =>
      beginMind({
        ...common,
        token,
        onLiving,
        ...(options.explain === true && { explain: (line) => console.error(`[${resident}] ${line}`) }),
      }),
  });
  await minds.run();
  return 0;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number, 0 or more');
  return Number(text);
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('a whole number from 1 to 9999');
  return Number(text);
}

function credits(text: string): number {
  const amount = Number(text);
  if (!(amount >= 0) || text.trim() === '') throw new InvalidArgumentError('credits, 0 or more');
  return amount;
}
