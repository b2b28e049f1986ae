/** Every test file is run by `npm test` in one process, or belongs to what has a command of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { filesOf } from '../shared-process.ts';

const folder = join(import.meta.dirname, '../processes');
const elsewhere = [
  'browser/',
  'crash/',
  'docs/',
  'economy/',
  'research/diff',
  'research/fork',
  'research/past-commands',
  'research/simulated-minds',
  'research/simulation',
  'research/studies',
  'tools/mutants',
];

t.test('each test file is run by one process', async (t) => {
  const starts = readdirSync(folder).flatMap((name) => {
    const [, list = ''] = /runTogether\(([^)]*)\)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    return [...list.matchAll(/'([^']+)'/g)].map(([, start = '']) => start);
  });
  const run = [...starts, ...elsewhere].flatMap((start) => {
    const files = filesOf(start);
    t.ok(files.length > 0, `there is something that begins with ${start}`);
    return files;
  });
  t.same(run.sort(), filesOf(''));
});
