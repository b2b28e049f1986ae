/** A program that is run to its end for what it says. */
import { execFile } from 'node:child_process';

export interface Ended {
  /** 0, its exit code, the signal that ended it, or why it could not be started. */
  readonly code: string | number;
  /** What it printed, then what it complained of. */
  readonly output: string;
}

/** Never rejects. A program that takes longer than `timeout` milliseconds is ended. */
export function runProgram(program: string, args: readonly string[], timeout: number): Promise<Ended> {
  const options = { timeout, env: { ...process.env, NODE_OPTIONS: '' } };
  return new Promise((settle) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      settle({ code: error === null ? 0 : (error.signal ?? error.code ?? 'failed'), output: stdout + stderr });
    });
  });
}
