/** Folders that are made with their parents, and taken away again by who made them. */
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents; the result: those that were not there, outermost first. Throws what the system says, with none of them
 * left. Not `recursive`, which never ends where the system answers ENOENT although the parent is there, as in /proc.
 */
export function makeFolders(path: string, mode?: number): readonly string[] {
  const made: string[] = [];
  try {
    for (const folder of missing(path)) if (isMade(folder, mode)) made.push(folder);
    return made;
  } catch (cause) {
    unmakeFolders(made);
    throw cause;
  }
}

/** Removes them, innermost first, as far as nobody has put anything there. */
export function unmakeFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function missing(path: string): readonly string[] {
  if (existsSync(path)) return [];
  return dirname(path) === path ? [path] : [...missing(dirname(path)), path];
}

/** False where another process was faster. */
function isMade(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  }
}
