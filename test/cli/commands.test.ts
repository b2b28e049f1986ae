/** What the command line answers who names no command, or one that it does not have. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..', '..');
const civitas = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'cli/civitas.ts', ...args], { cwd: root, encoding: 'utf8' });

t.test('who asks for nothing is shown the help, and that is no error', async (t) => {
  for (const args of [[], ['config'], ['--help'], ['help', 'prune']]) {
    const { status, stdout, stderr } = civitas(...args);
    t.match({ status, shown: stdout + stderr }, { status: 0, shown: /^Usage: civitas/ }, args.join(' '));
  }
});

t.test('who asks for what there is not is told so, and that is one', async (t) => {
  for (const args of [['nonsense'], ['config', 'nonsense'], ['prune'], ['--nonsense']]) {
    const { status, stderr } = civitas(...args);
    t.match({ status, stderr }, { status: 1, stderr: /^error: / }, args.join(' '));
  }
});
