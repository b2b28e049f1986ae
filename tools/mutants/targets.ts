/** What is mutated: a file, the files of a folder, or the lines that a commit wrote and that are still there. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Target {
  readonly files: readonly string[];
  includes(mutant: Mutant): boolean;
}

/** Files that git keeps, and new ones that it does not ignore. */
export function filesOf(root: string): string[] {
  const names = git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  return names.filter((name) => name !== '' && statSync(join(root, name), { throwIfNoEntry: false })?.isFile());
}

/** Names of files, folders and commits together. */
export function targetOf(root: string, names: readonly string[], files: readonly string[]): Target {
  const targets = names.map((name) => targetNamed(root, name, files));
  return {
    files: [...new Set(targets.flatMap((target) => target.files))],
    includes: (mutant) => targets.some((target) => target.files.includes(mutant.path) && target.includes(mutant)),
  };
}

function targetNamed(root: string, name: string, files: readonly string[]): Target {
  const folder = `${name.replace(/\/+$/, '')}/`;
  const below = files.filter((path) => path === name || path.startsWith(folder)).filter(isChanged);
  if (below.length > 0) return { files: below, includes: () => true };
  return commitTarget(root, name, files);
}

/** Tests are not mutated, nor files of types or styles. */
function isChanged(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('test/');
}

function commitTarget(root: string, name: string, files: readonly string[]): Target {
  const commit = git(root, 'rev-parse', '--verify', `${name}^{commit}`).trim();
  const named = git(root, 'show', '--format=', '--name-only', '-z', commit).split('\0');
  const touched = files.filter((path) => named.includes(path) && isChanged(path));
  const lines = new Map(touched.map((path) => [path, linesOf(root, path, commit)]));
  return { files: touched, includes: ({ path, line }) => lines.get(path)?.has(line) === true };
}

/** `<commit> <line then> <line now>`, as `git blame --porcelain` has it. */
function linesOf(root: string, path: string, commit: string): Set<number> {
  const heads = git(root, 'blame', '--porcelain', '--', path).matchAll(/^([0-9a-f]{40}) \d+ (\d+)/gm);
  return new Set([...heads].filter(([, by]) => by === commit).map(([, , line]) => Number(line)));
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
