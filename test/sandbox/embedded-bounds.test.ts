/** What only the embedded sandbox has: its bounds, its threads, and its notice to users. */
import t, { type Test } from 'tap';
import { type EmbeddedOptions, EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import { outcomeOf } from '../../sandbox/embedded/thread-answer.ts';
import type { Task } from '../../sandbox/interface.ts';
import { limits } from '../../sandbox/limits.ts';
import { jobOf, unhurried } from '../contract/sandbox/jobs.ts';
import { left } from './embedded-threads.ts';

t.setTimeout(600_000);

const call: Task = { type: 'call', input: 'null', caller: 'ada-1' };

function on(title: string, options: EmbeddedOptions, test: (t: Test, sandbox: EmbeddedSandbox) => Promise<void>): void {
  t.test(title, async (t) => {
    const sandbox = await EmbeddedSandbox.open({ ...unhurried, ...options });
    try {
      await test(t, sandbox);
    } finally {
      await sandbox.close();
    }
    t.strictSame(left(), []);
  });
}

on('it says what it cannot do', {}, async (t, sandbox) => {
  const { cannot } = await sandbox.about();
  for (const word of [/npm/, /Node/, /variables/, /256 MiB/, /processor share/, /city's own process/])
    t.ok(
      cannot.some((sentence) => word.test(sentence)),
      String(word),
    );
});

on('a file that is to be run has to be there', {}, async (t, sandbox) => {
  const files = { 'other.js': '' };
  t.match(await sandbox.execute(jobOf(files)), { type: 'failed', reason: 'there is no file index.js' });
  t.match(await sandbox.execute(jobOf(files, call)), { type: 'failed', reason: 'there is no file index.js' });
  t.match(await sandbox.execute(jobOf(files, { type: 'run', entry: 'other.js' })), { exitCode: 0 });
});

on('JSON files are modules', {}, async (t, sandbox) => {
  const code = `import data from './data.json'; console.log(data.n, Object.keys(data).length);`;
  t.match(await sandbox.execute(jobOf({ 'index.js': code, 'data.json': '{"n":7,"__proto__":1}' })), {
    stdout: '7 2\n',
  });
  t.match(await sandbox.execute(jobOf({ 'index.js': code, 'data.json': 'process' })), { stderr: /SyntaxError/ });
});

on('a run that awaits what never comes ends as it does in Node', {}, async (t, sandbox) => {
  const outcome = await sandbox.execute(jobOf(`console.log('before'); await new Promise(() => {});`));
  t.match(outcome, { type: 'finished', exitCode: 13, stdout: 'before\n', stderr: /never comes/ });
});

on('[X1] the modules around the code cannot be imported by it', {}, async (t, sandbox) => {
  const paths = [
    '/embedded/guest/harness.js',
    './/embedded/guest/harness.js',
    './a//b.js',
    '../embedded/guest/harness.js',
  ];
  for (const path of paths) {
    const code = `try { await import('${path}'); } catch (error) { console.log(error.message); }`;
    t.match(await sandbox.execute(jobOf(code)), { stdout: `cannot import ${path}: ` }, path);
  }
});

on('[X1] nothing of Node and of the harness is in reach', {}, async (t, sandbox) => {
  const code = `
    const names = ['process', 'require', 'fetch', 'WebAssembly', 'Worker', 'write', 'harness', 'std', 'os', 'print'];
    console.log(names.filter((name) => name in globalThis).join() || 'none', typeof import.meta.url);
    try { store.get.constructor('return process')(); } catch (error) { console.log(error.name); }
    try { console.log.call.constructor('return process')(); } catch (error) { console.log(error.name); }
    try { globalThis.store = 1; } catch (error) { console.log(error.name); }`;
  t.match(await sandbox.execute(jobOf(code)), { stdout: /^none \w+\nReferenceError\nReferenceError\nTypeError\n$/ });
});

on('memory: an exception is distinguished from want of memory', {}, async (t, sandbox) => {
  const resources = { ...jobOf('').resources, memoryBytes: 24 * 2 ** 20 };
  const fill = 'let chain = null; for (;;) chain = { chain };';
  const ends = async (code: string) => (await sandbox.execute(jobOf(code, call, { resources, runMsMax: 60_000 }))).type;
  t.equal(await ends(`export const handle = () => { throw null; };`), 'failed');
  t.equal(await ends(`export const handle = () => { ${fill} };`), 'out_of_memory', 'no room even for an error');
  t.equal(await ends(`export const handle = async () => { await 1; ${fill} };`), 'out_of_memory');
  t.equal(
    await ends(`export const handle = () => { setTimeout(() => { ${fill} }); return new Promise(() => {}); };`),
    'out_of_memory',
  );
  t.equal(
    await ends(`globalThis.c = null; for (;;) c = { c }; export const handle = 1;`),
    'out_of_memory',
    'kept for ever',
  );
  t.equal(await ends(`export const handle = () => { try { ${fill} } catch {} return 1; };`), 'finished', 'given back');
});

on('memory: a tier cannot have more than the sandbox gives', { memoryBytesMax: 24 * 2 ** 20 }, async (t, sandbox) => {
  const code = `const all = []; for (let n = 0; n < 40; n++) all.push(new Uint8Array(1 << 20).fill(1));`;
  t.equal((await sandbox.execute(jobOf(code))).type, 'out_of_memory');
});

on('[X2] code that never lets the thread look at its clock is ended from outside', {}, async (t, sandbox) => {
  const code = `console.log('before'); 'a'.repeat(3e6).indexOf('a'.repeat(15e5) + 'b'); console.log('after');`;
  const job = jobOf(code, undefined, { runMsMax: 1_000 });
  t.match(await sandbox.execute(job), { type: 'timed_out', stdout: 'before\n' });
});

on(
  '[X2] recursion of any kind is ended by the interpreter, before the stack of its thread is',
  {},
  async (t, sandbox) => {
    const deep = [
      `const f = (n) => f(n + 1) + 1; f(0);`,
      `let a = []; for (let n = 0; n < 1e5; n++) a = [a]; a.flat(Infinity);`,
      `let a = []; for (let n = 0; n < 1e5; n++) a = [a]; String(a);`,
      `let f = class {}; for (let n = 0; n < 2e4; n++) f = class extends f {}; new f();`,
      `let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); p.x;`,
      `eval('['.repeat(2e5));`,
      `eval('!'.repeat(1e6) + '1');`,
      `new RegExp('(?:'.repeat(5e4) + ')'.repeat(5e4));`,
      `const o = { valueOf() { return +o; } }; +o;`,
      `const g = function* () { yield* g(); }; [...g()];`,
      `const f = async () => { await f(); }; await f();`,
      `'x'.replace(/x/g, function r() { return 'x'.replace(/x/g, r); });`,
      `const s = () => [2, 1].sort(() => s()); s();`,
    ];
    for (const code of deep)
      t.match(await sandbox.execute(jobOf(code)), { exitCode: 1, stderr: /stack overflow/ }, code);
  },
);

on('full is an answer', { workersMax: 1, waitingMax: 1, waitMsMax: 1_000 }, async (t, sandbox) => {
  const endless = sandbox.execute(jobOf('for (;;) {}', undefined, { place: 'one', runMsMax: 4_000 }));
  const waiting = sandbox.execute(jobOf('1', undefined, { place: 'two' }));
  const tooMany = sandbox.execute(jobOf('1', undefined, { place: 'three' }));
  const busy = { type: 'lost', reason: 'the sandbox is too busy' } as const;
  t.strictSame(await tooMany, busy, 'the line is full');
  t.strictSame(await waiting, busy, 'it waited as long as it may');
  t.equal((await endless).type, 'timed_out');
  t.equal((await sandbox.execute(jobOf('1'))).type, 'finished');
});

on('[X3] a job that waits goes with its place', { workersMax: 1, waitMsMax: 30_000 }, async (t, sandbox) => {
  const endless = sandbox.execute(jobOf('for (;;) {}', undefined, { place: 'one', runMsMax: 300 }));
  const [two, three] = ['two', 'three'].map((place) => sandbox.execute(jobOf('1', undefined, { place })));
  await sandbox.remove('two');
  t.strictSame(await two, { type: 'lost', reason: 'the place was removed' });
  t.equal((await endless).type, 'timed_out');
  t.equal((await three)?.type, 'finished');
});

on('a place that takes all that it can takes nothing from others', { workersMax: 2 }, async (t, sandbox) => {
  const takers = [
    `for (;;) {}`,
    `for (;;) { try { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)); } catch {} }`,
    `for (let n = 0; n < 10_000; n++) setInterval(() => {}, 1);`,
    `const again = () => Promise.resolve().then(again); await again();`,
    `for (;;) console.log('x'.repeat(60_000));`,
  ];
  const other = `export const handle = async () => { await new Promise((go) => setTimeout(go, 2)); return 1; };`;
  for (const code of takers) {
    const taker = sandbox.execute(jobOf(code, undefined, { place: 'taker', runMsMax: 60_000 }));
    for (let n = 0; n < 3; n++)
      t.match(await sandbox.execute(jobOf(other, call, { place: 'other' })), { output: '1' }, code);
    await sandbox.remove('taker');
    t.ok(['lost', 'out_of_memory'].includes((await taker).type), 'it took until then');
  }
});

on('memory of the city does not grow with the jobs that were', {}, async (t, sandbox) => {
  const code = `const all = new Uint8Array(4e6).fill(1); export const handle = () => all.length;`;
  const jobs = async (count: number) => {
    for (let n = 0; n < count; n++) await sandbox.execute(jobOf(code, call));
    return process.memoryUsage().rss / 2 ** 20;
  };
  const before = await jobs(30);
  const after = await jobs(90);
  // Each of them had more than 20 MiB.
  t.ok(after - before < 60, `${Math.round(before)} MiB, then ${Math.round(after)} MiB`);
});

t.test('[X2] what a thread says is believed only within bounds', async (t) => {
  const printed = { stdout: 'a', stderr: 'b', truncated: false, durationMs: 50 };
  const good = { type: 'finished', exitCode: 0, output: '1', store: null, durationMs: 5 };
  const job = jobOf('', call);
  const said = (message: unknown) => outcomeOf(message, job, printed);
  t.strictSame(said(good), {
    type: 'finished',
    exitCode: 0,
    output: '1',
    store: null,
    ...printed,
    durationMs: 5,
  });
  for (const durationMs of [-1, 1e9]) t.ok(((said({ ...good, durationMs }) as typeof printed).durationMs ?? 99) <= 50);
  const bytes = job.resources.storeBytesMax;
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`key${n}`, n])));
  const wrong = [
    undefined,
    null,
    7,
    'finished',
    {},
    { ...good, type: 'lost' },
    { ...good, exitCode: 1.5 },
    { ...good, durationMs: Number.NaN },
    { ...good, output: null },
    { ...good, output: 7 },
    { ...good, output: '{' },
    { ...good, output: `"${'x'.repeat(limits.outputBytesMax)}"` },
    { ...good, store: '{' },
    { ...good, store: '[]' },
    { ...good, store: 'null' },
    { ...good, store: many },
    { ...good, store: `{"a":"${'é'.repeat(bytes / 2)}"}` },
  ];
  for (const message of wrong)
    t.match(said(message), { type: 'failed', reason: /./ }, JSON.stringify(message)?.slice(0, 99));
  const long = said({ type: 'failed', reason: '🏮'.repeat(1_000), durationMs: 1 });
  t.ok('reason' in long && long.reason.length <= limits.reasonCharsMax);
});
