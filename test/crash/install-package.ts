/** Installs a packed city without a network: what npm would fetch is taken from this checkout. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';

const run = promisify(execFile);
export const root = join(import.meta.dirname, '..', '..');
const blockBytes = 4_096;

/** What `npm ci --omit=dev` leaves in a checkout: paths of packages, as package-lock.json has them, that are installed on this platform. */
export function runtimePackages(): readonly string[] {
  const lock = fieldsOf(parseJson(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(fieldsOf(lock['packages']))
    .filter(([path, entry]) => path !== '' && fieldsOf(entry)['dev'] !== true && existsSync(join(root, path)))
    .map(([path]) => path);
}

/** Builds and packs the checkout, and installs that below `folder` as npm does. Returns the path of the command. */
export async function installPackage(folder: string): Promise<string> {
  const pack = ['run', '--silent', 'package', '--', '--pack-destination', folder, '--json'];
  const { stdout } = await run('npm', pack, { cwd: root, maxBuffer: 16_000_000 });
  const tarball = textOf(/"filename": "([^"]+)"/.exec(stdout)?.[1]);
  const installed = join(folder, 'node_modules', 'civitas');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xf', join(folder, tarball), '--strip-components=1', '-C', installed]);
  for (const path of runtimePackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  }
  const command = join(folder, 'node_modules', '.bin', 'civitas');
  await mkdir(dirname(command), { recursive: true });
  await symlink('../civitas/cli/civitas.js', command);
  await chmod(command, 0o755);
  return command;
}

/** Room that files take on a disk, bytes. */
export async function sizeOf(path: string): Promise<number> {
  const status = await lstat(path);
  const own = Math.ceil(status.size / blockBytes) * blockBytes;
  if (!status.isDirectory()) return own;
  const inside = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return inside.reduce((sum, bytes) => sum + bytes, own);
}
