/**
 * [X1, U1] Code that has broken out of JavaScript, and makes any system call that it likes: what it is refused, and that
 * what it holds to the end is missed by nobody else. It is given a program for that in an image of its own.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import type { DockerSandbox } from '../../sandbox/docker/docker-sandbox.ts';
import { imageOf } from '../../sandbox/docker/image.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import { docker, hasDocker, inCity, jobOf, resources, stdoutOf } from '../sandbox/docker-support.ts';
import { processesOf } from '../sandbox/docker-watch.ts';
import { until } from '../until.ts';
import { type Call, nativeProgram, numberOf } from './native-program.ts';

const image = `civitas-test-native:${randomBytes(6).toString('hex')}`;
/** Milliseconds for a program that is ended by the test. */
const longMs = 90_000;
/** For what the kernel keeps of what a program holds, which counts as the place's memory. */
const large = { ...resources, memoryBytes: 2 ** 30 };

/** What every program here begins with: `held(calls)` makes system calls in a process of its own, which goes on. */
const native = `
  import { spawn } from 'node:child_process';
  import { watch, writeFileSync } from 'node:fs';
  const nr = ${JSON.stringify(Object.fromEntries((['dup', 'inotify_init1', 'epoll_create1', 'epoll_ctl', 'eventfd2'] as const).map((name) => [name, numberOf(name)])))};
  const recordsOf = (calls) => Buffer.concat(calls.map((call) => {
    const record = Buffer.alloc(64);
    call.forEach((value, at) => record.writeBigInt64LE(BigInt(value), 8 * at));
    return record;
  }));
  const held = async (calls, records = recordsOf(calls)) => {
    const child = spawn('/native', [], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write(records);
    const parts = [];
    let bytes = 0;
    for await (const part of child.stdout) { parts.push(part); bytes += part.length; if (bytes >= 8 * calls.length) break; }
    const all = Buffer.concat(parts);
    return calls.map((_, at) => Number(all.readBigInt64LE(8 * at)));
  };
  /** Seen from outside by its name, for as long as all is held. */
  const tell = (word) => { spawn('/native', [word], { stdio: ['pipe', 'ignore', 'ignore'] }); setInterval(() => {}, 1_000); };`;

/** The kernel says EMFILE when the user has no instance left; a process of 256 descriptors cannot have so many. */
const inotify = `${native}
  let last = 0;
  for (let n = 0; n < 40 && last >= 0; n++) last = (await held(Array(240).fill([nr.inotify_init1, 0]))).at(-1);
  tell(last === -24 ? 'all-taken' : 'not-all-taken');`;

/**
 * As many watches as the user may have (ENOSPC), or as a container can hold: that of each descriptor by each of the 120
 * epolls of each of 36 processes, half a million, which is the end on a machine of 2 GB and not on a larger one.
 */
const epoll = `${native}
  const calls = [...Array(120).fill([nr.epoll_create1, 0]), [nr.eventfd2, 0, 0], ...Array(125).fill([nr.dup, 123])];
  for (let e = 3; e < 123; e++) for (let f = 123; f < 249; f++) calls.push([nr.epoll_ctl, e, 1, f, 0x10002000]);
  const records = recordsOf(calls);
  let last = 0;
  for (let n = 0; n < 36 && last === 0; n++) last = (await held(calls, records)).at(-1);
  tell(last === 0 || last === -28 ? 'all-taken' : 'not-all-taken');`;

/** Every process that the user may have. */
const processes = `${native}
  let failed = false;
  for (let n = 0; n < 200 && !failed; n++) failed = await new Promise((go) =>
    spawn('/native', ['all-taken'], { stdio: ['pipe', 'ignore', 'ignore'] }).on('spawn', () => go(false)).on('error', () => go(true)));
  setInterval(() => {}, 1_000);`;

/** Starts a process of its own, watches a folder, and hears of what changes there. */
const neighbour = `${native}
  const heard = new Promise((go) => watch('/work', () => go('heard')));
  writeFileSync('/work/new', '');
  const child = await new Promise((go) => {
    let out = '';
    const node = spawn('node', ['-p', '6 * 7']).on('close', () => go(out.trim())).on('error', (e) => go(e.code));
    node.stdout?.on('data', (part) => { out += part; });
  });
  console.log(await heard, child);
  process.exit(0);`;

async function goesOnBeside(t: Test, sandbox: DockerSandbox, city: string, code: string): Promise<void> {
  const work = (place: string) => sandbox.execute(jobOf(neighbour, undefined, { place, runMsMax: longMs }));
  t.equal(stdoutOf(await work('before')), 'heard 42\n');
  const attack = sandbox.execute(jobOf(code, undefined, { place: 'attacker', resources: large, runMsMax: longMs }));
  const sees = async (word: string) =>
    (await processesOf(city, 'attacker')).some(({ command }) => command.endsWith(` ${word}`));
  await until('all is taken', () => sees('all-taken'));
  t.equal(stdoutOf(await work('before')), 'heard 42\n', 'one that is warm');
  t.equal(stdoutOf(await work('after')), 'heard 42\n', 'one that starts');
  t.equal(await sees('all-taken'), true, 'while all was held');
  await sandbox.remove('attacker');
  t.equal((await attack).type, 'lost');
}

/** A call and the arguments with which it would be let in, were it let in. */
const refused: readonly (readonly [Call, ...(readonly number[])])[] = [
  ...(['add_key', 'request_key', 'keyctl', 'ptrace', 'process_vm_readv', 'process_vm_writev'] as const).map(alone),
  ...(['pidfd_getfd', 'kcmp', 'bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup'] as const).map(alone),
  ...(['io_uring_enter', 'io_uring_register', 'io_setup', 'mount', 'move_mount', 'open_tree'] as const).map(alone),
  ...(['fsopen', 'pivot_root', 'chroot', 'setns', 'memfd_create', 'memfd_secret'] as const).map(alone),
  ...(['open_by_handle_at', 'fanotify_init', 'mq_open', 'msgget', 'semget', 'shmget'] as const).map(alone),
  ...(['syslog', 'init_module', 'finit_module', 'kexec_load', 'mbind'] as const).map(alone),
  // Namespaces of users, mounts and networks; a process without random addresses; sockets that are not of this machine.
  ...[0x1000_0000, 0x0002_0000, 0x4000_0000].map((flag) => ['unshare', flag] as const),
  ...[0x1000_0011, 0x0002_0011, 0x4000_0011].map((flag) => ['clone', flag] as const),
  ['personality', 0x0004_0000],
  ...[2, 10, 16, 17, 38, 40].map((family) => ['socket', family, 2] as const),
];

function alone(call: Call): readonly [Call] {
  return [call];
}

if (await hasDocker(t)) {
  const own = await imageOf(docker, undefined);
  const recipe = Buffer.from(`FROM ${own.reference}\nCOPY native /native\n`);
  const entries = [
    { path: 'Dockerfile', mode: 0o644, content: recipe },
    { path: 'native', mode: 0o755, content: nativeProgram() },
  ];
  await text(Readable.from(await docker.buildImage(Readable.from(tarOf(entries)), { t: image })));
  const derived = await imageOf(docker, image);

  inCity(
    t,
    'what no program needs is refused',
    async (t, sandbox) => {
      const calls = [...refused, ['eventfd2', 0, 0] as const].map(([call, ...values]) => [numberOf(call), ...values]);
      const code = `${native} console.log((await held(${JSON.stringify(calls)})).join()); process.exit(0);`;
      const results = stdoutOf(await sandbox.execute(jobOf(code)))
        .trim()
        .split(',');
      t.ok(Number(results.pop()) > 2, 'what a program needs is not');
      t.equal(results.length, refused.length);
      for (const [at, call] of refused.entries()) t.equal(results[at], '-1', call.join(' '));
    },
    { image },
  );

  for (const [what, code] of Object.entries({ inotify, epoll, processes }))
    inCity(
      t,
      `a place that takes all of ${what} takes nothing from others`,
      (t, sandbox, city) => goesOnBeside(t, sandbox, city, code),
      { image },
    );

  t.test('the images that were made for this are removed', async (t) => {
    await docker.getImage(derived.reference).remove();
    await docker.getImage(image).remove();
    t.pass();
  });
}
