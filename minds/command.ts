/** `civitas mind`: lives residents by their tokens, in this process; or, as `--hosted`, those whom a host names on standard input. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { LivingMind } from './mind.ts';

interface Options {
  readonly tokenFile?: readonly string[];
  readonly city: string;
  readonly hosted?: boolean;
}

const collected = (file: string, before: readonly string[] = []): readonly string[] => [...before, file];

export function addMind(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('mind')
    .description('live as residents of a running city, over its public interface')
    .option('--token-file <file>', 'a file with the token of a resident; may be said several times', collected)
    .option('--city <url>', 'City API', `http://${env.HOST ?? '127.0.0.1'}:${env.CITY_PORT ?? '3000'}`)
    .option('--hosted', 'whom to live comes by standard input, one JSON object a line (minds/protocol.ts)')
    .action(async (options: Options) => {
      process.exitCode = await live(options);
    });
}

/** The exit code: 1 when there is nobody to live, or none of them is known to the city. */
async function live(options: Options): Promise<number> {
  const files = options.tokenFile ?? [];
  if (options.hosted === true) return hosted(options);
  if (files.length === 0) {
    console.error('Whom shall it live? Pass --token-file with a file that holds the token of a resident.');
    return 1;
  }
  const { beginMind } = await import('./mind.ts');
  const tokens = files.map((file) => readFileSync(file, 'utf8').trim());
  const minds = tokens.map((token) => beginMind({ city: options.city, token, onLiving: () => undefined }));
  endOnSignal(minds);
  const ends = await Promise.all(minds.map((mind) => mind.ended));
  ends.forEach((why, i) => {
    console.error(`${files[i]}: ${why}`);
  });
  return ends.every((why) => why === 'taken_over') ? 1 : 0;
}

function endOnSignal(minds: readonly LivingMind[]): void {
  const end = (): void => {
    for (const mind of minds) void mind.stop();
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function hosted({ city }: Options): Promise<number> {
  const [{ MindsProcess }, { beginMind }, { lineOf }] = await Promise.all([
    import('./process.ts'),
    import('./mind.ts'),
    import('./protocol.ts'),
  ]);
  process.once('SIGTERM', () => process.stdin.destroy());
  // Ctrl-C reaches the whole group: the host ends its minds in order.
  process.on('SIGINT', () => undefined);
  const minds = new MindsProcess({
    input: process.stdin,
    say: (message) => process.stdout.write(lineOf(message)),
    complain: (text) => console.error(`minds: ${text}`),
    begin: (token, _resident, onLiving) => beginMind({ city, token, onLiving }),
  });
  await minds.run();
  return 0;
}
