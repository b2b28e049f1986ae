/**
 * `npm run mutants -- FILE|FOLDER|COMMIT... [--count 20] [--seed 1] [--seconds 120] [--share 0.9] [--jobs 1]`: puts small faults at
 * random places of what is named, one at a time, in a copy of the tree, and says which of them no test notices. A mutant is judged by the
 * tests that import its file, the nearest first. Ends with 1 when fewer than `share` of them turned a test red.
 *
 * Stryker was looked at and not taken: it runs every test of the tree before it begins, and every one that comes to a place for each
 * mutant there, in a process each; it draws no sample; and it brings 176 packages of 73 MB.
 */
import { parseArgs } from 'node:util';
import { type Judged, judgeSample } from './sample.ts';
import { filesOf, targetOf } from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '120' },
    share: { type: 'string', default: '0.9' },
    jobs: { type: 'string', default: '1' },
  },
});
if (positionals.length === 0) throw new Error('name files, folders or commits');

const root = process.cwd();
const files = filesOf(root);
const tally = { red: 0, survived: 0 };
const { uncompiled } = await judgeSample({
  root,
  files,
  target: targetOf(root, positionals, files),
  count: Number(values.count),
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  jobs: Number(values.jobs),
  judged: (judged) => {
    tally[judged.verdict.type] += 1;
    console.log(textOf(judged));
  },
});
const all = tally.red + tally.survived;
console.log(`mutants: ${tally.red} of ${all} red, ${uncompiled} more did not compile`);
if (all === 0) console.error('error: nothing to change was found');
if (all === 0 || tally.red < Number(values.share) * all) process.exitCode = 1;

function textOf({ mutant, verdict, without, with: changed }: Judged): string {
  const head = `${verdict.type.padEnd(8)} ${mutant.path}:${mutant.line}  ${mutant.change}`;
  if (verdict.type === 'red') return `${head}  (${verdict.by})`;
  const diff = [
    ...without.split('\n').map((line) => `  - ${line}`),
    ...changed.split('\n').map((line) => `  + ${line}`),
  ];
  return [head, ...diff, `  green: ${verdict.ran} of ${verdict.of} test files`].join('\n');
}
