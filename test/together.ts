/** Small test files that share one process: each would start for 1.5 s to assert for 0.1 s. Any of them still runs alone. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';

/** A guard against what hangs, not a measure; without the runner a process would have 30 s. */
const timeoutMs = 600_000;

/** Loads every test file of the folder, in the order of their names. Their tests follow, one after the other. */
export function runTogether(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  t.setTimeout(timeoutMs);
  t.test(`${basename(folder)}: its files load`, async (t) => {
    for (const name of names.sort()) await import(join(folder, name));
    t.ok(names.length > 1, `${names.length} files`);
  });
}
