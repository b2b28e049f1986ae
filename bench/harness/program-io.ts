/** The program's side of `program.ts`: how a program of `bench/programs/` gets its options and gives its answers. */
import { createInterface } from 'node:readline';

/** What the program was started with; trusted, since this program's own harness wrote it. */
export function options<Options>(): Options {
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

export function answer(report: object): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

/** Calls `serve` with each request, one after the other, and answers with what it resolves to; exits when the harness goes. */
export async function answerEach<Request>(serve: (request: Request) => Promise<object>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) answer(await serve(JSON.parse(line) as Request));
  process.exit(0);
}
