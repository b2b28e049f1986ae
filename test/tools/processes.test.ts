/** Every test file is run by `npm test` in one process, or belongs to what has a command of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { chosen, filesOf } from '../shared-process.ts';

const folder = join(import.meta.dirname, '../processes');
const elsewhere = [
  'browser/',
  'conformance/',
  'crash/',
  'docs/',
  'economy/',
  'engine/decide',
  'host/traces-process',
  'hostile/strings',
  'population/souls',
  'research/diff',
  'research/fork',
  'research/minds-generations',
  'research/past-commands',
  'research/resuming',
  'research/simulated-minds',
  'research/simulation',
  'research/studies',
  'tools/mutants',
];

t.test('each test file is run by one process', async (t) => {
  const run = readdirSync(folder).flatMap((name) => {
    const [, list = ''] = /runTogether\(([^)]*)\)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    const starts = [...list.matchAll(/'([^']+)'/g)].map(([, start = '']) => start);
    for (const start of starts) isThere(t, start.replace('!', ''));
    return chosen(starts);
  });
  t.same([...run, ...elsewhere.flatMap((start) => isThere(t, start))].sort(), filesOf(''));
});

function isThere(t: Test, start: string): readonly string[] {
  const files = filesOf(start);
  t.ok(files.length > 0, `there is something that begins with ${start}`);
  return files;
}
