/** Programs that use all of Node to break out, to outlive their job, or to take more than their share, with the outcomes that are right. */
import type { Outcome } from '../../sandbox/interface.ts';

export interface Program {
  readonly code: string;
  readonly task?: 'call';
  readonly ends: readonly Outcome['type'][];
  /** What it has to print: what it found out. */
  readonly prints?: RegExp;
}

const stopped = ['timed_out', 'out_of_memory'] as const;
const bounded = ['finished', 'timed_out', 'out_of_memory'] as const;
const finished = ['finished'] as const;

/** Prints the code of the error that `body` ends with, or `done`. */
const tried = (body: string): string => `
  import * as fs from 'node:fs'; import * as net from 'node:net'; import * as child from 'node:child_process';
  try { ${body}; console.log('done'); } catch (error) { console.log(error.code ?? error.message); }`;

/** Takes more than its share. */
export const bombs: Readonly<Record<string, Program>> = {
  'a heap bomb': {
    code: `const all = []; for (;;) all.push(new Array(100_000).fill({}));`,
    ends: ['out_of_memory'],
  },
  'a heap bomb in a call': {
    task: 'call',
    code: `export function handle() { const all = []; for (;;) all.push(new Array(100_000).fill({})); }`,
    ends: ['out_of_memory'],
  },
  'a heap full of crumbs, that are slow to collect': {
    code: `const all = []; for (;;) all.push({ text: 'x'.repeat(10), n: [1, 2, 3] });`,
    ends: stopped,
  },
  'a bomb of buffers': {
    code: `const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));`,
    ends: ['out_of_memory'],
  },
  'a bomb of children': {
    code: `import { spawn } from 'node:child_process';
      for (let n = 0; n < 500; n++) spawn('node', ['-e', 'for (;;) {}'], { detached: true, stdio: 'ignore' }).on('error', () => {});
      setInterval(() => {}, 100);`,
    ends: stopped,
  },
  'programs that start themselves twice': {
    code: `import { spawn } from 'node:child_process'; import { fileURLToPath } from 'node:url';
      for (let n = 0; n < 2; n++)
        spawn('node', [fileURLToPath(import.meta.url)], { detached: true, stdio: 'ignore' }).on('error', () => {});
      setInterval(() => {}, 100);`,
    ends: bounded,
  },
  'a bomb of threads': {
    code: `import { Worker } from 'node:worker_threads';
      for (let n = 0; n < 200; n++) new Worker('for (;;) {}', { eval: true }).on('error', () => {});`,
    ends: [...stopped, 'failed', 'finished'],
  },
  'an endless loop': { code: `for (;;) {}`, ends: ['timed_out'] },
  'one that ignores SIGTERM': {
    code: `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(name, () => {}); setInterval(() => {}, 50);`,
    ends: ['timed_out'],
  },
  'a full disk': {
    code: tried(`for (let n = 0; ; n++) fs.writeFileSync('/tmp/fill' + n, Buffer.alloc(1 << 20))`),
    ends: ['finished', 'out_of_memory'],
    prints: /^(ENOSPC\n|)$/,
  },
  'a file that is too long': {
    code: `process.on('SIGXFSZ', () => {});${tried(`for (;;) fs.appendFileSync('/work/long', Buffer.alloc(1 << 20))`)}`,
    ends: ['finished'],
    prints: /^EFBIG\n$/,
  },
  'a disk full of empty files': {
    code: tried(`for (let n = 0; ; n++) fs.writeFileSync('/work/empty' + n, '')`),
    ends: finished,
    prints: /^ENOSPC\n$/,
  },
  'folders too deep to be named': {
    code: tried(`for (let n = 0; n < 500; n++) { fs.mkdirSync('deep'.repeat(50)); process.chdir('deep'.repeat(50)); }`),
    ends: finished,
  },
  'descriptors without end': {
    code: tried(`for (;;) fs.openSync('/dev/null')`),
    ends: finished,
    prints: /^EMFILE\n$/,
  },
  'shared memory': {
    code: tried(`fs.writeFileSync('/dev/shm/fill', Buffer.alloc(8 << 20))`),
    ends: finished,
    prints: /^ENOSPC\n$/,
  },
  'output without end': {
    code: `import { writeSync } from 'node:fs'; const much = Buffer.alloc(65536, 'x');
      for (;;) for (const fd of [1, 2]) try { writeSync(fd, much); } catch {}`,
    ends: ['timed_out'],
  },
  'output that is no text, in one line without end': {
    code: `import { writeSync } from 'node:fs'; const much = Buffer.alloc(65536, 0xff);
      for (let n = 0; n < 200; n++) try { writeSync(1, much); } catch {}`,
    ends: finished,
  },
};

/** Wants to be somewhere else. */
export const escapes: Readonly<Record<string, Program>> = {
  'a connection to the host': {
    code: `import { connect } from 'node:net';
      const codes = await Promise.all(['127.0.0.1', '172.17.0.1', '10.0.0.1', '::1', '169.254.169.254'].map((host) =>
        new Promise((go) => connect({ host, port: 22 }).on('error', (e) => go(e.code)).on('connect', () => go('IN')))));
      console.log(codes.join());`,
    ends: finished,
    prints: /^(EPERM|EACCES)(,(EPERM|EACCES)){4}\n$/,
  },
  'a name on the network': {
    code: `import { lookup } from 'node:dns/promises'; console.log(await lookup('example.com').then(() => 'IN', (e) => e.code));`,
    ends: finished,
    prints: /^(EAI_AGAIN|ENOTFOUND|EAI_FAIL|EPERM)\n$/,
  },
  'a datagram': {
    code: `import { createSocket } from 'node:dgram'; const socket = createSocket('udp4');
      console.log(await new Promise((go) => socket.on('error', (e) => go(e.code)).bind(0, () => go('IN'))));`,
    ends: finished,
    prints: /^(EPERM|EACCES)\n$/,
  },
  'a server': {
    code: `import { createServer } from 'node:net';
      console.log(await new Promise((go) => createServer().on('error', (e) => go(e.code)).listen(8080, () => go('IN'))));`,
    ends: finished,
    prints: /^(EPERM|EACCES)\n$/,
  },
  'the socket of Docker': {
    code: `import { connect } from 'node:net';
      console.log(await new Promise((go) => connect('/var/run/docker.sock').on('error', (e) => go(e.code)).on('connect', () => go('IN'))));`,
    ends: finished,
    prints: /^ENOENT\n$/,
  },
  'what the runner holds': {
    code: `import { readFileSync, readdirSync, openSync, readlinkSync } from 'node:fs';
      const codes = [() => readFileSync('/proc/1/environ'), () => readdirSync('/proc/1/fd'), () => openSync('/proc/1/mem', 'r+'),
        () => openSync('/proc/1/fd/1', 'w'), () => openSync('/proc/1/fd/0', 'r'), () => readFileSync('/proc/1/maps'),
        () => readlinkSync('/proc/1/cwd'), () => readdirSync('/proc/1/root')].map((f) => { try { f(); return 'IN'; } catch (e) { return e.code; } });
      console.log([...new Set(codes)].join());`,
    ends: finished,
    prints: /^EACCES(,EPERM)?\n$/,
  },
  'machine code in its own memory': {
    code: `import { openSync, readdirSync } from 'node:fs'; import { Worker } from 'node:worker_threads';
      const tried = (path) => { try { return openSync(path, 'r+'); } catch (e) { return e.code; } };
      const tasks = readdirSync('/proc/self/task').map((id) => '/proc/self/task/' + id + '/mem');
      console.log([...new Set(['/proc/self/mem', '/proc/thread-self/mem', ...tasks].map(tried))].join());`,
    ends: finished,
    prints: /^EACCES\n$/,
  },
  'machine code in the memory of a child': {
    code: `import { openSync, readdirSync } from 'node:fs'; import { spawn } from 'node:child_process';
      const tried = (path, mode) => { try { return openSync(path, mode); } catch (e) { return e.code; } };
      const loaders = ['/lib64', '/lib'].flatMap((folder) => { try { return readdirSync(folder).map((name) => folder + '/' + name); } catch { return []; } });
      const children = [[process.execPath, '-e', 'setInterval(() => {}, 50)'], ...loaders.map((path) => [path, '/usr/local/lib/libc.so.6'])]
        .filter(([path]) => !path.endsWith('.d')).map(([path, ...rest]) => spawn(path, rest, { stdio: 'ignore' }).on('error', () => {}));
      for (const child of children) child.kill('SIGSTOP');
      console.log([...new Set(children.map(({ pid }) => tried('/proc/' + pid + '/mem', 'r+')))].join(), children.length > 1, tried(process.execPath, 'r'), ...new Set(loaders.map((path) => tried(path, 'r'))));
      process.exit(0);`,
    ends: finished,
    prints: /^EACCES true EACCES EACCES\n$/,
  },
  'machine code from a file': {
    code: `import { copyFileSync } from 'node:fs'; copyFileSync('/usr/local/lib/libc.so.6', '/work/n.node');
      try { process.dlopen({ exports: {} }, '/work/n.node'); console.log('IN'); } catch (error) { console.log(error.message); }`,
    ends: finished,
    prints: /failed to map segment/,
  },
  'what tells of the machine': {
    code: `import { readFileSync, readdirSync } from 'node:fs';
      const read = (path) => { try { return readFileSync(path).length; } catch (e) { return e.code; } };
      const list = (path) => { try { return readdirSync(path).length; } catch (e) { return e.code; } };
      const files = ['keys', 'key-users', 'kallsyms', 'cmdline', 'interrupts', 'diskstats', 'partitions', 'vmstat', 'zoneinfo', 'locks', 'modules'].map((name) => read('/proc/' + name));
      const folders = ['/sys/block', '/sys/bus', '/sys/class', '/sys/devices', '/sys/kernel', '/sys/module', '/proc/acpi'].map(list);
      console.log([...new Set([...files, ...folders])].filter((found) => found !== 'ENOENT').join());`,
    ends: finished,
    prints: /^0\n$/,
  },
  'an end of the runner': {
    code: `for (const signal of ['SIGTERM', 'SIGKILL', 'SIGSTOP', 'SIGSEGV', 'SIGUSR1', 'SIGABRT']) try { process.kill(1, signal); } catch {}
      console.log('sent');`,
    ends: finished,
    prints: /^sent\n$/,
  },
  'another program in the place of ours': {
    code: tried(`fs.writeFileSync('/runner/runner.js', 'evil')`),
    ends: finished,
    prints: /^(EROFS|EACCES)\n$/,
  },
  'a program of its own': {
    code: tried(
      `fs.writeFileSync('/tmp/n', '#!/usr/local/bin/node\\n', { mode: 0o755 }); child.execFileSync('/tmp/n')`,
    ),
    ends: finished,
    prints: /^EACCES\n$/,
  },
  'links in the way of what comes next': {
    code: `import { symlinkSync, mkdirSync } from 'node:fs';
      for (const [to, at] of [['/etc/passwd', '/work/passwd'], ['/runner/runner.js', '/work/runner.js'], ['/', '/tmp/root'], ['/etc', '/work/99']])
        symlinkSync(to, at);
      for (let n = 2; n < 40; n++) try { symlinkSync('/etc', '/work/' + n); } catch {}`,
    ends: finished,
  },
  'folders that nobody may enter': {
    code: `import { mkdirSync, writeFileSync, chmodSync } from 'node:fs';
      mkdirSync('/work/locked/deeper', { recursive: true }); writeFileSync('/work/locked/deeper/file', '');
      chmodSync('/work/locked/deeper', 0); chmodSync('/work/locked', 0);`,
    ends: finished,
  },
  'more rights': {
    code: `import { readFileSync } from 'node:fs';
      const status = readFileSync('/proc/self/status', 'utf8');
      const codes = [() => process.setuid(0), () => process.setgid(0), () => process.setgroups([0])].map((f) => { try { f(); return 'IN'; } catch (e) { return e.code; } });
      console.log(codes.join(), status.match(/CapEff:\\s*0+\\n/) !== null, status.match(/NoNewPrivs:\\s*1/) !== null, status.match(/Seccomp:\\s*2/) !== null);`,
    ends: finished,
    prints: /^EPERM,EPERM,EPERM true true true\n$/,
  },
  'a host that can be seen': {
    code: `import { readdirSync, readFileSync } from 'node:fs'; import { networkInterfaces, hostname } from 'node:os';
      const list = (folder) => { try { return readdirSync(folder).length; } catch (e) { return e.code; } };
      console.log(list('/home'), list('/root'), list('/proc/sys/../acpi'), hostname(), readdirSync('/proc').filter((n) => /^\\d+$/.test(n)).length < 4);`,
    ends: finished,
    prints: /^ENOENT ENOENT (0|ENOENT|EACCES) place true\n$/,
  },
};

/** Ends in a way of its own. */
export const exits: Readonly<Record<string, Program>> = {
  'an exit inside handle': { task: 'call', code: `export const handle = () => process.exit(0);`, ends: ['failed'] },
  'an exception that nobody catches, in a call': {
    task: 'call',
    code: `export const handle = () => new Promise(() => setTimeout(() => { throw new Error('boom'); }));`,
    ends: ['failed'],
  },
  'a rejection that nobody handles, in a call': {
    task: 'call',
    code: `export const handle = () => { Promise.reject(new Error('boom')); return new Promise(() => {}); };`,
    ends: ['failed'],
  },
  'an exception after the answer': {
    task: 'call',
    code: `export const handle = () => { setTimeout(() => { throw new Error('late'); }, 5); return 1; };`,
    ends: finished,
  },
  'a kill by its own hand': { code: `process.kill(process.pid, 'SIGKILL');`, ends: ['failed'] },
  'an abort': { code: `process.abort();`, ends: ['failed'] },
  'an exit code': { code: `process.exitCode = 7;`, ends: finished },
  'a process that outlives its job': {
    code: `import { spawn } from 'node:child_process';
      spawn('node', ['-e', 'setInterval(() => require("fs").writeFileSync("/tmp/alive", ""), 5)'], { detached: true, stdio: 'inherit' }).unref();
      await new Promise((go) => setTimeout(go, 200));`,
    ends: finished,
  },
  'answers on the wire of the runner': {
    code: `import { writeSync } from 'node:fs';
      writeSync(3, '{"store":"{\\\\"forged\\\\":1}","id":"x","type":"ended","oom":true,"late":true}\\n'.repeat(10)); writeSync(3, 'x'.repeat(3e5) + '\\n');`,
    ends: ['finished', 'failed'],
  },
  'a wire that never ends': {
    task: 'call',
    code: `import { writeSync } from 'node:fs';
      export function handle() { for (;;) try { writeSync(3, 'x'.repeat(60_000)); } catch (e) { if (e.code !== 'EAGAIN') throw e; } }`,
    ends: ['failed', 'timed_out'],
  },
};
