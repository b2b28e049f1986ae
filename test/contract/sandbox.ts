/**
 * What every sandbox must do, whatever runs the code (sandbox/port.ts). The rules X1 to X3 stand there. Only a job that is
 * to run into its deadline has a short one, and nothing hangs on how fast the machine is: a job that would never end
 * keeps its test from ending.
 */
import type { Test } from 'tap';
import { limits } from '../../sandbox/limits.ts';
import type { Ended, Job, Outcome, Resources, Sandbox, Task } from '../../sandbox/port.ts';
import { impossiblePaths, named, oddPaths } from './paths.ts';
import { attacks } from './sandbox-attacks.ts';

export interface SandboxMaker {
  readonly name: string;
  /** A fresh sandbox. */
  open(): Promise<Sandbox>;
  /** It runs Python too. */
  readonly python?: boolean;
  /** What there still is of sandboxes that were opened: names of containers, threads. Asked after `close`. */
  left?(): Promise<readonly string[]>;
}

type Kind = Outcome['type'];
type Files = Readonly<Record<string, string>>;

const resources: Resources = { cpuMillis: 1_000, memoryBytes: 128 * 2 ** 20, storeBytesMax: 2_000, storeKeysMax: 5 };
/** Deadline of code that does nothing of note before it, milliseconds. */
const short = { runMsMax: 400 };
/** Deadline of code that prints before it: its process has to start for that, however busy the machine is. */
const printing = { runMsMax: 3_000 };
/** Deadline of code that fills memory first. */
const filling = { runMsMax: 40_000 };
const run: Task = { type: 'run', entry: 'index.js' };
const call = (input: unknown = null, caller = 'ada-1'): Task => ({
  type: 'call',
  input: JSON.stringify(input),
  caller,
});

let versions = 0;

/** A job of `files`, or of one `index.js`. Each has a version of its own. */
export function jobOf(code: string | Files, task: Task = run, more: Partial<Job> = {}): Job {
  const files = new Map(typeof code === 'string' ? [['index.js', code]] : Object.entries(code));
  versions += 1;
  return { place: 'lantern-shop', resources, version: `version-${versions}`, files, store: '{}', task, ...more };
}

export function sandboxContract(t: Test, maker: SandboxMaker): void {
  const on = (title: string, test: (t: Test, sandbox: Sandbox) => Promise<void>): void => {
    t.test(`${maker.name}: ${title}`, { timeout: 100_000 }, async (t) => {
      const sandbox = await maker.open();
      try {
        await test(t, sandbox);
      } finally {
        await sandbox.close();
      }
      t.strictSame((await maker.left?.()) ?? [], [], '[X3] nothing is left');
    });
  };
  runs(on);
  calls(on);
  stores(on);
  files(on);
  bounds(on);
  lives(on);
  if (maker.python === true) pythons(on);
}

type On = (title: string, test: (t: Test, sandbox: Sandbox) => Promise<void>) => void;

function runs(on: On): void {
  on('says what it is', async (t, sandbox) => {
    const about = await sandbox.about();
    t.ok(['docker', 'embedded'].includes(about.sandbox));
    t.strictSame(about.entries[0], { file: 'index.js', language: 'JavaScript' });
    t.ok(about.cannot.length > 0 && about.cannot.every((sentence) => sentence.endsWith('.')));
  });

  on('a run that ends gives what it printed, and exit code 0', async (t, sandbox) => {
    await sandbox.prepare('lantern-shop', resources);
    const code = `console.log('out', 1, true); console.info('info'); console.error('err'); console.warn('warn');`;
    const outcome = await sandbox.execute(jobOf(code));
    const { durationMs, ...rest } = outcome as Extract<Outcome, { type: 'finished' }>;
    t.strictSame(rest, {
      type: 'finished',
      ended: { exitCode: 0, output: null, store: null },
      stdout: 'out 1 true\ninfo\n',
      stderr: 'err\nwarn\n',
      truncated: false,
    });
    t.ok(durationMs >= 0, `took ${durationMs} ms`);
  });

  on('an error that nothing catches ends a run with exit code 1 and its stack', async (t, sandbox) => {
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
  });

  on('code that cannot be read ends a run with exit code 1', async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf('this is ( not JavaScript'));
    t.equal(endedOf(t, outcome).exitCode, 1);
    t.match(outcome, { stdout: '', stderr: /SyntaxError/ });
  });

  on('a run waits for what it awaits and for its timers', async (t, sandbox) => {
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
    t.match(outcome, { type: 'finished', stdout: 'first\nsecond 3\nmicrotask\nthird\n', ended: { exitCode: 0 } });
  });

  on('several files import each other, in folders too', async (t, sandbox) => {
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
    t.match(outcome, { type: 'finished', stdout: 'ADA! 7\n', ended: { exitCode: 0 } });
  });
}

function calls(on: On): void {
  on('a call gives input and caller to handle, and its answer back as JSON', async (t, sandbox) => {
    const inputs = [null, 0, -1.5, '', 'grüße 🏮\u0000"\\', [], [1, [2]], { a: { b: [true, null] }, ['__proto__']: 1 }];
    for (const code of [
      `export function handle(input, caller) { console.log('called'); return { input, caller }; }`,
      `export async function handle(input, caller) { await new Promise((go) => setTimeout(go, 2)); return { input, caller }; }`,
      `export const handle = async (input, caller) => ({ input, caller });`,
    ]) {
      for (const input of inputs) {
        const ended = endedOf(t, await sandbox.execute(jobOf(code, call(input, 'city-grüße'))));
        t.strictSame(JSON.parse(ended.output ?? ''), { input, caller: 'city-grüße' });
        t.match(ended, { exitCode: 0, store: null });
      }
    }
  });

  on('what a call prints comes with its outcome', async (t, sandbox) => {
    const code = `console.log('loaded'); export function handle() { console.log('called'); console.error('oh'); }`;
    t.match(await sandbox.execute(jobOf(code, call())), { stdout: /called\n$/, stderr: 'oh\n', truncated: false });
    const failing = `export function handle() { console.log('called'); throw new Error('boom'); }`;
    t.match(await sandbox.execute(jobOf(failing, call())), { type: 'failed', stdout: 'called\n' });
  });

  on('nothing, as the answer of handle, is null', async (t, sandbox) => {
    for (const value of ['undefined', 'null', 'Promise.resolve()', 'NaN']) {
      const ended = endedOf(t, await sandbox.execute(jobOf(`export const handle = () => ${value};`, call())));
      t.equal(ended.output, 'null', value);
    }
  });

  on('a call without handle, or whose handle throws, fails with words for its author', async (t, sandbox) => {
    const cases: readonly (readonly [code: string, reason: RegExp])[] = [
      [`export const other = 1;`, /^index\.js exports no .*handle/],
      [`export const handle = 7;`, /^index\.js exports no .*handle/],
      [`export default function handle() {}`, /^index\.js exports no .*handle/],
      [`export function handle() { throw new Error('boom'); }`, /boom/],
      [`export async function handle() { await 1; throw new RangeError('boom'); }`, /boom/],
      [`export function handle() { throw 'boom'; }`, /boom/],
      [`export function handle() { throw { toString() { throw 1; }, get message() { throw 2; } }; }`, /./],
      [`export function handle() { throw new Error('b'.repeat(100_000)); }`, /bbb/],
      [`throw new Error('boom'); export function handle() {}`, /boom/],
      [`export function handle( {`, /SyntaxError/],
      [`import './nowhere.js'; export function handle() {}`, /nowhere\.js/],
    ];
    for (const [code, reason] of cases) {
      const outcome = await sandbox.execute(jobOf(code, call()));
      t.match(outcome, { type: 'failed', reason }, code);
      t.ok('reason' in outcome && outcome.reason.length <= limits.reasonCharsMax, code);
    }
  });

  on('an answer that is not JSON fails', async (t, sandbox) => {
    const values = [
      '() => 1',
      'Symbol()',
      '1n',
      '(() => { const a = []; a.push(a); return a; })()',
      '({ toJSON() { throw new Error("no"); } })',
      '({ toJSON() {} })',
    ];
    for (const value of values) {
      const outcome = await sandbox.execute(jobOf(`export const handle = () => (${value});`, call()));
      t.match(outcome, { type: 'failed', reason: /./ }, value);
    }
  });

  on('an answer of more bytes than are allowed fails, one of as many does not', async (t, sandbox) => {
    const fits = `export const handle = () => 'x'.repeat(${limits.outputBytesMax - 2});`;
    const { output } = endedOf(t, await sandbox.execute(jobOf(fits, call())));
    t.equal(output?.length, limits.outputBytesMax);
    for (const text of [`'x'.repeat(${limits.outputBytesMax - 1})`, `'é'.repeat(40_000)`, `'x'.repeat(20_000_000)`]) {
      const outcome = await sandbox.execute(jobOf(`export const handle = () => ${text};`, call()));
      t.match(outcome, { type: 'failed', reason: new RegExp(`${limits.outputBytesMax}`) }, text);
    }
  });

  on('[X2] a call whose answer never comes ends all the same', async (t, sandbox) => {
    const code = `export const handle = () => new Promise(() => {});`;
    oneOf(t, await sandbox.execute(jobOf(code, call(), short)), ['failed', 'timed_out']);
    await stillWorks(t, sandbox);
  });
}

function stores(on: On): void {
  on('the store: get, set, delete and list, and what is changed comes with the outcome', async (t, sandbox) => {
    const write = `
      store.set('b', { deep: [1, 'é'] }); store.set('a', 1); store.set('__proto__', 'odd'); store.set('gone', 1);
      console.log(store.get('b').deep[1], store.get('nothing'), store.delete('gone'), store.delete('gone'));
      console.log(store.list().join(), store.list('b').join(), globalThis.store === store);
    `;
    const first = await sandbox.execute(jobOf(write));
    t.match(first, { type: 'finished', stdout: 'é undefined true false\n__proto__,a,b b true\n' });
    const store = endedOf(t, first).store ?? 'none';
    t.strictSame(JSON.parse(store), JSON.parse('{"a":1,"b":{"deep":[1,"é"]},"__proto__":"odd"}'));
    const read = `export function handle() { return [store.list(), store.get('b'), store.get('__proto__')]; }`;
    const second = endedOf(t, await sandbox.execute(jobOf(read, call(), { store })));
    t.strictSame(JSON.parse(second.output ?? ''), [['__proto__', 'a', 'b'], { deep: [1, 'é'] }, 'odd']);
    t.equal(second.store, null, 'reading changes nothing');
  });

  on('what was set to what it was is no change, and what a value becomes later is not kept', async (t, sandbox) => {
    const same = `store.set('a', 1); store.set('b', 2); store.delete('b'); store.get('c').push(1);`;
    t.equal(endedOf(t, await sandbox.execute(jobOf(same, run, { store: '{"a":1,"c":[]}' }))).store, null);
    const later = `const value = [1]; store.set('a', value); value.push(2);`;
    t.equal(endedOf(t, await sandbox.execute(jobOf(later))).store, '{"a":[1]}');
  });

  on('a job that does not end well changes nothing', async (t, sandbox) => {
    const thrown = await sandbox.execute(jobOf(`store.set('a', 1); throw new Error('boom')`));
    t.match(endedOf(t, thrown), { exitCode: 1, store: null });
    const failed = await sandbox.execute(jobOf(`export function handle() { store.set('a', 1); throw 1; }`, call()));
    t.equal(failed.type, 'failed');
    t.notOk('ended' in failed);
  });

  on('the store takes so many keys and bytes and JSON, and says so to the code', async (t, sandbox) => {
    const tries = [
      `for (let n = 0; n < 9; n++) store.set('key' + n, n)`,
      `store.set('a', 'x'.repeat(${resources.storeBytesMax}))`,
      `store.set('a', 'é'.repeat(${resources.storeBytesMax / 2}))`,
      `store.set('a', undefined)`,
      `store.set('a', () => 1)`,
      `store.set('', 1)`,
      `store.set(7, 1)`,
    ];
    for (const attempt of tries) {
      const code = `try { ${attempt}; console.log('taken'); } catch (error) { console.log(error instanceof Error); }`;
      t.match(await sandbox.execute(jobOf(code)), { type: 'finished', stdout: 'true\n' }, attempt);
    }
    const full = `for (let n = 0; n < ${resources.storeKeysMax}; n++) store.set('key' + n, n); store.set('key0', 9);`;
    t.equal(
      Object.keys(JSON.parse(endedOf(t, await sandbox.execute(jobOf(full))).store ?? '')).length,
      resources.storeKeysMax,
    );
  });

  on('places do not see the stores of others', async (t, sandbox) => {
    const code = `console.log(store.list().length); store.set('mine', 1);`;
    for (const place of ['one', 'two', 'one'])
      t.match(await sandbox.execute(jobOf(code, run, { place })), { stdout: '0\n', ended: { store: '{"mine":1}' } });
  });
}

function files(on: On): void {
  on('[X1] a file whose name would leave its folder is refused, and nothing is run', async (t, sandbox) => {
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
  });

  on('odd names, deep folders and a folder for each file are laid out', async (t, sandbox) => {
    const odd = Object.fromEntries(oddPaths.map((path) => [path, '']));
    t.match(await sandbox.execute(jobOf({ 'index.js': `console.log('ran')`, ...odd })), { stdout: 'ran\n' });
    const folders = '/d'.repeat(limits.pathSegmentsMax - 2);
    const own = Array.from({ length: limits.filesMax - 1 }, (_, n) => `f${n}${folders}/a.js`);
    const code = `for (const path of ${JSON.stringify(own)}) await import('./' + path); console.log('ran');`;
    const job = jobOf({ 'index.js': code, ...Object.fromEntries(own.map((path) => [path, ''])) });
    t.match(await sandbox.execute(job), { stdout: 'ran\n', ended: { exitCode: 0 } });
    await stillWorks(t, sandbox);
  });

  on('a name that no disk takes, or that is a file already, is refused', async (t, sandbox) => {
    for (const name of [...impossiblePaths, 'index.js/a.js']) {
      const files = { 'index.js': `console.log('ran')`, [name]: '1' };
      t.match(await sandbox.execute(jobOf(files)), { type: 'failed', stdout: '', reason: /./ }, named(name));
    }
  });

  on('more files, or longer ones, than are allowed are refused', async (t, sandbox) => {
    const many = Object.fromEntries(Array.from({ length: limits.filesMax + 1 }, (_, n) => [`f${n}.js`, '']));
    t.match(await sandbox.execute(jobOf(many)), { type: 'failed', reason: new RegExp(`${limits.filesMax}`) });
    const long = { 'index.js': `/*${'é'.repeat(limits.fileBytesMax / 2)}*/` };
    t.match(await sandbox.execute(jobOf(long)), { type: 'failed', reason: new RegExp(`${limits.fileBytesMax}`) });
  });

  on('names that objects know are names like others', async (t, sandbox) => {
    const outcome = await sandbox.execute(
      jobOf({
        'index.js': `import a from './__proto__.js'; import b from './constructor/toString.js'; console.log(a + b);`,
        ['__proto__.js']: `export default 1;`,
        'constructor/toString.js': `export default 2;`,
        ['__proto__']: 'text',
      }),
    );
    t.match(outcome, { type: 'finished', stdout: '3\n' });
  });

  on('[X1] an import cannot leave the folder', async (t, sandbox) => {
    const paths = ['../secret.js', '../../../etc/passwd', './a/../../../etc/hostname', '/etc/passwd', 'left-pad'];
    for (const path of paths) {
      const code = `try { await import(${JSON.stringify(path)}); console.log('in'); } catch { console.log('refused'); }`;
      t.match(await sandbox.execute(jobOf(code)), { type: 'finished', stdout: 'refused\n' }, path);
    }
  });

  on('another version is other code, and nothing of the last one', async (t, sandbox) => {
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
  });
}

function bounds(on: On): void {
  on('[X2] code that never ends is ended at its deadline', async (t, sandbox) => {
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
  });

  on('[X2] what was printed before the deadline is kept', async (t, sandbox) => {
    const code = `console.log('before'); for (;;) {}`;
    t.match(await sandbox.execute(jobOf(code, run, printing)), { type: 'timed_out', stdout: 'before\n' });
    await stillWorks(t, sandbox);
  });

  on('[X2] code that takes all memory is told from code that takes its time', async (t, sandbox) => {
    const body = `console.log('before'); const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));`;
    t.match(await sandbox.execute(jobOf(body, run, filling)), { type: 'out_of_memory', stdout: 'before\n' });
    const handle = `export async function handle() { await 1; ${body} }`;
    t.equal((await sandbox.execute(jobOf(handle, call(), filling))).type, 'out_of_memory');
    await stillWorks(t, sandbox);
  });

  on('[X2] code that calls itself without end fails by itself', async (t, sandbox) => {
    const deep = await sandbox.execute(jobOf(`const deeper = () => deeper() + 1; deeper();`));
    t.equal(endedOf(t, deep).exitCode, 1);
    t.match(deep, { stderr: /stack/ });
    await stillWorks(t, sandbox);
  });

  on('of what is printed so much is kept, and that there was more is said', async (t, sandbox) => {
    const codes = [
      `for (let n = 0; n < 5_000; n++) { console.log('line of output', n); console.error('line of errors', n); }`,
      `console.log('x'.repeat(3_000_000)); console.error('é'.repeat(200_000));`,
      `const line = 'x'.repeat(999); for (let n = 0; n < 500; n++) { console.log(line); console.error(line); }`,
    ];
    for (const code of codes) {
      const outcome = await sandbox.execute(jobOf(code));
      t.match(outcome, { type: 'finished', truncated: true, ended: { exitCode: 0 } }, code);
      const bytes = printedBytes(outcome);
      // A character of several bytes may not fit the end.
      const isFull = (count: number) => count <= limits.streamBytesMax && count > limits.streamBytesMax - 8;
      t.ok(bytes.every(isFull), `${bytes} bytes: ${code}`);
    }
    const exact = await sandbox.execute(jobOf(`console.log('x'.repeat(${limits.streamBytesMax - 1}));`));
    t.match(exact, { truncated: false });
    t.equal(printedBytes(exact)[0], limits.streamBytesMax);
  });

  on('[X1] a flood of output that never ends takes no more than one that does', async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf(`for (;;) console.log('x'.repeat(1_000));`, run, printing));
    // What nobody reads fills a program's memory, or its time is over first: that is the machine's to say.
    t.match(outcome, { type: /^(timed_out|out_of_memory)$/, truncated: true });
    t.ok(printedBytes(outcome).every((count) => count <= limits.streamBytesMax));
    await stillWorks(t, sandbox);
  });

  on('output that is no text is made text', async (t, sandbox) => {
    const outcome = await sandbox.execute(jobOf(`console.log('\\ud800 \\u0000 \\uffff \\x1b[2J')`));
    t.equal(outcome.type, 'finished');
    t.ok('stdout' in outcome && Buffer.from(outcome.stdout).toString() === outcome.stdout);
  });

  on('[X1, X2] hostile code has one outcome, and harms nobody', async (t, sandbox) => {
    process.env['SANDBOX_CONTRACT_SECRET'] = 'lantern-secret';
    for (const [name, attack] of Object.entries(attacks)) {
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
  });
}

function lives(on: On): void {
  on('places work side by side, and nothing is mixed up', async (t, sandbox) => {
    const code = `
      export async function handle(input, caller) {
        await new Promise((go) => setTimeout(go, 5));
        store.set('last', input);
        console.log(input, caller);
        return [input, caller];
      }`;
    const work = async (place: string): Promise<void> => {
      for (let n = 0; n < 3; n++) {
        const outcome = await sandbox.execute(jobOf(code, call(`${place} ${n}`, place), { place, version: 'same' }));
        t.match(outcome, { type: 'finished', stdout: `${place} ${n} ${place}\n` });
        t.strictSame(endedOf(t, outcome), {
          exitCode: 0,
          output: JSON.stringify([`${place} ${n}`, place]),
          store: JSON.stringify({ last: `${place} ${n}` }),
        });
      }
    };
    await Promise.all(['one', 'two', 'three', 'four', 'city-housing/ada-1/studio'].map(work));
  });

  on('[X3] remove ends what runs of a place, and of no other', async (t, sandbox) => {
    const slow = `console.log('slow'); await new Promise((go) => setTimeout(go, 1_500)); console.log('done');`;
    const mine = sandbox.execute(jobOf(slow, run, { place: 'mine' }));
    const other = sandbox.execute(jobOf(slow, run, { place: 'other' }));
    await sandbox.remove('mine');
    t.equal((await mine).type, 'lost');
    t.match(await other, { type: 'finished', stdout: 'slow\ndone\n' });
    await sandbox.remove('mine');
    await sandbox.remove('never-seen');
    await stillWorks(t, sandbox, 'mine');
  });

  on('[X3] reconcile ends what belongs to places that are not', async (t, sandbox) => {
    await stillWorks(t, sandbox, 'idle');
    const slow = `await new Promise((go) => setTimeout(go, 1_500)); console.log('done');`;
    const dead = sandbox.execute(jobOf(slow, run, { place: 'dead' }));
    const alive = sandbox.execute(jobOf(slow, run, { place: 'alive' }));
    await sandbox.reconcile((place) => place === 'alive');
    t.equal((await dead).type, 'lost');
    t.match(await alive, { type: 'finished', stdout: 'done\n' });
    await stillWorks(t, sandbox, 'dead');
  });

  on('[X3] close ends everything, once and for all', async (t, sandbox) => {
    const outcomes = ['one', 'two', 'three'].map((place) => sandbox.execute(jobOf('for (;;) {}', run, { place })));
    await Promise.all([sandbox.close(), sandbox.close()]);
    for (const outcome of await Promise.all(outcomes)) t.match(outcome, { type: 'lost', reason: /./ });
    t.equal((await sandbox.execute(jobOf('1'))).type, 'lost');
    await sandbox.prepare('one', resources);
    await sandbox.remove('one');
    await sandbox.reconcile(() => false);
  });
}

function pythons(on: On): void {
  on('Python runs too', async (t, sandbox) => {
    const entry = (await sandbox.about()).entries.find(({ language }) => language === 'Python');
    t.ok(entry);
    if (entry === undefined) return;
    const task: Task = { type: 'run', entry: entry.file };
    const hello = await sandbox.execute(
      jobOf({ [entry.file]: `import other\nprint(other.word)`, 'other.py': `word = 'hi'` }, task),
    );
    t.match(hello, { type: 'finished', stdout: 'hi\n', ended: { exitCode: 0 } });
    const thrown = await sandbox.execute(jobOf({ [entry.file]: `raise ValueError('boom')` }, task));
    t.equal(endedOf(t, thrown).exitCode, 1);
    t.match(thrown, { stderr: /ValueError: boom/ });
  });
}

function endedOf(t: Test, outcome: Outcome): Ended {
  if (outcome.type === 'finished') return outcome.ended;
  t.fail(`expected a finished job: ${JSON.stringify(outcome).slice(0, 1_000)}`);
  return { exitCode: -1, output: null, store: null };
}

function oneOf(t: Test, outcome: Outcome, kinds: readonly Kind[]): void {
  t.ok(kinds.includes(outcome.type), `${outcome.type} is one of ${kinds}`);
}

function printedBytes(outcome: Outcome): readonly number[] {
  if (!('stdout' in outcome)) return [];
  return [outcome.stdout, outcome.stderr].map((text) => Buffer.byteLength(text));
}

/** The next job of the place finds everything in order. */
async function stillWorks(t: Test, sandbox: Sandbox, place = 'lantern-shop'): Promise<void> {
  const good = `export const handle = ({ n }) => { console.log('good'); return n + 1; };`;
  const outcome = await sandbox.execute(jobOf(good, call({ n: 1 }), { place }));
  t.match(
    outcome,
    { type: 'finished', stdout: 'good\n', stderr: '', ended: { output: '2', store: null } },
    'still works',
  );
}
