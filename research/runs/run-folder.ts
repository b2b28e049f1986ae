/**
 * The folder that a run leaves: there whole or not at all. It is written beside its place, as `<place>.partial`, and renamed into it at the
 * end. A run that fails leaves nothing; one that is interrupted leaves the partial folder, to be gone on with.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolders, unmakeFolders } from '../../persistence/made-folders.ts';

/** In a partial folder: the process that writes it. */
const writer = 'process';

/** Where the run that will be at `out` is written. */
export const partialOf = (out: string): string => `${resolve(out)}.partial`;

export class RunFolder {
  readonly #path: string;
  /** Where its files are written. */
  readonly partial: string;
  /** True of one that was there already, from a run that was interrupted. */
  readonly isOld: boolean;
  /** The folders around it that had to be made, outermost first. */
  readonly #around: readonly string[];

  private constructor(path: string, partial: string, isOld: boolean, around: readonly string[]) {
    this.#path = path;
    this.partial = partial;
    this.isOld = isOld;
    this.#around = around;
  }

  /**
   * Throws, with nothing written, for a path at which something is already, where another run writes, or where nothing can be written.
   * `resumes`: a partial folder is gone on with, where one is.
   */
  static async open(out: string, { resumes }: { readonly resumes: boolean }): Promise<RunFolder> {
    const path = resolve(out);
    if (out === '') throw new Error('--out is empty: name a folder.');
    if (existsSync(path))
      throw new Error(`--out ${out} is there already: a run overwrites nothing. Name another folder.`);
    const partial = partialOf(out);
    const isOld = existsSync(partial);
    if (isOld && !resumes && (await writerOf(partial)) === undefined)
      throw new Error(`--out ${out}: a run that was interrupted left ${partial}. Remove it, or go on with --resume.`);
    let made: readonly string[] = [];
    try {
      made = makeFolders(partial);
      await take(partial);
      return new RunFolder(path, partial, isOld, made.slice(0, -1));
    } catch (cause) {
      unmakeFolders(made);
      throw new Error(`--out ${out} cannot be written: ${messageOf(cause)}. Name a folder in which you may write.`);
    }
  }

  /** Puts it into its place. */
  async complete(): Promise<void> {
    try {
      await this.leave();
      await rename(this.partial, this.#path);
    } catch (cause) {
      throw new Error(`${this.#path} cannot be written: ${messageOf(cause)}. Nothing was kept.`);
    }
  }

  /** Leaves what is there for a run that goes on with it. */
  leave(): Promise<void> {
    return rm(join(this.partial, writer), { force: true });
  }

  /** Leaves nothing, nor the folders around it that were made for it, unless others have put something there. */
  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
    unmakeFolders(this.#around);
  }
}

/** Notes this process as the one that writes there, or nothing. Throws where another writes. */
async function take(partial: string): Promise<void> {
  const other = await writerOf(partial);
  const file = join(partial, writer);
  if (other !== undefined) throw new Error(`process ${other} writes there (if that is no run, remove ${file})`);
  await rm(file, { force: true });
  try {
    await writeFile(file, `${process.pid}\n`, { flag: 'wx' });
  } catch (cause) {
    // On a full disk an empty one is left.
    if (!isThere(cause)) await rm(file, { force: true });
    throw cause;
  }
}

const isThere = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';

/** The living process, other than this one, that has opened the folder. */
async function writerOf(partial: string): Promise<number | undefined> {
  const text = await readFile(join(partial, writer), 'utf8').catch(() => '');
  const pid = Number(text);
  return text !== '' && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // Not ours, but there.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
