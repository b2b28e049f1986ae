/**
 * The folder that a run leaves: there whole or not at all. It is written beside its place, as `<place>.partial`, and renamed into it at the
 * end. A run that fails leaves nothing; one that is interrupted leaves the partial folder, to be gone on with.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** In a partial folder: the process that writes it. */
const writer = 'process';

export class RunFolder {
  readonly #path: string;
  /** Where its files are written. */
  readonly partial: string;
  /** True of one that was there already, from a run that was interrupted. */
  readonly isOld: boolean;
  /** The first folder that had to be made for it. */
  readonly #made: string;

  private constructor(path: string, partial: string, isOld: boolean, made: string) {
    this.#path = path;
    this.partial = partial;
    this.isOld = isOld;
    this.#made = made;
  }

  /**
   * Throws, with nothing written, for a path at which something is already, where another run writes, or where nothing can be written.
   * `resumes`: a partial folder is gone on with, where one is.
   */
  static async open(out: string, { resumes }: { readonly resumes: boolean }): Promise<RunFolder> {
    const path = resolve(out);
    if (existsSync(path))
      throw new Error(`--out ${out} is there already: a run overwrites nothing. Name another folder.`);
    const partial = `${path}.partial`;
    const isOld = existsSync(partial);
    if (isOld && !resumes)
      throw new Error(`--out ${out}: a run that was interrupted left ${partial}. Remove it, or go on with --resume.`);
    try {
      const made = await mkdir(partial, { recursive: true });
      const other = await writerOf(partial);
      if (other === undefined) await writeFile(join(partial, writer), `${process.pid}\n`);
      else throw new Error(`process ${other} writes there`);
      return new RunFolder(path, partial, isOld, made ?? partial);
    } catch (cause) {
      throw new Error(`--out ${out} cannot be written: ${messageOf(cause)}.`);
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
    for (let around = dirname(this.partial); around.startsWith(this.#made); around = dirname(around))
      if (!(await isRemoved(around))) return;
  }
}

const isRemoved = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );

/** The living process, other than this one, that has opened the folder. */
async function writerOf(partial: string): Promise<number | undefined> {
  const text = await readFile(join(partial, writer), 'utf8').catch(() => '');
  const pid = Number(text);
  return text !== '' && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // Not ours, but there.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
