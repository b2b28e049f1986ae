/** Time, memory and output that code may take, and what becomes of what takes more (X1, X2). */
import { limits } from '../../../sandbox/limits.ts';
import { sampled } from '../../crash/size.ts';
import { attacks } from './attacks.ts';
import {
  call,
  endedOf,
  filling,
  flooding,
  jobOf,
  type Promises,
  printedBytes,
  printing,
  run,
  short,
  stillWorks,
} from './jobs.ts';

export const bounds: Promises = {
  '[X2] code that never ends is ended at its deadline': async (t, sandbox) => {
    const codes = [
      `for (;;) {}`,
      `setInterval(() => {}, 5); await new Promise(() => {});`,
      `const again = () => Promise.resolve().then(again); await again();`,
    ];
    for (const code of codes) {
      const begun = performance.now();
      t.match(await sandbox.execute(jobOf(code, run, short)), { type: 'timed_out' }, code);
      const tookMs = performance.now() - begun;
      t.ok(tookMs >= short.runMsMax * 0.9, `${Math.round(tookMs)} ms: ${code}`);
    }
    const handle = `export function handle() { for (;;) {} }`;
    t.equal((await sandbox.execute(jobOf(handle, call(), short))).type, 'timed_out');
    await stillWorks(t, sandbox);
  },

  '[X2] what was printed before the deadline is kept': async (t, sandbox) => {
    const code = `console.log('before'); for (;;) {}`;
    t.match(await sandbox.execute(jobOf(code, run, printing)), { type: 'timed_out', stdout: 'before\n' });
    await stillWorks(t, sandbox);
  },

  '[X2] code that takes all memory is distinguished from code that takes its time': async (t, sandbox) => {
    const body = `console.log('before'); const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));`;
    t.match(await sandbox.execute(jobOf(body, run, filling)), { type: 'out_of_memory', stdout: 'before\n' });
    const handle = `export async function handle() { await 1; ${body} }`;
    t.equal((await sandbox.execute(jobOf(handle, call(), filling))).type, 'out_of_memory');
    await stillWorks(t, sandbox);
  },

  '[X2] code that calls itself without end fails by itself': async (t, sandbox) => {
    const deep = await sandbox.execute(jobOf(`const deeper = () => deeper() + 1; deeper();`));
    t.equal(endedOf(t, deep).exitCode, 1);
    t.match(deep, { stderr: /stack/ });
    await stillWorks(t, sandbox);
  },

  'of what is printed so much is kept, and that there was more is said': async (t, sandbox) => {
    const codes = [
      `for (let n = 0; n < 5_000; n++) { console.log('line of output', n); console.error('line of errors', n); }`,
      `console.log('x'.repeat(3_000_000)); console.error('é'.repeat(200_000));`,
      `const line = 'x'.repeat(999); for (let n = 0; n < 500; n++) { console.log(line); console.error(line); }`,
    ];
    for (const code of codes) {
      const outcome = await sandbox.execute(jobOf(code));
      t.match(outcome, { type: 'finished', truncated: true, exitCode: 0 }, code);
      const bytes = printedBytes(outcome);
      // A character of several bytes may not fit the end.
      const isFull = (count: number) => count <= limits.streamBytesMax && count > limits.streamBytesMax - 8;
      t.ok(bytes.every(isFull), `${bytes} bytes: ${code}`);
    }
    const exact = await sandbox.execute(jobOf(`console.log('x'.repeat(${limits.streamBytesMax - 1}));`));
    t.match(exact, { truncated: false });
    t.equal(printedBytes(exact)[0], limits.streamBytesMax);
  },

  '[X1] a flood of output that never ends takes no more than one that does': async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf(`for (;;) console.log('x'.repeat(1_000));`, run, flooding));
    // What nobody reads fills a program's memory, or its time is over first: that is the machine's to say.
    t.match(outcome, { type: /^(timed_out|out_of_memory)$/, truncated: true });
    t.ok(printedBytes(outcome).every((count) => count <= limits.streamBytesMax));
    await stillWorks(t, sandbox);
  },

  'output that is no text is made text': async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf(`console.log('\\ud800 \\u0000 \\uffff \\x1b[2J')`));
    t.equal(outcome.type, 'finished');
    t.ok('stdout' in outcome && Buffer.from(outcome.stdout).toString() === outcome.stdout);
  },

  '[X1, X2] hostile code has one outcome, and harms nobody': async (t, sandbox) => {
    process.env['SANDBOX_CONTRACT_SECRET'] = 'lantern-secret';
    for (const [name, attack] of sampled(attacks)) {
      const task = attack.task === 'call' ? call({ n: 1 }) : run;
      // Who is to end by itself has all the time that it needs.
      const time = attack.ends.includes('timed_out') ? short : {};
      const outcome = await sandbox.execute(jobOf(attack.code, task, time));
      t.ok(attack.ends.includes(outcome.type), `${name}: ${outcome.type}`);
      t.notMatch(JSON.stringify(outcome), /lantern-secret/, name);
      await stillWorks(t, sandbox);
    }
    t.strictSame(Object.keys(Object.prototype), []);
    delete process.env['SANDBOX_CONTRACT_SECRET'];
  },
};
