/** Runs the session that a text for residents prints, and holds its answers to those that are printed below the requests. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Test } from 'tap';

const shell = promisify(execFile);

/** Who runs it: the address of the city, and the token that it was given. */
interface Runner {
  readonly url: string;
  readonly token: string;
}

/**
 * Each answer is one line of what the session prints. In the text it begins with `# {` below its request and goes on in lines that begin
 * with `#   `; `...` stands for what differs from time to time, or is left out.
 */
export async function runsAsPrinted(t: Test, text: string, { url, token }: Runner): Promise<void> {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  t.equal(blocks.length, 1, 'one session');
  const env = { PATH: process.env['PATH'], CITY: url, AUTH: `Authorization: Bearer ${token}` };
  const { stdout, stderr } = await shell('bash', ['--norc', '-u', '-c', blocks.join('\n')], { env });
  t.equal(stderr, '');
  const answers = stdout.trimEnd().split('\n');
  const printed = answersIn(blocks.join('\n'));
  t.equal(printed.length, answers.length, 'an answer is printed below each request');
  for (const [n, answer] of printed.entries()) t.match(answers[n], patternOf(answer));
}

const answersIn = (block: string): readonly string[] =>
  [...block.matchAll(/^# (\{.*(?:\n# {3}.*)*)/gm)].map(([, answer = '']) => answer.replace(/\n# {3}/g, ''));

const patternOf = (answer: string): RegExp =>
  new RegExp(
    `^${answer
      .split('...')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
