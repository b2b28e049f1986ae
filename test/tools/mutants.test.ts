/**
 * Small faults put into sources: which there are, that tests which prove something turn red, and that tests which prove nothing are
 * named.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { Imports } from '../../tools/mutants/imports.ts';
import { mutantsOf } from '../../tools/mutants/mutant.ts';
import { filesOf, targetOf } from '../../tools/mutants/targets.ts';

// Without the runner a process would have 30 s.
t.setTimeout(600_000);

const changesOf = (text: string): string[] => mutantsOf('a.ts', text).map(({ change }) => change);

t.test('what is changed: comparisons, operators, conditions, constants, words, exits, statements', async (t) => {
  t.strictSame(changesOf('a < b'), ['statement removed', '< -> <=', '< -> >=']);
  t.strictSame(changesOf('const isSo = a && !b;'), ['&& -> ||', 'negation removed']);
  t.strictSame(changesOf('const c = a.has(b) ? 1 : 40;'), ['condition negated', '1 -> 2', '40 -> 80']);
  t.strictSame(changesOf('if (a === "open") return true;'), [
    'exit removed',
    '=== -> !==',
    'word changed',
    'true -> false',
  ]);
  t.strictSame(changesOf('await send({ type: "tick", text: "a" });'), ['statement removed', 'word changed']);
});

t.test('of a chart: guards and actions, alone and among others', async (t) => {
  const chart = `const c = { guard: 'mayGo', actions: ['pay', 'go'], target: 'gone' };`;
  const texts = mutantsOf('a.ts', chart).map(({ start, end, text }) => chart.slice(0, start) + text + chart.slice(end));
  t.strictSame(texts, [
    `const c = { actions: ['pay', 'go'], target: 'gone' };`,
    `const c = { guard: 'mayGo', actions: ['go'], target: 'gone' };`,
    `const c = { guard: 'mayGo', actions: ['pay'], target: 'gone' };`,
    `const c = { guard: 'mayGo', actions: ['pay', 'go'], target: 'gone-changed' };`,
  ]);
});

t.test('types, imports, logs and what says that something cannot happen are left alone', async (t) => {
  t.strictSame(changesOf(`import { a } from './b.ts'; type C = true; assert(a < b, 'less'); this.#log.info(1);`), []);
  t.strictSame(changesOf('class C { assertSound() { if (this.sum > 1) this.stop(); } }'), []);
  t.strictSame(changesOf(`if (isWrong) throw new Error('cannot be');`), ['condition negated']);
});

const sample = {
  '.gitignore': 'node_modules',
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', noEmit: true, allowImportingTsExtensions: true },
  }),
  'limit.ts': `export const kinds: { type: 'limit' }[] = [{ type: 'limit' }];\nexport const isOver = (n: number): boolean => n > 3;\n`,
  'half.ts': `import { isOver } from './limit.ts';\nexport const isBoth = (n: number): boolean => isOver(n) && n < 9;\n`,
  test: {
    small: {
      'limit.test.ts': `import t from 'tap';\nimport { isOver } from '../../limit.ts';\nt.same([isOver(3), isOver(4), isOver(8)], [false, true, true]);\n`,
      'other.test.ts': `import t from 'tap';\nimport { isBoth } from '../../half.ts';\nt.ok(isBoth(5));\n`,
    },
    'nothing.test.ts': `import t from 'tap';\nimport { isBoth } from '../half.ts';\nt.type(isBoth(20), 'boolean');\n`,
  },
};

function sampleTree(t: Test): string {
  const root = t.testdir(sample);
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  git(root, 'init', '--quiet');
  return root;
}

function git(root: string, ...args: string[]): string {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
}

function run(root: string, ...args: string[]) {
  const command = resolve('tools/mutants/command.ts');
  return spawnSync(process.execPath, ['--import', 'tsx', command, ...args], { cwd: root, encoding: 'utf8' });
}

t.test('a mutant that a test notices is red; one that none does is named with its place and its line', async (t) => {
  const root = sampleTree(t);
  const { stdout, status } = run(root, 'limit.ts', 'half.ts');
  t.match(stdout, /^red +limit\.ts:2 {2}> -> >= {2}\(test\/small\/limit\.test\.ts\)$/m);
  t.match(stdout, /^red +half\.ts:2 {2}< -> >= {2}\(test\/small\/other\.test\.ts\)$/m);
  const line = 'export const isBoth = (n: number): boolean => isOver(n) && n < 9;';
  const survivor = [
    'half.ts:2  && -> ||',
    `  - ${line}`,
    `  + ${line.replace('&&', '||')}`,
    '  green: 2 of 2 test files',
  ];
  t.match(stdout, survivor.join('\n'));
  t.match(stdout, 'mutants: 4 of 7 red, 1 more did not compile');
  t.equal(status, 1, 'fewer than 90 %');
  t.equal(git(root, 'status', '--porcelain', '--', 'half.ts'), '?? half.ts\n');
});

t.test('of a commit, the lines that it wrote and that still stand', async (t) => {
  const root = sampleTree(t);
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message', 'sample');
  const [path, text] = ['half.ts', sample['half.ts']];
  const { files, includes } = targetOf(root, ['HEAD'], filesOf(root));
  t.strictSame(files, ['half.ts', 'limit.ts']);
  const [mutant] = mutantsOf(path, text);
  t.ok(mutant && includes(mutant));
  t.notOk(mutant && includes({ ...mutant, line: 99 }));
  t.strictSame(
    new Imports(root, filesOf(root)).testsOf('limit.ts').map((test) => test.path),
    ['test/small/limit.test.ts', 'test/small/other.test.ts', 'test/nothing.test.ts'],
  );
});
