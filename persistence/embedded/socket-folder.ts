/** The folder of the server's socket: the cluster, or a short folder where the cluster's path would be too long for a socket. */
import { lchown, lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerUser } from './binaries.ts';
import { readPidFile } from './postmaster-pid.ts';

/** A socket's path fits into `sun_path`, with its end mark. */
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 107;
const shortSocketPrefix = '/tmp/civitas-socket-';
/** Strict: the name may come from the pid file, which the server's user can write, and root removes the folder. */
const shortSocketFolder = /^\/tmp\/civitas-socket-\w{6}$/;

/** The cluster itself ('.'), or where the socket's path would be too long a short folder: the last one if still there. */
export async function chooseSocketFolder(cluster: string, port: number, as: ServerUser): Promise<string> {
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

/** Removes a short folder when its server is gone. The cluster itself is kept. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (shortSocketFolder.test(folder)) await rm(folder, { recursive: true, force: true });
}
