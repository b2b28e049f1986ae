/**
 * The embedded Postgres of a city without DATABASE_URL. Owns the order of a start. The rest is beside it: the
 * programs (`binaries.ts`), the folder that they work on (`cluster.ts`), one server process (`postmaster.ts`), and that it
 * is launched again when it dies (`postgres-supervisor.ts`); its pid file, the socket's folder and its log have files of their own.
 *
 *   <data>/postgres/            the cluster, and its socket unless that path is too long for one
 *   <data>/postgres.log, .1     what the server says, about `logBytesMax` each
 *   <data>/postgres.initdb-*    a first start that was interrupted; removed by the next
 *
 * By hand, as the city's user, `psql` or `pgbench` with
 *   PGHOST=<connection.host> PGPORT=5432 PGUSER=civitas PGDATABASE=postgres
 */
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Binaries, locateBinaries, type ServerUser } from './binaries.ts';
import {
  checkVersion,
  cityUser,
  databaseUser,
  initialise,
  ownerOf,
  removeCluster,
  serverUser,
  writeAccess,
} from './cluster.ts';
import { PostgresSupervisor, type RestartPolicy, type SupervisorLog } from './postgres-supervisor.ts';
import { bringUp, type Exit, type Site } from './postmaster.ts';
import { readPidFile } from './postmaster-pid.ts';
import { boundLog } from './server-log.ts';
import { chooseSocketFolder } from './socket-folder.ts';

export interface EmbeddedOptions {
  /** The city's data folder; made when missing. */
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** Names the socket file, 5432 unless given. Nothing listens on TCP. */
  readonly port?: number;
  readonly restart?: RestartPolicy;
  /** Milliseconds that a start waits for someone else's server to leave the folder; 15,000 when unset. */
  readonly releaseMsMax?: number;
}

/** For the client: `postgres({ ...embedded.connection })`. Unchanged when the server restarts. */
export interface Connection {
  /** Absolute folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface Embedded {
  readonly connection: Connection;
  /** The pid of the postmaster; null while it is down. */
  readonly pid: number | null;
  /** True when an earlier city had launched the server. */
  readonly attached: boolean;
  /** True when this start has made the cluster. */
  readonly isNew: boolean;
  /** Called when the server dies although nobody asked it to. It is being launched again then. */
  onExit(listener: (exit: Exit) => void): void;
  /** Stops the server, also one that was found running, and resolves when it is gone; at most about 8 s. */
  stop(): Promise<void>;
  /** Leaves the server running: for a city that was refused the lease, because another city uses this server. */
  leave(): Promise<void>;
  /** Stops the server and removes the cluster; only when `isNew`, for a first start that has failed. */
  discard(): Promise<void>;
}

const releaseMsMaxDefault = 15_000;

/** A cluster that was made just now. */
export interface NewCluster {
  /** Removes it, for a first start that has failed; not one that a server has taken: another start may have found it meanwhile (E2). */
  removeUnlessServed(): Promise<void>;
}

/** Makes the cluster where there is none; undefined where there is one. A start need not wait for it before it starts the server. */
export const makeCluster = async (options: EmbeddedOptions): Promise<NewCluster | undefined> =>
  make(await clusterIn(options.dataDir), options);

async function make(of: Cluster, { log }: EmbeddedOptions): Promise<NewCluster | undefined> {
  const { cluster, binaries, as, isThere } = of;
  if (isThere || !(await initialise(cluster, binaries, as, log))) return undefined;
  const removeUnlessServed = async () => {
    if ((await readPidFile(cluster)) === null) await removeCluster(cluster);
  };
  return { removeUnlessServed };
}

/** Starts the city's own Postgres, at a first start and after a crash alike. Throws `EmbeddedError`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const of = await clusterIn(options.dataDir);
  const made = await make(of, options);
  try {
    return await serve(options, of, made);
  } catch (cause) {
    await made?.removeUnlessServed();
    throw cause;
  }
}

interface Cluster {
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly as: ServerUser;
  /** Who may connect. */
  readonly names: ReadonlySet<string>;
  readonly isThere: boolean;
}

async function clusterIn(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const cluster = join(await realpath(resolve(dataDir)), 'postgres');
  const owner = await ownerOf(cluster);
  const as = serverUser(owner, cluster);
  const binaries = await locateBinaries(as);
  return { cluster, binaries, as, names: new Set(['root', cityUser()]), isThere: owner !== null };
}

/** Brings up the server of a cluster that is there. `made`: by this very start. */
async function serve(
  options: EmbeddedOptions,
  { cluster, binaries, as, names }: Cluster,
  made: NewCluster | undefined,
): Promise<Embedded> {
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
  const supervisor = new PostgresSupervisor(known, postmaster, options.log, options.restart);
  const stop = () => supervisor.stop();
  return {
    connection: { host: postmaster.host, port: postmaster.port, user: databaseUser, database: 'postgres' },
    get pid() {
      return supervisor.pid;
    },
    attached: postmaster.attached,
    isNew: made !== undefined,
    onExit: (listener) => supervisor.onExit(listener),
    stop,
    leave: async () => {
      await supervisor.end();
    },
    discard: async () => {
      await stop();
      await made?.removeUnlessServed();
    },
  };
}
