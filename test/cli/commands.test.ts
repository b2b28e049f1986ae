/** What the command line prints where no command is named, or one that does not exist. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..', '..');
const civitas = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'cli/civitas.ts', ...args], { cwd: root, encoding: 'utf8' });

t.test('without a command the help is printed, and the exit code is 0', async (t) => {
  for (const args of [[], ['config'], ['--help'], ['help', 'prune']]) {
    const { status, stdout, stderr } = civitas(...args);
    t.match({ status, shown: stdout + stderr }, { status: 0, shown: /^Usage: civitas/ }, args.join(' '));
  }
});

t.test('an unknown command is an error that names it', async (t) => {
  for (const args of [['nonsense'], ['config', 'nonsense'], ['prune', '--nonsense'], ['--nonsense']]) {
    const { status, stderr } = civitas(...args);
    t.match({ status, stderr }, { status: 1, stderr: /^error: / }, args.join(' '));
  }
});
