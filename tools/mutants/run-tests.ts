/**
 * Runs test files in one process, one after the other, as long as there are seconds left: `run-tests.ts SECONDS PROGRESS FILE...`.
 * The name of each file and the time are written to PROGRESS before its tests begin, so that it is known in which file a test was red,
 * and which files take long.
 */
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import t from 'tap';

const [seconds = '0', progress = '', ...files] = process.argv.slice(2);
const endsAt = Date.now() + Number(seconds) * 1000;
t.setTimeout(0);
next(0);

/** What a file asks for comes before what is asked for after its import. */
function next(at: number): void {
  const file = files[at];
  if (file === undefined || Date.now() > endsAt) return;
  t.test(`${file} loads`, async () => {
    appendFileSync(progress, `${Date.now()} ${file}\n`);
    await import(resolve(file));
    next(at + 1);
  });
}
