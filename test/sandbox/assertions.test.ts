/** What the modules of the sandbox rely on and promise: each of these would cost a bound, somebody's container, or every later job. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
import t from 'tap';
import { bounds, isolation } from '../../sandbox/docker/cage.ts';
import { Container } from '../../sandbox/docker/container.ts';
import { Wire } from '../../sandbox/docker/container-output.ts';
import { Pool } from '../../sandbox/docker/container-pool.ts';
import { coreOf } from '../../sandbox/docker/cores/core-cage.ts';
import { Phases } from '../../sandbox/docker/cores/pair-phases.ts';
import { Meter } from '../../sandbox/docker/cores/relay.ts';
import { RestartBackoff } from '../../sandbox/docker/cores/restart-backoff.ts';
import { SerialQueues } from '../../sandbox/docker/cores/serial-queues.ts';
import { having, labels } from '../../sandbox/docker/labels.ts';
import { taskOf } from '../../sandbox/docker/protocol.ts';
import { containersOf, gone, Reaper } from '../../sandbox/docker/reaper.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import { nameOf, Uids } from '../../sandbox/docker/uids.ts';
import { loadParts } from '../../sandbox/embedded/interpreter-parts.ts';
import { Thread } from '../../sandbox/embedded/thread.ts';
import { ThreadSlots } from '../../sandbox/embedded/thread-slots.ts';
import type { Job } from '../../sandbox/interface.ts';
import { JobSlots } from '../../sandbox/job-slots.ts';
import { silentLog } from '../world.ts';

/** Plain JavaScript without types, as it runs in containers. */
const runner = (name: string) => import(new URL(`../../sandbox/runner/${name}.js`, import.meta.url).href);

const broken = { name: 'InvariantBroken' };
const noWhole = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5];

const size = { cpuMillis: 250, memoryBytes: 2 ** 26, storeBytesMax: 65_536, storeKeysMax: 256 };
const job: Job = {
  place: 'shop',
  resources: size,
  version: 'v1',
  files: new Map([['index.js', '']]),
  store: '{}',
  task: { type: 'run', entry: 'index.js' },
};

t.test('[X2] a slot that is given back was taken, once', async (t) => {
  for (const jobs of [0, ...noWhole]) t.throws(() => new JobSlots(jobs), broken, `${jobs} jobs`);
  const slots = new JobSlots(2);
  const slot = await slots.take('shop', 'ada');
  if (slot === 'too long') throw new Error('nobody else is there');
  slot.release();
  t.throws(() => slot.release(), broken, 'a job');
});

t.test('[X2] a thread that is given back was taken, and whoever waits for one waits once', async (t) => {
  const one = { workersMax: 1, waitingMax: 4, waitMsMax: 1_000 };
  for (const name of Object.keys(one))
    for (const value of noWhole) t.throws(() => new ThreadSlots({ ...one, [name]: value }), broken, `${name} ${value}`);
  const slots = new ThreadSlots(one);
  t.throws(() => slots.release(), broken);
  const asker = { place: 'shop', go: () => {}, refuse: () => {} };
  slots.take(asker);
  slots.take(asker);
  t.throws(() => slots.take(asker), broken);
  slots.dismiss(() => true, 'the end');
  slots.release();
  t.throws(() => slots.release(), broken);
});

t.test('[X1] a container is of one place, and at work or not', async (t) => {
  for (const many of [0, ...noWhole]) t.throws(() => new Pool(many, async () => container), broken);
  const container: Container = Object.create(Container.prototype);
  container.alive = true;
  const pool = new Pool(2, async () => container);
  await t.rejects(pool.take('', size, 1_000), broken);
  await t.rejects(pool.take('shop', size, Number.NaN), broken);
  t.equal(await pool.take('shop', size, 1_000), container);
  await t.rejects(pool.take('inn', size, 1_000), broken, 'another place gets another');
  pool.give('shop', container);
  t.throws(() => pool.give('shop', container), broken, 'given back once');
});

t.test('[X1] a thread has one job in its life', async (t) => {
  const thread = new Thread(await loadParts(), { memoryBytesMax: 2 ** 26, startMsMax: 10_000 });
  const first = thread.perform(job);
  await t.rejects(thread.perform(job), broken);
  await thread.end('the end');
  t.match(await first, { type: 'lost' });
});

t.test('[CK1] a pair is made once at a time, and ends as what it was', async (t) => {
  const phases = new Phases();
  t.throws(() => phases.made('ada'), broken);
  t.throws(() => phases.notMade('ada'), broken);
  phases.making('ada');
  t.throws(() => phases.making('ada'), broken);
  phases.made('ada');
  t.throws(() => phases.made('ada'), broken);
  t.throws(() => new SerialQueues().run('', async () => {}), broken);
  const backoff = new RestartBackoff();
  backoff.started('ada', 100_000);
  t.throws(() => backoff.waitMs('ada', 0), broken);
  t.throws(() => new Meter(0, 1, 0), broken);
});

t.test('[X1] a bound that Docker would take for none is not passed on', async (t) => {
  const all = { memoryBytes: 2 ** 26, cpuMillis: 250, pids: 64, fileBytes: 1 };
  t.match(bounds(all), { Memory: 2 ** 26, CpuQuota: 25_000 });
  for (const name of ['memoryBytes', 'cpuMillis', 'pids'])
    for (const value of [0, Number.NaN, -1]) t.throws(() => bounds({ ...all, [name]: value }), broken, name);
  t.throws(() => isolation(''), broken);
  const wanted = { soul: 'soul_a', about: '{}', image: 'x', command: [], env: {} };
  const core = (sidecar: string, diskBytes: number) =>
    coreOf(
      { uid: 20_000, city: 'c', soul: 'soul_a' },
      { wanted, hash: 'h', token: 't', image: 'i', sidecar },
      {
        ...all,
        diskBytes,
      },
    );
  await t.rejects(core('', 2 ** 20), broken, 'the network of no sidecar is that of the host or none');
  await t.rejects(core('beside', 0), broken, 'a tmpfs without a size is half of the memory');
  for (const uid of [0, 999, 2 ** 32 - 1, ...noWhole]) t.throws(() => nameOf(uid), broken, `user ${uid}`);
  t.throws(() => new Uids(0), broken);
});

t.test('[X1] messages of the runner are bounded, and have an id that nobody guesses', async (t) => {
  const wire = new Wire(new PassThrough(), { line: () => {}, flooded: () => {}, ended: () => {} });
  for (const bytes of noWhole) t.throws(() => wire.allow(bytes), broken);
  t.throws(() => taskOf(job, '1'), broken);
  for (const runMsMax of [0, ...noWhole]) t.throws(() => taskOf({ ...job, runMsMax }, 'x'.repeat(12)), broken);
  for (const path of ['/etc/passwd', '../up', 'a/../../up', 'x'.repeat(101)])
    t.throws(() => [...tarOf([{ path, mode: 0o644, content: Buffer.from('') }])], broken, path);
});

t.test('[X3] nothing is removed that is not the city’s, whatever a filter finds', async (t) => {
  let removed = 0;
  const server = createServer((request, answer) => {
    if (request.method === 'DELETE') removed += 1;
    answer.end(JSON.stringify([{ Id: 'abc', Names: ['/database'], Labels: { [labels.city]: 'another' } }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const docker = new Docker({ protocol: 'http', host: '127.0.0.1', port });
  const reaper = new Reaper(docker, 'ours', silentLog);
  await reaper.sweep();
  await reaper.remove('shop');
  await reaper.close();
  t.equal(removed, 0);
  await t.rejects(containersOf(docker, ''), broken);
  await t.rejects(containersOf(docker, 'ours', ''), broken);
  await t.rejects(gone(docker, ''), broken);
  t.throws(() => having(labels.city, ''), broken);
  server.closeAllConnections();
  server.close();
});

t.test('the runner keeps its own promises', async (t) => {
  const [{ Child }, { CodeFolder }, { SpareProcess }] = await Promise.all(
    ['child', 'code-folder', 'spare-process'].map(runner),
  );
  const mistake = { message: /a bug of the runner/ };
  t.throws(() => new CodeFolder().write('/etc/x', ''), mistake, 'a folder that was never made');
  const said = { streamBytesMax: 1_024, wireBytesMax: 1_024 };
  const sleeps = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
  t.throws(() => new Child(sleeps, '/tmp', { ...said, streamBytesMax: Number.NaN }), mistake);
  const spare = new SpareProcess();
  spare.start(sleeps, '/tmp', said);
  t.throws(() => spare.start(sleeps, '/tmp', said), mistake, 'two that wait for the next run');
  await spare.end();
});
