/**
 * Bounds the lengths of files: 320 lines at most, tests 400, except for those listed here, which may become shorter and not longer; and
 * lines of comments, which no formatter wraps: 140 columns. Functions are counted by the linter (biome.json).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from './rooms.js';

const linesMax = 320;
const testLinesMax = 400;
const commentColumnsMax = 140;
/** Longer files, and how long each may be. */
const longer: Readonly<Record<string, number>> = {};

const paths = [...readdirSync('.'), ...rooms.flatMap(pathsBelow)].filter((path) =>
  /\.(ts|tsx|css|js|mjs|py)$/.test(path),
);

let isWrong = paths.length === 0;
for (const path of paths) {
  const all = readFileSync(path, 'utf8').split('\n');
  const lines = all.length - 1;
  const bound = path.startsWith('test/') ? testLinesMax : linesMax;
  const most = longer[path] ?? bound;
  if (lines > most) console.error(`error: ${path} has ${lines} lines, ${most} at most`);
  if (path in longer && lines <= bound) console.log(`${path} has ${lines} lines: take it off the list of longer ones`);
  const long = all.findIndex((line) => line.length > commentColumnsMax && /^ *(\/\*|\*|\/\/)/.test(line)) + 1;
  if (long > 0) console.error(`error: ${path}:${long} is a comment of more than ${commentColumnsMax} columns`);
  isWrong ||= lines > most || long > 0;
}
const gone = Object.keys(longer).filter((path) => !paths.includes(path));
for (const path of gone) console.error(`error: ${path} is listed as longer, and is not there`);
console.log(
  `lengths: ${paths.length} files, ${Object.keys(longer).length} of them longer than ${linesMax} lines (tests: ${testLinesMax})`,
);
if (isWrong || gone.length > 0) process.exitCode = 1;

function pathsBelow(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path));
}
