/**
 * The cluster: the folder in which the embedded server keeps everything. Owns its creation, its owner, who may connect, and its removal.
 * The server that works in it is `postmaster.ts`.
 *
 * E1  The cluster appears whole: `initdb` works, and syncs, in a folder beside it, which is then renamed.
 * E2  Nothing ever removes or overwrites a cluster, save the start that has just made it and fails; a folder that is not
 *     understood is an error that says why.
 * E3  The server runs as the cluster's owner, so `sudo` on a user's cluster does not lock the user out; a fresh cluster
 *     of a root city belongs to `nobody`.
 * E4  Root writes into the cluster (its owner is less trusted) only new files that replace old names: no link is
 *     followed.
 *
 * Who may connect: the socket is the only door, its folder is 0700, and `peer` lets in the city's user and root, nobody
 * else. Rejected: `trust` (as root the server shares uid 65534 with whatever else runs as nobody), a password (one more
 * secret to keep and pass to psql, for what the kernel already knows).
 */
import { constants } from 'node:fs';
import { lchown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '../../engine/ports.ts';
import { type Binaries, EmbeddedError, run, type ServerUser } from './binaries.ts';
import { dataArgument } from './postmaster.ts';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const nobody: Owner = { uid: 65_534, gid: 65_534 };
/** The city's user name inside the database. */
export const databaseUser = 'civitas';

/** The owner of the cluster; null when there is none yet. */
export async function ownerOf(cluster: string): Promise<Owner | null> {
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

/** The user that the programs run as (E3). */
export function serverUser(owner: Owner | null, cluster: string): ServerUser {
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

/** Begins the name of a folder in which `initdb` works; the pid of its city comes next. */
const stagingPrefix = 'postgres.initdb-';
const initdbArguments = [
  '--encoding=UTF8',
  '--locale=C',
  `--username=${databaseUser}`,
  '--auth-local=peer',
  '--auth-host=reject',
  '--no-instructions',
  // One call for all of a thousand files, which takes a second less.
  ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
];

/** Creates the cluster, at the first start (E1). False where another start has made it meanwhile. */
export async function initialise(
  cluster: string,
  binaries: Binaries,
  as: ServerUser,
  log: Pick<Log, 'warn'>,
): Promise<boolean> {
  const data = dirname(cluster);
  await removeInterrupted(data, log);
  const staging = await mkdtemp(join(data, `${stagingPrefix}${process.pid}-`));
  if (as !== undefined) await lchown(staging, as.uid, as.gid);
  const { code, output } = await run(
    join(binaries.folder, 'bin', 'initdb'),
    ['-D', dataArgument(staging), ...initdbArguments],
    staging,
    as,
  );
  if (code !== 0) {
    await rm(staging, { recursive: true, force: true });
    throw new EmbeddedError('initdb_failed', `initdb failed in ${data}: ${faultIn(output)}`);
  }
  try {
    await rename(staging, cluster);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    if ((await ownerOf(cluster)) !== null) return false;
    throw cause;
  }
  const folder = await open(data, constants.O_RDONLY);
  await folder.sync();
  await folder.close();
  return true;
}

/** Removes what starts have left that were killed; not what one that is alive is working on. */
async function removeInterrupted(data: string, log: Pick<Log, 'warn'>): Promise<void> {
  for (const name of await readdir(data)) {
    if (!name.startsWith(stagingPrefix) || isAlive(Number.parseInt(name.slice(stagingPrefix.length), 10))) continue;
    log.warn({ folder: name }, 'removing what an interrupted initdb left');
    await rm(join(data, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Our own pid is that of a process that has ended: this one has left nothing yet. */
function isAlive(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/** Throws when another version of Postgres has made the cluster. */
export async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === binaries.major) return;
  throw new EmbeddedError(
    'wrong_version',
    `${cluster} was made by Postgres ${found}, this city brings ${binaries.major}: ` +
      `dump it with the old version and restore, or set DATABASE_URL to a Postgres ${found}`,
  );
}

/** Writes who may connect. Called at each start, because another user may start the city then. */
export async function writeAccess(cluster: string, names: ReadonlySet<string>, as: ServerUser): Promise<void> {
  await replaceFile(join(cluster, 'pg_hba.conf'), `local all ${databaseUser} peer map=city\n`, as);
  await replaceFile(
    join(cluster, 'pg_ident.conf'),
    [...names].map((name) => `city "${name}" ${databaseUser}\n`).join(''),
    as,
  );
}

/** The name of the city's own user. */
export function cityUser(): string {
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
  try {
    await file.writeFile(text);
    if (as !== undefined) await file.chown(as.uid, as.gid);
    await file.sync();
  } catch (cause) {
    // Of a full disk nothing of it is left.
    await rm(`${path}.new`, { force: true });
    throw cause;
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** Removes the cluster: a first start that failed leaves nothing behind. */
export async function removeCluster(cluster: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true, maxRetries: 5 });
  await rm(join(dirname(cluster), 'postgres.log'), { force: true }).catch(() => undefined);
}

/** What initdb complains of, in its own words; the whole of what it says where it does not say so. */
export function faultIn(output: string): string {
  const fault = output.split('\n').find((line) => /\b(FATAL|PANIC|error|could not)\b/.test(line));
  return (fault ?? output).trim();
}
