/** Docker hangs, breaks, comes back, or loses a container; the city dies: what the sandbox says then, and what is left (X2, X3). */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { cageOf } from '../../sandbox/docker/cage.ts';
import { Container } from '../../sandbox/docker/container.ts';
import { DockerSandbox, dockerAnswers } from '../../sandbox/docker/docker-sandbox.ts';
import { imageOf } from '../../sandbox/docker/image.ts';
import { OutOfMemoryEvents } from '../../sandbox/docker/out-of-memory-events.ts';
import { containersOf } from '../../sandbox/docker/reaper.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import {
  anyUid,
  call,
  docker,
  good,
  hasDocker,
  inCity,
  jobOf,
  leftOf,
  log,
  resources,
  serves,
} from '../sandbox/docker-support.ts';
import { soonMs } from '../sandbox/docker-watch.ts';
import { until } from '../until.ts';
import { DockerProxy } from './docker-proxy.ts';

const endless = jobOf('setInterval(() => {}, 1_000);', undefined, { runMsMax: 500 });

async function hasContainers(city: string, count: number): Promise<boolean> {
  return (await containersOf(docker, city)).length === count;
}

function throughDetour(
  title: string,
  test: (t: Test, sandbox: DockerSandbox, proxy: DockerProxy, city: string) => Promise<void>,
): void {
  t.test(title, { timeout: 300_000 }, async (t) => {
    const city = `test-${randomBytes(6).toString('hex')}`;
    const proxy = await DockerProxy.open();
    const sandbox = await DockerSandbox.open({ city, warmMax: 4, log, startMsMax: 6_000, socketPath: proxy.path });
    try {
      await test(t, sandbox, proxy, city);
    } finally {
      await sandbox.close();
      await proxy.close();
    }
    t.strictSame(await leftOf(city), [], '[X3] nothing is left');
  });
}

if (await hasDocker(t)) {
  t.test('code of which a file could not be written is not run without it', { timeout: 300_000 }, async (t) => {
    const options = await cageOf(anyUid(), 'lantern-shop', 'test-files', resources, await imageOf(docker, undefined));
    const container = await Container.start(docker, options, AbortSignal.timeout(soonMs));
    await container.ready;
    const { files } = jobOf(`console.log('ran')`);
    const job = { ...jobOf(''), files: new Map([...files, ['../out.js', '']]) };
    const broken = { type: 'broken', reason: /could not all be written/ };
    t.match(await container.perform(job), broken);
    t.match(await container.perform({ ...job, files }), { type: 'ended', stdout: 'ran\n' });
    t.equal(await container.end(), 'ended');
  });

  t.test('[X2] a Docker that takes connections and says nothing is none, and soon known to be', async (t) => {
    const proxy = await DockerProxy.open();
    proxy.hang();
    t.equal(await dockerAnswers(proxy.path), false);
    await t.rejects(DockerSandbox.open({ city: 'test-hung', warmMax: 1, log, socketPath: proxy.path }), /Docker/);
    t.equal(await dockerAnswers('/nowhere/docker.sock'), false);
    await proxy.close();
  });

  throughDetour(
    '[X2] when Docker begins to hang, a job is lost in time, and served when it has stopped',
    async (t, sandbox, proxy) => {
      proxy.hang();
      t.match(await sandbox.execute(jobOf(good, call)), { type: 'lost', reason: /Docker/ });
      proxy.mend();
      await serves(t, sandbox, 'Docker hung');
    },
  );

  throughDetour(
    '[X2, X3] when Docker begins to hang under a job, the job is lost in time, and what it ran in is gone soon',
    async (t, sandbox, proxy, city) => {
      const outcome = sandbox.execute(endless);
      await until('it runs', () => hasContainers(city, 1));
      proxy.hang();
      t.equal((await outcome).type, 'lost');
      proxy.mend();
      await until('it is reaped', () => hasContainers(city, 0));
      await serves(t, sandbox, 'Docker hung');
    },
  );

  throughDetour(
    '[X2] where Docker never says that a container has ended, no connection waits for it for ever',
    async (t, sandbox, proxy) => {
      proxy.lose(/^POST \/containers\/\w+\/wait/);
      await serves(t, sandbox, 'the start');
      await sandbox.close();
      t.comment(`${await until('no connection is left', () => proxy.connections === 0)} ms until none is left`);
    },
  );

  throughDetour(
    '[X2, X3] when Docker goes away under a job, the job is lost; back again, nothing strange is left',
    async (t, sandbox, proxy, city) => {
      const outcome = sandbox.execute(endless);
      await until('it runs', () => hasContainers(city, 1));
      await pause(200);
      await proxy.down();
      t.equal((await outcome).type, 'lost');
      t.equal((await sandbox.execute(jobOf(good, call))).type, 'lost');
      const image = await imageOf(docker, undefined);
      const stray = await docker.createContainer(await cageOf(anyUid(), 'stray', city, resources, image));
      await proxy.up();
      t.comment(
        `${await until('it is reaped', () => hasContainers(city, 0))} ms until ${stray.id.slice(0, 6)} is gone`,
      );
      await serves(t, sandbox, 'Docker was away');
    },
  );

  inCity(t, 'Docker reports a container that has run out of memory', async (t, sandbox, city) => {
    const events = new OutOfMemoryEvents(docker, city, log, () => {});
    await events.open();
    await serves(t, sandbox, 'the start');
    const id = (await containersOf(docker, city))[0]?.id ?? '';
    t.equal(await events.starved(id, 0), false);
    const fill = 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));';
    const bomb = jobOf(fill, undefined, { runMsMax: 45_000 });
    t.equal((await sandbox.execute(bomb)).type, 'out_of_memory');
    t.equal(await events.starved(id, soonMs), true);
    events.close();
  });

  inCity(t, '[X2] a container that somebody else kills is nobody’s fault', async (t, sandbox, city) => {
    await serves(t, sandbox, 'the start');
    const outcome = sandbox.execute(jobOf('setInterval(() => {}, 1_000);'));
    await pause(200);
    for (const { id } of await containersOf(docker, city)) await docker.getContainer(id).kill();
    t.equal((await outcome).type, 'lost');
    await serves(t, sandbox, 'its container was killed');
  });

  inCity(t, '[X3] what an earlier life of the city has left is removed', async (t, sandbox, city) => {
    await serves(t, sandbox, 'the start');
    const image = await imageOf(docker, undefined);
    await docker.createContainer(await cageOf(anyUid(), 'lantern-shop', city, resources, image));
    t.equal((await leftOf(city)).length, 2);
    await sandbox.reconcile(() => true);
    t.equal((await leftOf(city)).length, 1, 'a stray goes, even of a place that lives');
    await serves(t, sandbox, 'the stray is gone');
    await sandbox.reconcile(() => false);
    t.strictSame(await leftOf(city), []);
  });

  t.test('[X3] a city that is killed leaves no container', async (t) => {
    const city = `test-${randomBytes(6).toString('hex')}`;
    const holder = fileURLToPath(new URL('./docker-holder.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', holder, city], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    t.equal((await leftOf(city)).length, 2);
    child.kill('SIGKILL');
    t.comment(`${await until('all ended', () => hasContainers(city, 0))} ms after the kill`);
  });

  inCity(
    t,
    'only so many containers are warm, and who was served last stays',
    async (t, sandbox, city) => {
      for (const place of ['one', 'two', 'one', 'three']) await serves(t, sandbox, 'another', place);
      await until('two are left', () => hasContainers(city, 2));
      t.same((await containersOf(docker, city)).map(({ place }) => place).sort(), ['one', 'three']);
      for (const place of ['busy-0', 'busy-1']) await serves(t, sandbox, 'another', place);
      const slow = (ms: number) => `await new Promise((go) => setTimeout(go, ${ms}));`;
      const work = [400, 400, 0].map((ms, n) => sandbox.execute(jobOf(slow(ms), undefined, { place: `busy-${n}` })));
      for (const outcome of await Promise.all(work)) t.equal(outcome.type, 'finished', 'waits for its turn');
      const longest = { runMsMax: 90_000 };
      const long = [0, 1].map((n) =>
        sandbox.execute(jobOf(slow(90_000), undefined, { place: `busy-${n}`, ...longest })),
      );
      t.match(await sandbox.execute(jobOf('1', undefined, { place: 'late' })), { type: 'lost', reason: /at work/ });
      await Promise.all([0, 1].map((n) => sandbox.remove(`busy-${n}`)));
      for (const outcome of await Promise.all(long)) t.equal(outcome.type, 'lost');
    },
    { warmMax: 2, startMsMax: 6_000 },
  );

  t.test('[X1] an image with volumes is refused: they are folders on the host', async (t) => {
    const tar = Readable.from(tarOf([{ path: 'file', mode: 0o644, content: Buffer.from('x') }]));
    const tag = { repo: 'civitas-test-volume', tag: 'latest' };
    await text(Readable.from(await docker.importImage(tar, { ...tag, changes: ['VOLUME /data'] })));
    const image = `${tag.repo}:${tag.tag}`;
    await t.rejects(DockerSandbox.open({ city: 'test-volume', warmMax: 1, log, image }), /volumes/);
    await t.rejects(
      DockerSandbox.open({ city: 'test-volume', warmMax: 1, log, image: 'civitas-test-nowhere' }),
      /image/,
    );
    await docker.getImage(image).remove();
  });

  inCity(t, 'a place that has grown gets a container of its size', async (t, sandbox) => {
    const size = jobOf(`import v8 from 'node:v8'; console.log(v8.getHeapStatistics().heap_size_limit > 1e9)`);
    t.match(await sandbox.execute(size), { stdout: 'false\n' });
    const large = { ...resources, cpuMillis: 4_000, memoryBytes: 4 * 2 ** 30 };
    t.match(await sandbox.execute({ ...size, resources: large }), { stdout: 'true\n' });
  });
}
