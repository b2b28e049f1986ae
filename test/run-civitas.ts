/** The program as a person runs it: in a process of its own, to its end. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', 'cli/civitas.js');
/** A guard against what hangs, not a measure. */
const timeout = 300_000;

export type Env = Readonly<Record<string, string | undefined>>;

export interface Ended {
  /** The exit code. */
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

/** An environment that has nothing of the shell's but where programs and the home are. */
export const bareEnv = (more: Env = {}): Env => {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...more };
};

/** Never rejects. */
export function civitas(args: readonly string[], env: Env = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { timeout, env: { ...env } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}
