/** How files are laid out, and what their names may be. */
import { limits } from '../../../sandbox/limits.ts';
import { impossiblePaths, named, oddPaths } from '../paths.ts';
import { call, endedOf, jobOf, type Promises, stillWorks } from './jobs.ts';

export const files: Promises = {
  '[X1] a file whose name would leave its folder is refused, and nothing is run': async (t, sandbox) => {
    const names = [
      '../out.js',
      '/etc/out.js',
      'a/../../out.js',
      'a/./b.js',
      'a//b.js',
      '',
      '.',
      '..',
      'a\\b.js',
      'a\0b',
    ];
    for (const name of names) {
      const files = { 'index.js': `console.log('ran')`, [name]: '1' };
      t.match(await sandbox.execute(jobOf(files)), { type: 'failed', stdout: '', reason: /./ }, JSON.stringify(name));
    }
    await stillWorks(t, sandbox);
  },

  'odd names, deep folders and a folder for each file are laid out': async (t, sandbox) => {
    const odd = Object.fromEntries(oddPaths.map((path) => [path, '']));
    t.match(await sandbox.execute(jobOf({ 'index.js': `console.log('ran')`, ...odd })), { stdout: 'ran\n' });
    const folders = '/d'.repeat(limits.pathSegmentsMax - 2);
    const own = Array.from({ length: limits.filesMax - 1 }, (_, n) => `f${n}${folders}/a.js`);
    const code = `for (const path of ${JSON.stringify(own)}) await import('./' + path); console.log('ran');`;
    const job = jobOf({ 'index.js': code, ...Object.fromEntries(own.map((path) => [path, ''])) });
    t.match(await sandbox.execute(job), { stdout: 'ran\n', exitCode: 0 });
    await stillWorks(t, sandbox);
  },

  'a name that no disk takes, or that is a file already, is refused': async (t, sandbox) => {
    for (const name of [...impossiblePaths, 'index.js/a.js']) {
      const files = { 'index.js': `console.log('ran')`, [name]: '1' };
      t.match(await sandbox.execute(jobOf(files)), { type: 'failed', stdout: '', reason: /./ }, named(name));
    }
  },

  'more files, or longer ones, than are allowed are refused': async (t, sandbox) => {
    const many = Object.fromEntries(Array.from({ length: limits.filesMax + 1 }, (_, n) => [`f${n}.js`, '']));
    t.match(await sandbox.execute(jobOf(many)), { type: 'failed', reason: new RegExp(`${limits.filesMax}`) });
    const long = { 'index.js': `/*${'é'.repeat(limits.fileBytesMax / 2)}*/` };
    t.match(await sandbox.execute(jobOf(long)), { type: 'failed', reason: new RegExp(`${limits.fileBytesMax}`) });
  },

  'names that objects know are names like others': async (t, sandbox) => {
    const outcome = await sandbox.execute(
      jobOf({
        'index.js': `import a from './__proto__.js'; import b from './constructor/toString.js'; console.log(a + b);`,
        ['__proto__.js']: `export default 1;`,
        'constructor/toString.js': `export default 2;`,
        ['__proto__']: 'text',
      }),
    );
    t.match(outcome, { type: 'finished', stdout: '3\n' });
  },

  '[X1] an import cannot leave the folder': async (t, sandbox) => {
    const paths = ['../secret.js', '../../../etc/passwd', './a/../../../etc/hostname', '/etc/passwd', 'left-pad'];
    for (const path of paths) {
      const code = `try { await import(${JSON.stringify(path)}); console.log('in'); } catch { console.log('refused'); }`;
      t.match(await sandbox.execute(jobOf(code)), { type: 'finished', stdout: 'refused\n' }, path);
    }
  },

  'another version is other code, and nothing of the last one': async (t, sandbox) => {
    const one = { 'index.js': `export { handle } from './old.js';`, 'old.js': `export const handle = () => 'old';` };
    const two = { 'index.js': `export const handle = () => 'new';` };
    const three = { 'index.js': `export { handle } from './old.js';` };
    const [oldJob, newJob] = [jobOf(one, call()), jobOf(two, call())];
    for (const [job, output] of [
      [oldJob, '"old"'],
      [oldJob, '"old"'],
      [newJob, '"new"'],
      [oldJob, '"old"'],
    ] as const)
      t.equal(endedOf(t, await sandbox.execute(job)).output, output);
    t.match(await sandbox.execute(jobOf(three, call())), { type: 'failed', reason: /old\.js/ });
  },
};
