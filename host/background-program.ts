/**
 * Runs a command of `civitas` beside the city: a process of its own with a low priority that reads the database, so that requests are not
 * held up.
 */
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli/civitas.js', import.meta.url));
const niceness = 10;

/** Resolves to what it printed; rejects with what it said on failure. With the settings of this process it finds the same database. */
export function runInBackground(command: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program, command], { signal }, (cause, stdout, stderr) => {
      if (cause === null) resolve(stdout.trim());
      else reject(new Error(stderr.trim() || cause.message));
    });
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  });
}
