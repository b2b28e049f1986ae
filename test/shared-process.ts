/**
 * Test files that share one process: each would start for 1.5 s, and load the city for as long, to assert for 0.1 s. Any of them still runs
 * alone. A file is loaded when the tests of the one before have ended. A test that is stuck ends with its name, and the others follow.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

/** A guard against what hangs, not a measure: no test takes a tenth of it on a quiet machine. */
const testMsMax = 300_000;
/** The same of all of them together. */
const processMsMax = 1_800_000;
/** What keeps the process from ending when its tests have ended is a fault after so long. */
const endingMsMax = 10_000;

const root = import.meta.dirname;

/** The test files under `test/` whose paths begin so, in the order of their names. */
export function filesOf(start: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.startsWith(start) && name.endsWith('.test.ts')).sort();
}

/** Those whose paths begin with one of `starts`, and with none of those that a `!` marks: these take long, and `npm run long` has them. */
export function chosen(starts: readonly string[]): readonly string[] {
  const left = starts.filter((start) => start.startsWith('!')).flatMap((start) => filesOf(start.slice(1)));
  return starts.flatMap(filesOf).filter((file) => !left.includes(file));
}

/** Runs the test files that are chosen so, one after the other. */
export function runTogether(...starts: readonly string[]): void {
  t.setTimeout(processMsMax);
  t.on('subtestStart', ({ options }) => {
    options.timeout ??= testMsMax;
  });
  t.teardown(endInTime);
  runFrom(chosen(starts), 0);
}

/** Loads one file, whose tests follow, and the next behind them. */
function runFrom(files: readonly string[], at: number): void {
  const file = files[at];
  if (file === undefined) return;
  t.test(`${file} loads`, async (t) => {
    await import(join(root, file));
    t.pass('loaded');
    runFrom(files, at + 1);
  });
}

function endInTime(): void {
  const late = () => {
    console.error(`does not end: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  };
  setTimeout(late, endingMsMax).unref();
}
