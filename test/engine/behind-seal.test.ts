/** [T7] Every assertion and throw behind `seal` stands in docs/assertions-behind-seal.md with its reason, and nothing else does. */
import { readFileSync } from 'node:fs';
import t from 'tap';

/** What runs between `seal` and the answer, and what it is written with. */
const files = [
  'engine/city.ts',
  'engine/ids.ts',
  ...['seal', 'own-turns', 'answering'].map((name) => `engine/turn/${name}.ts`),
  ...['city-state', 'ledger', 'reverse-index', 'timing-wheel', 'geography', 'tombstones'].map(
    (name) => `engine/state/${name}.ts`,
  ),
  ...['committer', 'feeds', 'durability', 'idempotency', 'recent-answers', 'checkpointer', 'read-deadlines'].map(
    (name) => `engine/commit/${name}.ts`,
  ),
  ...['performers', 'effect-waiters'].map((name) => `engine/effects/${name}.ts`),
  ...['viewer', 'kept-views', 'views'].map((name) => `engine/views/${name}.ts`),
  'persistence/row-codec.ts',
  ...[
    'journal',
    'append-statement',
    'audience',
    'connections',
    'database-errors',
    'idempotency-keys',
    'event-reading',
    'checkpoints',
    'departed',
  ].map((name) => `persistence/postgres/${name}.ts`),
  ...['persistence', 'memory-database'].map((name) => `persistence/memory/${name}.ts`),
];

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** How the list names it: by its message; by what it throws, where that is a class of its own or a variable. */
function nameOf(statement: string): string {
  const thrown = /\bthrow (?:new )?(\w+)(?:\((.*)\))?/.exec(statement);
  if (thrown !== null && thrown[1] !== 'Error') return thrown[1] ?? '';
  const message = /(?:['`])((?:\[\w+\] )?[^'`]*)(?:['`])[^'`]*$/.exec(statement.replace(/\.join\(', '\)/g, '.join(,)'));
  const last = /, (\w+)\)/.exec(statement);
  return (message?.[1] ?? last?.[1] ?? statement).replaceAll('.join(,)', ".join(', ')");
}

function inCode(path: string): string[] {
  const lines = text(path)
    .split('\n')
    .filter((line) => /(?<![.#\w])(?:assert|assertWhole|must|missing|unreachable)\(|\bthrow /.test(line))
    .filter((line) => !/^\s*(?:\*|\/\/|\/\*\*|import)/.test(line));
  return lines.map((line) => `${path}: ${nameOf(line)}`);
}

function inList(): { readonly name: string; readonly reason: string }[] {
  return text('docs/assertions-behind-seal.md')
    .split('\n')
    .map((line) => /^\| `([^`]+)` \| `(.+)` \| (.*) \|$/.exec(line))
    .flatMap((row) => (row === null ? [] : [{ name: `${row[1]}: ${row[2]}`, reason: row[3] ?? '' }]));
}

/** What is there more than once says how often. */
function counted(names: readonly string[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return new Set([...times].map(([name, many]) => (many === 1 ? name : `${name} x${many}`)));
}

t.test('[J5] what is asserted behind seal is listed with its reason', async (t) => {
  const listed = inList();
  const found = counted(files.flatMap(inCode));
  t.ok(found.size > 20, `${found.size} are found in ${files.length} files`);
  t.same(
    [...found].filter((name) => !listed.some((row) => row.name === name)),
    [],
    'each one is explained',
  );
  t.same(
    listed.filter(({ name }) => !found.has(name)).map(({ name }) => name),
    [],
    'and nothing that is not there',
  );
  for (const { name, reason } of listed) t.ok(reason.length > 10, `${name}: ${reason}`);
});
