/** What code keeps from one job to the next. */
import { call, endedOf, jobOf, type Promises, resources, run } from './jobs.ts';

export const stores: Promises = {
  'the store: get, set, delete and list, and what is changed comes with the outcome': async (t, sandbox) => {
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
  },

  'what was set to what it was is no change, and what a value becomes later is not kept': async (t, sandbox) => {
    const same = `store.set('a', 1); store.set('b', 2); store.delete('b'); store.get('c').push(1);`;
    t.equal(endedOf(t, await sandbox.execute(jobOf(same, run, { store: '{"a":1,"c":[]}' }))).store, null);
    const later = `const value = [1]; store.set('a', value); value.push(2);`;
    t.equal(endedOf(t, await sandbox.execute(jobOf(later))).store, '{"a":[1]}');
  },

  'a job that does not end well changes nothing': async (t, sandbox) => {
    const thrown = await sandbox.execute(jobOf(`store.set('a', 1); throw new Error('boom')`));
    t.match(endedOf(t, thrown), { exitCode: 1, store: null });
    const failed = await sandbox.execute(jobOf(`export function handle() { store.set('a', 1); throw 1; }`, call()));
    t.equal(failed.type, 'failed');
    t.notOk('store' in failed);
  },

  'the store takes so many keys and bytes and JSON, and says so to the code': async (t, sandbox) => {
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
  },

  'places do not see the stores of others': async (t, sandbox) => {
    const code = `console.log(store.list().length); store.set('mine', 1);`;
    for (const place of ['one', 'two', 'one'])
      t.match(await sandbox.execute(jobOf(code, run, { place })), { stdout: '0\n', store: '{"mine":1}' });
  },
};
