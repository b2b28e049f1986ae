/**
 * The embedded Postgres of a city without DATABASE_URL. Owns the cluster's folder below the data folder, who may enter
 * it, and the supervision of its server: it is launched again when it dies while the city lives. Where the programs lie
 * is `binaries.ts`, one server process is `postmaster.ts`.
 *
 *   <data>/postgres/            the cluster, and its socket unless that path is too long for one
 *   <data>/postgres.log, .1     what the server says, about `logBytesMax` each
 *   <data>/postgres.initdb-*    a first start that was interrupted; removed by the next
 *
 * E1  The cluster appears whole: `initdb` works, and syncs, in a folder beside it, which is then renamed.
 * E2  Nothing ever removes or overwrites a cluster, save the start that has just made it and fails; a folder that is not
 *     understood is an error that says why.
 * E3  The server runs as the cluster's owner, so `sudo` on a user's cluster does not lock the user out; a fresh cluster
 *     of a root city belongs to `nobody`.
 * E4  Root writes into the cluster (its owner is less trusted) only new files that replace old names: no link is
 *     followed.
 *
 * By hand, as the city's user, `psql` or `pgbench` with
 *   PGHOST=<connection.host> PGPORT=5432 PGUSER=civitas PGDATABASE=postgres
 *
 * Who may connect: the socket is the only door, its folder is 0700, and `peer` lets in the city's user and root, nobody
 * else. Rejected: `trust` (as root the server shares uid 65534 with whatever else runs as nobody), a password (one more
 * secret to keep and pass to psql, for what the kernel already knows).
 */
import { constants } from 'node:fs';
import {
  copyFile,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  truncate,
} from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, EmbeddedError, locateBinaries, run, type ServerUser } from './binaries.ts';
import { bringDown, bringUp, dataArgument, type Exit, type Postmaster, readPidFile, type Site } from './postmaster.ts';

export type { Exit } from './postmaster.ts';

export interface EmbeddedLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

/** The server is launched again for ever (OP7: the city never exits for it), each failure doubling the delay. */
export interface RestartPolicy {
  readonly delayMsMin: number;
  readonly delayMsMax: number;
  /** A server that lived this long starts over at `delayMsMin`. */
  readonly calmMsMin: number;
}

export interface EmbeddedOptions {
  /** The city's data folder; made when missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Names the socket file, 5432 unless given. Nothing listens on TCP. */
  readonly port?: number;
  readonly restart?: RestartPolicy;
  /** How long a start waits for orphans of a killed server, or for someone else's to leave the folder; 15,000 ms. */
  readonly releaseMsMax?: number;
}

/** For the client: `postgres({ ...embedded.connection })`. Stays the same when the server restarts. */
export interface Connection {
  /** Absolute folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface Embedded {
  readonly connection: Connection;
  /** Of the postmaster; null while it is down. */
  readonly pid: number | null;
  /** An earlier city had launched the server that was found. */
  readonly attached: boolean;
  /** This start has made the cluster. */
  readonly isNew: boolean;
  /** Called when the server dies although nobody asked it to; it is being launched again. */
  onExit(listener: (exit: Exit) => void): void;
  /** Stops the server, also one that was found, and resolves when it is gone; at most about 8 s. */
  stop(): Promise<void>;
  /** Goes without stopping the server: for a city that was refused the lease, because another lives on this server. */
  leave(): Promise<void>;
  /** Stops the server and removes the cluster; only when `isNew`, for a first start that has failed. */
  discard(): Promise<void>;
}

const nobody = { uid: 65_534, gid: 65_534 };
const user = 'civitas';
const restartDefault: RestartPolicy = { delayMsMin: 20, delayMsMax: 500, calmMsMin: 10_000 };
const releaseMsMaxDefault = 15_000;
/** A socket's path fits into `sun_path`, with its end mark. */
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 107;
const shortSocketPrefix = '/tmp/civitas-socket-';
/** Strict: the name may come from the pid file, which the server's user can write, and root removes the folder. */
const shortSocketFolder = /^\/tmp\/civitas-socket-\w{6}$/;
const logBytesMax = 8 * 1024 * 1024;
const logCheckMs = 60_000;

/** Brings the city's own Postgres up, from a first start to a crash's aftermath. Throws `EmbeddedError`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const data = await realpath(resolve(options.dataDir));
  const cluster = join(data, 'postgres');

  const owner = await ownerOf(cluster);
  const as = serverUser(owner, cluster);
  const binaries = await locateBinaries(as);
  const names = new Set(['root', cityUser()]);
  if (owner !== null) return await serve(options, { cluster, binaries, as, names, isNew: false });
  await initialise(cluster, binaries, as, options.log);
  try {
    return await serve(options, { cluster, binaries, as, names, isNew: true });
  } catch (cause) {
    // One that a server has taken is not ours alone: another start may have found it meanwhile (E2).
    if ((await readPidFile(cluster)) === null) await removeCluster(cluster);
    throw cause;
  }
}

interface Cluster {
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly as: ServerUser;
  /** Who may connect. */
  readonly names: ReadonlySet<string>;
  readonly isNew: boolean;
}

/** A first start that failed leaves nothing behind. */
async function removeCluster(cluster: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true, maxRetries: 5 });
  await rm(join(dirname(cluster), 'postgres.log'), { force: true }).catch(() => undefined);
}

/** Brings up the server of a cluster that is there. */
async function serve(options: EmbeddedOptions, of: Cluster): Promise<Embedded> {
  const { cluster, binaries, as, names, isNew } = of;
  const data = dirname(cluster);
  await checkVersion(cluster, binaries);
  await writeAccess(cluster, names, as);

  const port = options.port ?? 5432;
  const socketFolder = await chooseSocketFolder(cluster, port, as);
  const releaseMsMax = options.releaseMsMax ?? releaseMsMaxDefault;
  const site: Site = { cluster, logFile: join(data, 'postgres.log'), binaries, as, socketFolder, port, releaseMsMax };
  await boundLog(site.logFile);
  const postmaster = await bringUp(site);
  const told = { pid: postmaster.pid, socket: postmaster.host, folder: cluster };
  options.log.info(told, postmaster.attached ? 'attached to the living embedded postgres' : 'embedded postgres is up');
  // Launched again, it must be found where the clients know it, also when an earlier city chose the place.
  const known = { ...site, port: postmaster.port, socketFolder: postmaster.host === cluster ? '.' : postmaster.host };
  return supervise(known, postmaster, options, isNew);
}

/** Who owns the cluster; null when there is none yet. */
async function ownerOf(cluster: string): Promise<{ uid: number; gid: number } | null> {
  const names = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new EmbeddedError('wrong_owner', `${cluster} cannot be read (${error.code}): start the city as its owner`);
  });
  if (names.length === 0) return null;
  if (!names.includes('PG_VERSION'))
    throw new EmbeddedError('wrong_version', `${cluster} holds no Postgres cluster: move it away`);
  const { uid, gid } = await stat(cluster);
  return { uid, gid };
}

function serverUser(owner: { uid: number; gid: number } | null, cluster: string): ServerUser {
  const uid = process.geteuid?.();
  if (uid === 0) {
    if (owner?.uid === 0)
      throw new EmbeddedError('wrong_owner', `${cluster} belongs to root, whom Postgres refuses: chown -R nobody it`);
    return owner ?? nobody; // (E3)
  }
  if (owner === null || owner.uid === uid) return undefined;
  throw new EmbeddedError(
    'wrong_owner',
    `${cluster} belongs to uid ${owner.uid}: start the city as that user or as root, or set DATA_DIR`,
  );
}

/** First start (E1). */
async function initialise(cluster: string, binaries: Binaries, as: ServerUser, log: EmbeddedLog): Promise<void> {
  const data = dirname(cluster);
  const prefix = 'postgres.initdb-';
  for (const name of await readdir(data)) {
    if (!name.startsWith(prefix)) continue;
    log.warn({ folder: name }, 'removing what an interrupted initdb left');
    await rm(join(data, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const staging = await mkdtemp(join(data, prefix));
  if (as !== undefined) await lchown(staging, as.uid, as.gid);
  const args = [
    '--encoding=UTF8',
    '--locale=C',
    `--username=${user}`,
    '--auth-local=peer',
    '--auth-host=reject',
    '--no-instructions',
  ];
  const { code, output } = await run(
    join(binaries.folder, 'bin', 'initdb'),
    ['-D', dataArgument(staging), ...args],
    staging,
    as,
  );
  if (code !== 0) {
    await rm(staging, { recursive: true, force: true });
    throw new EmbeddedError('initdb_failed', `initdb failed in ${data}: ${output.trim()}`);
  }
  await rename(staging, cluster);
  const folder = await open(data, constants.O_RDONLY);
  await folder.sync();
  await folder.close();
}

async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === binaries.major) return;
  throw new EmbeddedError(
    'wrong_version',
    `${cluster} was made by Postgres ${found}, this city brings ${binaries.major}: ` +
      `dump it with the old version and restore, or set DATABASE_URL to a Postgres ${found}`,
  );
}

/** Who may connect; written at each start because who starts the city may change. */
async function writeAccess(cluster: string, names: ReadonlySet<string>, as: ServerUser): Promise<void> {
  await replaceFile(join(cluster, 'pg_hba.conf'), `local all ${user} peer map=city\n`, as);
  await replaceFile(join(cluster, 'pg_ident.conf'), [...names].map((name) => `city "${name}" ${user}\n`).join(''), as);
}

function cityUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new EmbeddedError(
      'wrong_owner',
      `uid ${process.geteuid?.()} has no name (no line in /etc/passwd), which Postgres needs: ` +
        'start the city as a named user, or set DATABASE_URL',
    );
  }
}

async function replaceFile(path: string, text: string, as: ServerUser): Promise<void> {
  await rm(`${path}.new`, { force: true });
  const file = await open(`${path}.new`, 'wx', 0o600); // Exclusive creation follows no link (E4).
  await file.writeFile(text);
  if (as !== undefined) await file.chown(as.uid, as.gid);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

/** The cluster itself ('.'), or where the socket's path would be too long a short folder: the last one if still there. */
async function chooseSocketFolder(cluster: string, port: number, as: ServerUser): Promise<string> {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= socketPathBytesMax) return '.';
  const last = (await readPidFile(cluster))?.socketFolder ?? '';
  if (shortSocketFolder.test(last)) {
    const folder = await lstat(last).catch(() => null);
    if (folder?.isDirectory() && folder.uid === (as?.uid ?? process.geteuid?.()) && (folder.mode & 0o077) === 0)
      return last;
  }
  const made = await mkdtemp(shortSocketPrefix);
  if (as !== undefined) await lchown(made, as.uid, as.gid);
  return made;
}

/** Postgres appends, so the file may be cut behind its back. */
async function boundLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size <= logBytesMax) return;
  await rm(`${logFile}.1`, { force: true });
  await copyFile(logFile, `${logFile}.1`, constants.COPYFILE_EXCL);
  await truncate(logFile);
}

type Phase =
  | { readonly is: 'up'; readonly postmaster: Postmaster }
  | { readonly is: 'down'; readonly back: Promise<Postmaster | null> }
  | { readonly is: 'over' };

/** Watches the server and brings it up again until `stop` or `leave`. */
function supervise(
  site: Site,
  first: Postmaster,
  { log, restart = restartDefault }: EmbeddedOptions,
  isNew: boolean,
): Embedded {
  const listeners: ((exit: Exit) => void)[] = [];
  const ending = new AbortController();
  const logCheck = setInterval(() => {
    boundLog(site.logFile).catch((error: Error) =>
      log.warn({ error: error.message }, 'the log of postgres cannot be bounded'),
    );
  }, logCheckMs).unref();
  let delayMs = restart.delayMsMin;
  let phase: Phase = { is: 'over' };

  const watch = (postmaster: Postmaster) => {
    const since = performance.now();
    phase = { is: 'up', postmaster };
    void postmaster.exited.then((exit) => {
      if (ending.signal.aborted) return;
      if (performance.now() - since >= restart.calmMsMin) delayMs = restart.delayMsMin;
      log.error({ ...exit, delayMs }, 'embedded postgres died, bringing it up again');
      phase = { is: 'down', back: comeBack() };
      for (const listener of listeners) listener(exit);
    });
  };

  /** Resolves when the server is up, or with null when the end came first. */
  const comeBack = async (): Promise<Postmaster | null> => {
    for (;;) {
      await sleep(delayMs, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return null;
      delayMs = Math.min(delayMs * 2, restart.delayMsMax);
      try {
        const postmaster = await bringUp(site, ending.signal);
        log.info({ pid: postmaster.pid }, 'embedded postgres is up again');
        watch(postmaster);
        return postmaster;
      } catch (error) {
        if (!ending.signal.aborted) log.error({ error: String(error), delayMs }, 'embedded postgres did not come back');
      }
    }
  };

  /** Ends the supervision; resolves with the server that is then up, if any. */
  const end = async (): Promise<Postmaster | null> => {
    ending.abort();
    clearInterval(logCheck);
    const last = phase.is === 'down' ? await phase.back : phase.is === 'up' ? phase.postmaster : null;
    phase = { is: 'over' };
    return last;
  };

  const stop = async () => {
    const last = await end();
    if (last === null) return;
    const signal = await bringDown(site, last);
    log.info({ pid: last.pid, signal }, 'embedded postgres is stopped');
    if (shortSocketFolder.test(last.host)) await rm(last.host, { recursive: true, force: true });
  };

  watch(first);
  return {
    connection: { host: first.host, port: first.port, user, database: 'postgres' },
    get pid() {
      return phase.is === 'up' ? phase.postmaster.pid : null;
    },
    attached: first.attached,
    isNew,
    onExit: (listener) => {
      listeners.push(listener);
    },
    leave: async () => {
      await end();
    },
    stop,
    discard: async () => {
      await stop();
      if (isNew) await removeCluster(site.cluster);
    },
  };
}
