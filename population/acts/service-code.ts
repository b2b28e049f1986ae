/** The code that residents write: one small service in versions, whose every answer can be predicted. */
import type { SeededRandom } from '../seeded-random.ts';

export type CallInput =
  | { readonly op: 'add'; readonly a: number; readonly b: number }
  | { readonly op: 'echo'; readonly said: unknown }
  /** Throws after it has counted: a call that fails must not change the store. */
  | { readonly op: 'fail' };

/** The files of a version. Odd versions answer synchronously, even ones a moment later. */
export function serviceFiles(version: number): Readonly<Record<string, string>> {
  const isLater = version % 2 === 0;
  return {
    'lib/add.js': 'export const add = (a, b) => a + b;\n',
    'index.js': `import { add } from './lib/add.js';

const version = ${version};

export ${isLater ? 'async ' : ''}function handle(input, caller) {
  const count = (store.get('count') ?? 0) + 1;
  store.set('count', count);
  store.set('callers/' + caller, version);
  ${isLater ? 'await Promise.resolve();' : ''}
  if (input.op === 'fail') throw new Error('as asked');
  return { count, version, caller, answer: input.op === 'add' ? add(input.a, input.b) : input.said };
}

console.log('version ' + version + ', ' + add(${version}, 2));
`,
  };
}

/** The output of a run of a version. */
export const expectedOutput = (version: number): string => `version ${version}, ${version + 2}\n`;

const sayings: readonly unknown[] = [
  'hello',
  '',
  'žluťoučký kůň 🐎',
  [1, [2, [3]]],
  { 'a "b"': null },
  null,
  0.1,
  false,
];

export function chooseCallInput(random: SeededRandom): CallInput {
  const op = random.pickWeighted([
    ['add', 5],
    ['echo', 5],
    ['fail', 1],
  ]);
  if (op === 'fail') return { op };
  return op === 'add'
    ? { op, a: random.integerBelow(1000), b: random.integerBelow(1000) }
    : { op: 'echo', said: random.pick(sayings) ?? null };
}

/** The answer of the service besides its count; undefined where it must fail. */
export function expectedAnswer(input: CallInput): { readonly answer: unknown } | undefined {
  if (input.op === 'fail') return undefined;
  return { answer: input.op === 'add' ? input.a + input.b : input.said };
}
