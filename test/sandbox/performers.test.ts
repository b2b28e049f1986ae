/** The sandbox as the city asks for it: one job of a place at a time, each with the store as the one before it left it. */
import t from 'tap';
import type { SandboxResult } from '../../actors/effects.ts';
import { type ContentHash, contentHash } from '../../engine/ids.ts';
import type { Performed } from '../../engine/ports.ts';
import type { Job, Outcome, Sandbox } from '../../sandbox/interface.ts';
import { corePerformers, sandboxPerformers } from '../../sandbox/performers.ts';

const printed = { stdout: '', stderr: '', truncated: false, durationMs: 1.23456 };
const index = 'export const handle = () => 1;';
const manifest = JSON.stringify({ 'index.js': { hash: contentHash(index), bytes: index.length } });

const finished = (store: string | null = null, output: string | null = null): Outcome => ({
  type: 'finished',
  exitCode: 0,
  output,
  store,
  ...printed,
});

/** A sandbox that ends each job when the test says so. */
function deskWith(jobsMax = 8) {
  const jobs: { readonly job: Job; readonly end: (outcome: Outcome) => void }[] = [];
  const stores = new Map<string, ContentHash | null>();
  const texts = new Map<ContentHash, string>([
    [contentHash(index), index],
    [contentHash(manifest), manifest],
  ]);
  const sandbox: Sandbox = {
    about: () => Promise.resolve({ sandbox: 'embedded', entries: [], cannot: [] }),
    prepare: () => Promise.resolve(),
    execute: (job) => new Promise((end) => jobs.push({ job, end })),
    remove: () => Promise.resolve(),
    reconcile: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  let fetched = 0;
  const performers = sandboxPerformers({
    sandbox,
    contents: (hashes) => {
      fetched += 1;
      return Promise.resolve(
        new Map(hashes.flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash) ?? '']] : []))),
      );
    },
    storeOf: (place) => stores.get(place) ?? null,
    jobsMax,
  });
  const ask = (place: string, caller = `guest of ${place}`): Promise<Performed<SandboxResult>> =>
    performers.sandbox.perform('call_1', {
      task: 'call',
      place,
      caller,
      code: contentHash(manifest),
      entry: 'index.js',
      allowance: { cpuMillis: 250, memoryMib: 256, stores: 2 },
      input: '{"a":1}',
    });
  return { jobs, stores, ask, fetched: () => fetched };
}

const rounds = async () => {
  for (let n = 0; n < 10; n++) await new Promise((next) => setImmediate(next));
};

t.test('a job carries the files, the store and what its tier allows', async (t) => {
  const { jobs, ask } = deskWith();
  const asked = ask('shop');
  await rounds();
  t.match(jobs[0]?.job, {
    place: 'shop',
    version: contentHash(manifest),
    store: '{}',
    resources: { cpuMillis: 250, memoryBytes: 256 * 2 ** 20, storeKeysMax: 512, storeBytesMax: 131_072 },
    task: { type: 'call', input: '{"a":1}', caller: 'guest of shop' },
  });
  t.same([...(jobs[0]?.job.files ?? [])], [['index.js', index]]);
  jobs[0]?.end(finished(null, '{"b":2}'));
  // As it is journaled: every field, and no other.
  const ended = { outcome: 'finished', exitCode: 0, output: '{"b":2}', reason: null, store: null };
  t.same(await asked, { result: { ...ended, ...printed, durationMs: 1.235 }, contents: [] });
});

t.test('of one place one job at a time, and each finds the store that the one before it left', async (t) => {
  const { jobs, stores, ask, fetched } = deskWith();
  const first = ask('shop');
  const second = ask('shop');
  await rounds();
  t.equal(jobs.length, 1);
  jobs[0]?.end(finished('{"n":1}'));
  const { result, contents } = await first;
  t.same(contents, ['{"n":1}']);
  stores.set('shop', result.store);
  await rounds();
  t.equal(jobs[1]?.job.store, '{"n":1}', 'a store that is not durable yet is at hand');
  t.equal(fetched(), 2, 'the manifest and its files are fetched once');
  jobs[1]?.end(finished());
  await second;
});

t.test('places do not wait for each other, as long as there are jobs to spare', async (t) => {
  const { jobs, ask } = deskWith(2);
  const all = ['a', 'b', 'c'].map((place) => ask(place));
  await rounds();
  t.same(
    jobs.map(({ job }) => job.place),
    ['a', 'b'],
  );
  jobs[0]?.end(finished());
  await rounds();
  t.same(
    jobs.map(({ job }) => job.place),
    ['a', 'b', 'c'],
  );
  for (const { end } of jobs) end(finished());
  await Promise.all(all);
});

t.test('one caller has at most half of the jobs: others need not wait for it', async (t) => {
  const { jobs, ask } = deskWith(4);
  const all = ['a', 'b', 'c', 'd'].map((place) => ask(place, 'greedy-1'));
  await rounds();
  t.same(
    jobs.map(({ job }) => job.place),
    ['a', 'b'],
  );
  const stranger = ask('e', 'modest-2');
  await rounds();
  t.equal(jobs[2]?.job.place, 'e');
  for (let n = 0; n < 5; n++) {
    jobs[n]?.end(finished());
    await rounds();
  }
  await Promise.all([...all, stranger]);
});

t.test('who has its share already keeps nobody waiting behind it, at its place either', async (t) => {
  const { jobs, ask } = deskWith(4);
  // Two jobs of the greedy one run, its third waits at c, and so does the modest one, behind it.
  const all = [ask('a', 'greedy-1'), ask('b', 'greedy-1'), ask('c', 'other-3')];
  all.push(ask('c', 'greedy-1'), ask('c', 'modest-2'));
  await rounds();
  t.equal(jobs.length, 3);
  jobs[2]?.end(finished());
  await rounds();
  t.match(jobs[3]?.job.task, { caller: 'modest-2' });
  for (const at of [0, 1, 3, 4]) {
    jobs[at]?.end(finished());
    await rounds();
  }
  t.equal((await Promise.all(all)).length, 5);
});

t.test('a place that has too much to do turns the next job away, and nothing is lost of the others', async (t) => {
  const { jobs, ask } = deskWith();
  const all = Array.from({ length: 17 }, () => ask('shop'));
  t.match(await ask('shop'), { result: { outcome: 'lost', reason: /too much/ } });
  for (let n = 0; n < 17; n++) {
    await rounds();
    jobs[n]?.end(finished());
  }
  t.equal((await Promise.all(all)).length, 17);
});

t.test('what nests too deeply is not passed on', async (t) => {
  const { jobs, ask } = deskWith();
  const asked = ask('shop');
  await rounds();
  jobs[0]?.end(finished('{"n":1}', `${'['.repeat(33)}${']'.repeat(33)}`));
  t.match(await asked, { result: { outcome: 'failed', reason: /deeper than 32/, store: null }, contents: [] });
});

t.test('every other outcome says how it ended, and writes nothing', async (t) => {
  const outcomes: Outcome[] = [
    { type: 'timed_out', ...printed },
    { type: 'out_of_memory', ...printed },
    { type: 'failed', reason: 'threw', ...printed },
    { type: 'lost', reason: 'gone' },
  ];
  for (const outcome of outcomes) {
    const { jobs, ask } = deskWith();
    const asked = ask('shop');
    await rounds();
    jobs[0]?.end(outcome);
    t.match(await asked, { result: { outcome: outcome.type, store: null, output: null }, contents: [] });
  }
});

t.test('[X2] an outcome that the journal could not hold is none', async (t) => {
  for (const wrong of [
    { durationMs: Number.NaN },
    { durationMs: -1 },
    { exitCode: 256 },
    { output: 'x'.repeat(65_537) },
    { stdout: 'x'.repeat(65_537) },
  ]) {
    const { jobs, ask } = deskWith();
    const asked = ask('shop');
    await rounds();
    jobs[0]?.end({ type: 'finished', exitCode: 0, output: null, store: null, ...printed, ...wrong });
    await t.rejects(asked, { name: 'InvariantBroken' }, Object.keys(wrong).join());
  }
});

t.test('no core container is made for a soul that is too long for a program', async (t) => {
  let prepared = 0;
  const cores = {
    prepare: async () => {
      prepared += 1;
      return contentHash('token');
    },
    start: async () => undefined,
    remove: async () => undefined,
    isAvailable: true,
    reconcile: async () => undefined,
    close: async () => undefined,
  };
  const soul = (chars: number) => JSON.stringify({ memory: 'x'.repeat(chars) });
  const preparing = (text: string) =>
    corePerformers(cores, async () => new Map([[contentHash(text), text]]))['core.prepare'].perform('prepare 1', {
      soul: 'soul_1',
      name: 'Ada',
      text: contentHash(text),
      runtime: { type: 'container', image: 'x', command: [], env: {} },
    });
  await preparing(soul(130_000));
  t.same(await preparing(soul(131_060)), { result: { token: null } }, 'which is no failure of containers');
  t.equal(prepared, 1);
});
