/** Calls of `handle`: what it is given, and what it gives back. */
import { limits } from '../../../sandbox/limits.ts';
import { call, endedOf, filling, jobOf, oneOf, type Promises, short, stillWorks } from './jobs.ts';

export const calls: Promises = {
  'a call gives input and caller to handle, and its answer back as JSON': async (t, sandbox) => {
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
  },

  'what a call prints comes with its outcome': async (t, sandbox) => {
    const code = `console.log('loaded'); export function handle() { console.log('called'); console.error('oh'); }`;
    t.match(await sandbox.execute(jobOf(code, call())), { stdout: /called\n$/, stderr: 'oh\n', truncated: false });
    const failing = `export function handle() { console.log('called'); throw new Error('boom'); }`;
    t.match(await sandbox.execute(jobOf(failing, call())), { type: 'failed', stdout: 'called\n' });
  },

  'nothing, as the answer of handle, is null': async (t, sandbox) => {
    for (const value of ['undefined', 'null', 'Promise.resolve()', 'NaN']) {
      const ended = endedOf(t, await sandbox.execute(jobOf(`export const handle = () => ${value};`, call())));
      t.equal(ended.output, 'null', value);
    }
  },

  'a call without handle, or whose handle throws, fails with words for its author': async (t, sandbox) => {
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
  },

  'an answer that is not JSON fails': async (t, sandbox) => {
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
  },

  'an answer of more bytes than are allowed fails, one of as many does not': async (t, sandbox) => {
    const fits = `export const handle = () => 'x'.repeat(${limits.outputBytesMax - 2});`;
    const { output } = endedOf(t, await sandbox.execute(jobOf(fits, call())));
    t.equal(output?.length, limits.outputBytesMax);
    for (const text of [`'x'.repeat(${limits.outputBytesMax - 1})`, `'é'.repeat(40_000)`, `'x'.repeat(20_000_000)`]) {
      const outcome = await sandbox.execute(jobOf(`export const handle = () => ${text};`, call(), filling));
      t.match(outcome, { type: 'failed', reason: new RegExp(`${limits.outputBytesMax}`) }, text);
    }
  },

  '[X2] a call whose answer never comes ends all the same': async (t, sandbox) => {
    const code = `export const handle = () => new Promise(() => {});`;
    oneOf(t, await sandbox.execute(jobOf(code, call(), short)), ['failed', 'timed_out']);
    await stillWorks(t, sandbox);
  },
};
