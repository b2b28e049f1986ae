/** Programs that run from their beginning to their end. */
import type { Outcome } from '../../../sandbox/interface.ts';
import { endedOf, jobOf, type Promises, resources } from './jobs.ts';

export const runs: Promises = {
  'says what it is': async (t, sandbox) => {
    const about = await sandbox.about();
    t.ok(['docker', 'embedded'].includes(about.sandbox));
    t.strictSame(about.entries[0], { file: 'index.js', language: 'JavaScript' });
    t.ok(about.cannot.length > 0 && about.cannot.every((sentence) => sentence.endsWith('.')));
  },

  'a run that ends gives what it printed, and exit code 0': async (t, sandbox) => {
    await sandbox.prepare('lantern-shop', resources);
    const code = `console.log('out', 1, true); console.info('info'); console.error('err'); console.warn('warn');`;
    const outcome = await sandbox.execute(jobOf(code));
    const { durationMs, ...rest } = outcome as Extract<Outcome, { type: 'finished' }>;
    t.strictSame(rest, {
      type: 'finished',
      exitCode: 0,
      output: null,
      store: null,
      stdout: 'out 1 true\ninfo\n',
      stderr: 'err\nwarn\n',
      truncated: false,
    });
    t.ok(durationMs >= 0, `took ${durationMs} ms`);
  },

  'an error that nothing catches ends a run with exit code 1 and its stack': async (t, sandbox) => {
    const codes = [
      `console.log('before'); throw new Error('boom')`,
      `console.log('before'); await 1; throw new Error('boom')`,
      `console.log('before'); setTimeout(() => { throw new Error('boom') }, 1)`,
      `console.log('before'); function inner() { throw new TypeError('boom') } inner()`,
    ];
    for (const code of codes) {
      const outcome = await sandbox.execute(jobOf(code));
      t.equal(endedOf(t, outcome).exitCode, 1, code);
      t.match(outcome, { stdout: 'before\n', stderr: /Error: boom[\s\S]*index\.js/ }, code);
    }
  },

  'code that cannot be read ends a run with exit code 1': async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf('this is ( not JavaScript'));
    t.equal(endedOf(t, outcome).exitCode, 1);
    t.match(outcome, { stdout: '', stderr: /SyntaxError/ });
  },

  'a run waits for what it awaits and for its timers': async (t, sandbox) => {
    const code = `
      const times = await new Promise((resolve) => {
        let n = 0;
        const id = setInterval(() => { n += 1; if (n === 3) { clearInterval(id); resolve(n); } }, 2);
      });
      console.log('second', times);
      setTimeout((word) => console.log(word), 5, 'third');
      clearTimeout(setTimeout(() => console.log('never'), 1));
      queueMicrotask(() => console.log('microtask'));
    `;
    const outcome = await sandbox.execute(jobOf(`console.log('first');${code}`));
    t.match(outcome, { type: 'finished', stdout: 'first\nsecond 3\nmicrotask\nthird\n', exitCode: 0 });
  },

  'several files import each other, in folders too': async (t, sandbox) => {
    const outcome = await sandbox.execute(
      jobOf({
        'index.js': `import { shout } from './lib/shout.js'; import * as name from './name.js';
          const late = await import('./lib/late.js'); console.log(shout(name.default), late.value);`,
        'lib/shout.js': `import { mark } from '../marks/mark.js'; export const shout = (text) => text.toUpperCase() + mark;`,
        'lib/late.js': `export const value = await Promise.resolve(7);`,
        'marks/mark.js': `export const mark = '!';`,
        'name.js': `export default 'ada';`,
      }),
    );
    t.match(outcome, { type: 'finished', stdout: 'ADA! 7\n', exitCode: 0 });
  },
};
