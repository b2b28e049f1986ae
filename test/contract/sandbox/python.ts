/** Python, where a sandbox runs it. */
import type { Task } from '../../../sandbox/interface.ts';
import { endedOf, jobOf, type Promises } from './jobs.ts';

export const python: Promises = {
  'Python runs too': async (t, sandbox) => {
    const entry = (await sandbox.about()).entries.find(({ language }) => language === 'Python');
    t.ok(entry);
    if (entry === undefined) return;
    const task: Task = { type: 'run', entry: entry.file };
    const hello = await sandbox.execute(
      jobOf({ [entry.file]: `import other\nprint(other.word)`, 'other.py': `word = 'hi'` }, task),
    );
    t.match(hello, { type: 'finished', stdout: 'hi\n', exitCode: 0 });
    const thrown = await sandbox.execute(jobOf({ [entry.file]: `raise ValueError('boom')` }, task));
    t.equal(endedOf(t, thrown).exitCode, 1);
    t.match(thrown, { stderr: /ValueError: boom/ });
  },
};
