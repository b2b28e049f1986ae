/**
 * Reads `postmaster.pid`, and finds out whose the process is that it names.
 *
 * P1  A process is ours only when it is a postgres whose working folder is this very cluster (device and inode). The pid alone proves
 *     nothing: pids are reused, in containers within seconds.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface PidFile {
  /** NaN in a file that was cut short. */
  readonly pid: number;
  /** When the file was last written, milliseconds since 1970. */
  readonly writtenAt: number;
  readonly folder: string;
  /** NaN or 0 in a file that was cut short. */
  readonly port: number;
  readonly socketFolder: string;
  /** 'starting', 'stopping', 'ready', 'standby'. */
  readonly status: string;
}

/** The cluster's `postmaster.pid`, or null without one. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const path = join(cluster, 'postmaster.pid');
  const read = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(() => null);
  if (read === null) return null;
  const [text, { mtimeMs: writtenAt }] = read;
  const [pid, folder, , port, socketFolder, , , status] = text.split('\n');
  return {
    pid: /^\d+$/.test(pid ?? '') ? Number(pid) : Number.NaN,
    writtenAt,
    folder: folder ?? '',
    port: Number(port),
    socketFolder: socketFolder ?? '',
    status: (status ?? '').trim(),
  };
}

/** gone: no such process. ours: our server (P1). stranger: surely not ours. hidden: a postgres that we may not look into. */
type Whose = 'gone' | 'ours' | 'stranger' | 'hidden';

/** Whose process a pid is (P1). `folder`: where the pid file says that its server works. */
export function inspect(pid: number, cluster: string, folder: string): Whose {
  if (Number.isNaN(pid)) return 'stranger';
  return process.platform === 'linux' ? inspectProc(pid, cluster) : inspectPs(pid, cluster, folder);
}

function inspectProc(pid: number, cluster: string): Whose {
  try {
    // 'pid (name) state ...'; a zombie that nobody reaps is gone: it holds neither memory nor files.
    const [, name, state] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    if (state === 'Z' || state === 'X') return 'gone';
    if (name !== 'postgres') return 'stranger';
    const theirs = statSync(`/proc/${pid}/cwd`, { bigint: true });
    const here = statSync(cluster, { bigint: true });
    return theirs.dev === here.dev && theirs.ino === here.ino ? 'ours' : 'stranger';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT' || code === 'ESRCH' ? 'gone' : 'hidden';
  }
}

/** Without /proc (macOS) the folder is the one in the pid file. */
function inspectPs(pid: number, cluster: string, folder: string): Whose {
  try {
    const [state, name] = execFileSync('/bin/ps', ['-o', 'state=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+(.*)/);
    if (state === undefined || state.startsWith('Z')) return 'gone';
    if (basename(name ?? '') !== 'postgres') return 'stranger';
    return realpathSync(folder) === realpathSync(cluster) ? 'ours' : 'stranger';
  } catch {
    return 'gone';
  }
}
