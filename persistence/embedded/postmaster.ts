/**
 * One server process over the cluster's folder: found alive or launched, waited for, stopped. Owns when a
 * stale `postmaster.pid` is removed; what that file says is `postmaster-pid.ts`. Who launches again after a death is
 * `postgres-supervisor.ts`.
 *
 * P2  A pid file is removed only when its pid is surely no server of this cluster, and nothing answers on the socket
 *     (the server may live in another container that shares the folder). A pid file of a pid that is gone is left to
 *     Postgres: it names the shared memory that orphaned children may still hold.
 * P3  The server has a session of its own: Ctrl-C reaches the city, which drains first and stops the server last.
 * P4  A root city reaches the cluster below a 0700 folder, the server's user does not. So the child starts with the
 *     cluster as its working folder (libuv changes folder before it drops root) and knows it only as `/proc/self/cwd`,
 *     and as `.` for its socket. Postgres makes `-D .` absolute and fails. Rejected: opening the folders above for
 *     others (not ours to open), a mount namespace (needs more rights than root in a container has).
 *     Without /proc (macOS) the path is given as it is, and a root city needs a data folder that others can pass.
 */
import { spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, EmbeddedError, programEnv, type ServerUser } from './binaries.ts';
import { inspect, type PidFile, readPidFile } from './postmaster-pid.ts';

/** Where a server works and how it is reached. */
export interface Site {
  /** Absolute path of the cluster. */
  readonly cluster: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly as: ServerUser;
  /** '.' is the cluster itself. */
  readonly socketFolder: string;
  /** Only names the socket file; nothing listens on TCP. */
  readonly port: number;
  /** Milliseconds for which another server may hold the folder. */
  readonly releaseMsMax: number;
}

export interface Exit {
  readonly pid: number;
  /** Both are null when the process was not our child: then its exit code is not known. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Postmaster {
  readonly pid: number;
  /** True when it was found running: an earlier city launched it. */
  readonly attached: boolean;
  /** Absolute folder of the socket, for clients. */
  readonly host: string;
  readonly port: number;
  /** Resolves when the process is gone. Does not keep the city's process alive. */
  readonly exited: Promise<Exit>;
}

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '50',
  // What is acknowledged survives (OP1). Given on the command line, since no file in the cluster can override that.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  // Checkpoints are rare, because after each the following commits write whole pages.
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  // Statements are short and the same: compiling them never pays.
  jit: 'off',
  log_checkpoints: 'off',
  // The server's own files are private; the collector is off: stderr is the city's log file, which the city bounds.
  logging_collector: 'off',
};

const pollMs = 20;
const attachedPollMs = 200;
/** Milliseconds for a recovery after a crash, which replays at most `max_wal_size`. */
const readyMsMax = 120_000;
/** Milliseconds after which a pid file without a pid was cut short by a crash; a younger one is being written. */
const pidFileWrittenMsMax = 2_000;
const probeMsMax = 1_000;
const logTailBytesMax = 2_000;

/** How to stop, in order: fast shutdown, immediate shutdown, and SIGKILL for a server that takes no signals. */
const stopSteps: readonly { signal: NodeJS.Signals; waitMsMax: number }[] = [
  { signal: 'SIGINT', waitMsMax: 5_000 },
  { signal: 'SIGQUIT', waitMsMax: 2_000 },
  { signal: 'SIGKILL', waitMsMax: 1_000 },
];

/**
 * The running server of this site: the one that is there, else a new one, ready for connections. Throws `folder_in_use` when someone
 * else's server holds the cluster, `start_failed` with the end of its log.
 */
export async function bringUp(site: Site, stopping?: AbortSignal): Promise<Postmaster> {
  const since = performance.now();
  for (;;) {
    stopping?.throwIfAborted();
    const outcome = await attachOrLaunch(site, stopping);
    if (outcome.is === 'up') return outcome.postmaster;
    if (performance.now() - since > (outcome.is === 'recovering' ? readyMsMax : site.releaseMsMax)) {
      throw new EmbeddedError(
        'folder_in_use',
        `${site.cluster} is held by another Postgres (${outcome.why}): stop it, or set DATA_DIR to another folder`,
      );
    }
    await sleep(5 * pollMs);
  }
}

type Outcome =
  | { readonly is: 'up'; readonly postmaster: Postmaster }
  /** Held by our own server, which is not ready yet, or by what a killed one has left running: a disk may keep that for long. */
  | { readonly is: 'recovering'; readonly why: string }
  | { readonly is: 'held'; readonly why: string };

async function attachOrLaunch(site: Site, stopping?: AbortSignal): Promise<Outcome> {
  const found = await readPidFile(site.cluster);
  if (found === null) return launch(site, stopping);
  const whose = inspect(found.pid, site.cluster, found.folder);
  const named = `pid ${found.pid} is ${found.status || 'starting'}`;
  const socket = found.port > 0 ? found : site;
  const host = clientFolder(site, socket.socketFolder);
  const heard = await answers(host, socket.port);
  if (whose === 'ours' && found.status === 'ready') {
    const postmaster = attach(site, found, host);
    if (heard) return { is: 'up', postmaster };
    // The server cannot be reached any more: its socket was removed, or the cluster was moved.
    await bringDown(site, postmaster);
    return launch(site, stopping);
  }
  if (whose === 'ours') return { is: found.status === 'stopping' ? 'held' : 'recovering', why: named };
  if (whose === 'hidden') return { is: 'held', why: `pid ${found.pid}, whose folder this user may not see` };
  if (Number.isNaN(found.pid) && Date.now() - found.writtenAt < pidFileWrittenMsMax)
    return { is: 'held', why: 'it is starting' };
  if (heard) return { is: 'held', why: `it answers in ${host}, perhaps from another container` };
  if (whose === 'stranger') await removeStale(site, found, join(host, `.s.PGSQL.${socket.port}.lock`));
  return launch(site, stopping);
}

/** Removes a stale pid file. The socket's lock file carries the same pid, and Postgres would believe it (P2). */
async function removeStale(site: Site, stale: PidFile, socketLock: string): Promise<void> {
  const now = await readPidFile(site.cluster);
  if (now?.writtenAt !== stale.writtenAt) return; // Another city was faster.
  await rm(join(site.cluster, 'postmaster.pid'), { force: true });
  await rm(socketLock, { force: true });
}

/** The absolute folder of a socket that the server calls `folder`. */
function clientFolder(site: Site, folder: string): string {
  return isAbsolute(folder) ? folder : join(site.cluster, folder);
}

/** True when a server accepts connections there. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(host, `.s.PGSQL.${port}`));
    const end = (heard: boolean) => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(probeMsMax, () => end(true));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function attach(site: Site, found: PidFile, host: string): Postmaster {
  const exited = new Promise<Exit>((resolve) => {
    const timer = setInterval(() => {
      if (inspect(found.pid, site.cluster, found.folder) === 'ours') return;
      clearInterval(timer);
      resolve({ pid: found.pid, code: null, signal: null });
    }, attachedPollMs).unref();
  });
  // Access rules may have been written since it started.
  signal(found.pid, 'SIGHUP');
  return { pid: found.pid, attached: true, host, port: found.port, exited };
}

async function launch(site: Site, stopping?: AbortSignal): Promise<Outcome> {
  const options = { ...settings, unix_socket_directories: site.socketFolder, port: String(site.port) };
  const log = await open(site.logFile, 'a', 0o600);
  const { size: from } = await log.stat();
  const child = spawn(
    join(site.binaries.folder, 'bin', 'postgres'),
    ['-D', dataArgument(site.cluster), ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    // Detached is setsid (P3).
    { cwd: site.cluster, env: programEnv, detached: true, stdio: ['ignore', log.fd, log.fd], ...site.as },
  );
  let fault = '';
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ pid: child.pid ?? 0, code, signal }));
    child.once('error', (error) => {
      fault = error.message;
      resolve({ pid: 0, code: null, signal: null });
    });
  });
  child.unref();
  await log.close();

  const state = await untilReady(site, child.pid, exited, stopping);
  if (state === 'ready' && child.pid !== undefined) {
    const host = clientFolder(site, site.socketFolder);
    return { is: 'up', postmaster: { pid: child.pid, attached: false, host, port: site.port, exited } };
  }
  const why = fault || (await tail(site.logFile, from));
  // The programs' messages are the C locale's English.
  if (why.includes('pre-existing shared memory block')) return { is: 'recovering', why };
  if (/lock file .* (already exists|is empty)/.test(why)) return { is: 'held', why };
  throw new EmbeddedError('start_failed', `the embedded Postgres did not start, see ${site.logFile}: ${why}`);
}

/** The argument that names the cluster to the programs (P4). */
export function dataArgument(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** Waits until the server is ready, or until it is to be stopped. */
async function untilReady(
  site: Site,
  pid: number | undefined,
  exited: Promise<Exit>,
  stopping?: AbortSignal,
): Promise<'ready' | 'gone'> {
  const deadline = performance.now() + readyMsMax;
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  while (performance.now() < deadline) {
    const file = await readPidFile(site.cluster);
    if (file?.pid === pid && file?.status === 'ready') return 'ready';
    await waitAtMost(exited, pollMs);
    if (gone) return 'gone';
    if (stopping?.aborted) return 'ready';
  }
  if (pid !== undefined) signal(pid, 'SIGKILL');
  await exited;
  return 'gone';
}

/** The end of the log file, from byte `from` on. */
async function tail(logFile: string, from: number): Promise<string> {
  const text = await readFile(logFile);
  return text
    .subarray(Math.max(Math.min(from, text.length), text.length - logTailBytesMax))
    .toString()
    .trim();
}

/** Stops a server. Resolves to the signal that sufficed, or to null when it was gone already. Bounded, see `stopSteps`. */
export async function bringDown(site: Site, postmaster: Postmaster): Promise<NodeJS.Signals | null> {
  let sufficed: NodeJS.Signals | null = null;
  for (const step of stopSteps) {
    if (inspect(postmaster.pid, site.cluster, site.cluster) !== 'ours') break;
    signal(postmaster.pid, step.signal);
    sufficed = step.signal;
    await waitAtMost(postmaster.exited, step.waitMsMax);
  }
  return sufficed;
}

/** Signals a process that may have ended just now. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits for `exited`, at most `msMax`; leaves no timer that would keep the process alive. */
async function waitAtMost(exited: Promise<Exit>, msMax: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([exited, sleep(msMax, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
