/** Runs a program to its end and returns its output. */
import { execFile } from 'node:child_process';

export interface Ended {
  /** 0, the exit code, the signal that ended it, or why it could not be started. */
  readonly code: string | number;
  /** Its stdout, then its stderr. */
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
