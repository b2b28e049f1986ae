/** The files that go into an image: the host's Node with the libraries that it needs, and the city's own programs. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Entry } from './tar.ts';

const runnerFolder = new URL('../runner/', import.meta.url);
const sidecarProgram = new URL('./cores/sidecar.js', import.meta.url);
const libraryFolder = 'usr/local/lib';
const nodePath = 'usr/local/bin/node';
/**
 * The mode of every program: anybody may run it, nobody may read it. The kernel then gives what it holds of the process to root: nobody
 * looks into the process or writes to it, neither another process of the same user nor itself (`/proc/self/mem`). So code in JavaScript
 * stays JavaScript.
 */
const programMode = 0o111;
const libraryMode = 0o444;
const passwd = 'root:x:0:0::/:/none\n';

export interface HostNode {
  readonly files: readonly Entry[];
  /** Where it finds its libraries: not in the folders of the host, which containers must not learn of. */
  readonly env: readonly string[];
}

/** The runner's files, under `runner/`. */
export async function runnerFiles(): Promise<readonly Entry[]> {
  const names = (await readdir(runnerFolder)).filter((name) => /\.(js|py)$/.test(name)).sort();
  const files = names.map(async (name) => file(`runner/${name}`, await readFile(new URL(name, runnerFolder))));
  return [file('runner/package.json', Buffer.from('{"type":"module"}')), ...(await Promise.all(files))];
}

/** The program of sidecars, under `sidecar/`. */
export async function sidecarFiles(): Promise<readonly Entry[]> {
  return [
    file('sidecar/package.json', Buffer.from('{"type":"module"}')),
    file('sidecar/sidecar.js', await readFile(sidecarProgram)),
  ];
}

/** The Node that runs the city. Only a Linux program runs in a Linux container. */
export async function hostNode(): Promise<HostNode> {
  if (process.platform !== 'linux')
    throw new Error('the Node of this machine does not run in a container: name an image that has Node');
  const { libraries, interpreter } = await needsOf(process.execPath);
  const files = [
    file(nodePath, await readFile(process.execPath), programMode),
    file('etc/passwd', Buffer.from(passwd)),
    ...(await Promise.all(
      libraries.map(async (path) => file(`${libraryFolder}/${basename(path)}`, await readFile(path), libraryMode)),
    )),
    ...(interpreter === undefined ? [] : [file(interpreter.slice(1), await readFile(interpreter), programMode)]),
  ];
  return { files, env: [`LD_LIBRARY_PATH=/${libraryFolder}`] };
}

/** The files, each behind the folders on its path with a mode of their own: Docker would lock folders that it has to create itself. */
export function withFolders(files: readonly Entry[]): readonly Entry[] {
  const paths = new Set(['tmp', 'work', 'etc', 'dev', 'proc', 'sys']);
  for (const { path } of files) for (let up = dirname(path); up !== '.'; up = dirname(up)) paths.add(up);
  const folders = [...paths].sort().map((path) => ({ path, mode: 0o755, content: null }));
  return [...folders, ...files];
}

/** The libraries that `ldd` lists, by their paths on the host, and the program that loads them. */
async function needsOf(program: string): Promise<{ libraries: readonly string[]; interpreter: string | undefined }> {
  const { stdout } = await promisify(execFile)('ldd', [program]).catch(() => ({ stdout: '' }));
  const libraries = [...stdout.matchAll(/=> (\/\S+) \(0x/g)].map((match) => match[1] ?? '');
  const interpreter = /^\s*(\/\S+) \(0x/m.exec(stdout)?.[1];
  return { libraries: libraries.filter((path) => path !== interpreter).sort(), interpreter };
}

function file(path: string, content: Buffer, mode = 0o644): Entry {
  return { path, mode, content };
}
