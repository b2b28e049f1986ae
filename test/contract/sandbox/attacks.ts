/**
 * Programs that mean harm, by name, with the outcomes that are right for them. Where two sandboxes may differ (an engine
 * with a bound of its own, a machine that is faster) several are.
 */
import type { Outcome } from '../../../sandbox/interface.ts';

export interface Attack {
  readonly code: string;
  readonly task?: 'call';
  readonly ends: readonly Outcome['type'][];
}

/** Ended by the deadline, by its memory, or by the engine's own bounds: the order depends on the machine. */
const stopped = ['timed_out', 'out_of_memory', 'failed', 'finished'] as const;
const finished = ['finished'] as const;
const answered = ['finished', 'failed'] as const;

export const attacks: Readonly<Record<string, Attack>> = {
  'a regular expression that backtracks': {
    code: `/^(a+)+$/.test('a'.repeat(60) + 'b');`,
    ends: ['timed_out', 'finished'],
  },
  'a search that looks at nothing else': {
    code: `const long = 'a'.repeat(3e6), word = 'a'.repeat(15e5) + 'b'; for (;;) long.indexOf(word);`,
    ends: ['timed_out'],
  },
  'small objects without end': { code: `globalThis.chain = null; for (;;) chain = { chain };`, ends: stopped },
  'a map without end': { code: `const map = new Map(); for (let n = 0; ; n++) map.set(n, [n]);`, ends: stopped },
  'a string that doubles': { code: `let text = 'x'; for (;;) text += text;`, ends: stopped },
  'an array of all lengths': { code: `new Array(2 ** 32 - 1).fill(7); [...Array(2 ** 31)];`, ends: stopped },
  'a big number': { code: `let big = 3n; for (;;) big *= big;`, ends: stopped },
  'promises without end': {
    code: `const all = []; for (;;) all.push(Promise.resolve().then(() => 1));`,
    ends: stopped,
  },
  'microtasks that breed': {
    code: `const breed = () => { queueMicrotask(breed); queueMicrotask(breed); }; breed();`,
    ends: stopped,
  },
  'timers that breed': {
    code: `const breed = () => { setTimeout(breed); setTimeout(breed); }; breed();`,
    ends: stopped,
  },
  'memory taken again and again': {
    code: `for (;;) { try { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)); } catch {} }`,
    ends: ['timed_out', 'out_of_memory'],
  },
  'catching whatever comes': { code: `const f = () => { try { f(); } finally { f(); } }; f();`, ends: stopped },
  'deep JSON': { code: `JSON.parse('['.repeat(1e6)); `, ends: stopped },
  'deep values': { code: `let a = []; for (let n = 0; n < 1e6; n++) a = [a]; JSON.stringify(a);`, ends: stopped },
  'deep source': { code: `eval('('.repeat(1e5) + ')'.repeat(1e5));`, ends: stopped },
  'deep proxies': { code: `let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); p.x;`, ends: stopped },
  'a deep answer': {
    task: 'call',
    code: `export function handle() { let a = []; for (let n = 0; n < 5_000; n++) a = [a]; return a; }`,
    ends: [...answered, 'timed_out'],
  },
  'a way to the world outside': {
    code: `
      const global = [].constructor.constructor('return globalThis')();
      const outer = globalThis.process?.env ?? {};
      console.log(Object.keys(global).join(), JSON.stringify(outer));
      console.log(typeof require, typeof globalThis.parentPort, typeof globalThis.workerData);`,
    ends: finished,
  },
  'waiting for nobody': {
    code: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
    ends: ['timed_out', 'finished'],
  },
  'a prototype for everybody': {
    code: `Object.prototype.type = 'finished'; Object.prototype.exitCode = 0; Array.prototype.push = null;`,
    ends: answered,
  },
  'tools that lie': {
    task: 'call',
    code: `
      JSON.stringify = () => 'not JSON'; JSON.parse = () => 7; Promise.prototype.then = null;
      String.prototype.slice = () => 'x'.repeat(1e6); Map.prototype.get = () => { throw 1; };
      Object.entries = () => []; globalThis.store = null; globalThis.console = null;
      export const handle = () => ({ ok: true });`,
    ends: [...answered, 'timed_out'],
  },
  'a store that lies': {
    task: 'call',
    code: `
      JSON.stringify = () => '"' + 'x'.repeat(6e7) + '"';
      export const handle = () => { try { store.set('a', 1); } catch {} return 1; };`,
    ends: stopped,
  },
  'an answer that is a trap': {
    task: 'call',
    code: `export const handle = () => ({ then(go) { for (;;) go = () => go; } });`,
    ends: ['timed_out'],
  },
  'an answer that resolves for ever': {
    task: 'call',
    code: `const trap = { then(go) { go(trap); } }; export const handle = () => trap;`,
    ends: ['timed_out', 'out_of_memory'],
  },
  'a getter as handle': {
    task: 'call',
    code: `export const handle = new Proxy(() => 1, { apply() { for (;;) {} } });`,
    ends: ['timed_out'],
  },
  'exports that are a promise': {
    code: `export function then(go) { for (;;) {} }`,
    ends: ['timed_out', 'finished'],
  },
  'a long import': {
    code: `try { await import('./' + 'x'.repeat(5e7)); } catch {} await import('./' + 'a/'.repeat(1e6));`,
    ends: stopped,
  },
  'an error that is a trap': {
    code: `throw new Proxy(new Error('boom'), { get() { for (;;) {} }, getPrototypeOf() { for (;;) {} } });`,
    ends: ['timed_out', 'finished'],
  },
  'an error with a long stack': {
    code: `const error = new Error('m'.repeat(1e6)); error.stack = 's'.repeat(5e6); error.name = 'n'.repeat(1e6); throw error;`,
    ends: finished,
  },
  'printing what prints': {
    code: `
      const loop = {}; loop.self = loop; console.log(loop);
      console.log({ get a() { throw 1; } }, new Proxy({}, { ownKeys() { throw 1; } }), { toString: null }, Symbol('s'));
      console.log(Object.create(null), [, 1], -0, 1n, new Map([[1, new Set([2])]]), /x/, new Date(NaN), () => 1);`,
    ends: ['finished'],
  },
};
