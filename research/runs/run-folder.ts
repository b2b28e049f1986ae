/**
 * What a run leaves: a folder that is there whole or not at all. It is written beside and renamed into its place at the end; what fails
 * before leaves nothing.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export class RunFolder {
  readonly #path: string;
  readonly #partial: string;
  /** The first folder that had to be made for it. */
  readonly #made: string;
  readonly #events = createGzip();
  /** Resolves with the error that ended the writing of events, or without one at its end. */
  readonly #written: Promise<unknown>;

  private constructor(path: string, partial: string, made: string) {
    this.#path = path;
    this.#partial = partial;
    this.#made = made;
    this.#written = pipeline(this.#events, createWriteStream(join(partial, 'events.jsonl.gz'))).then(
      () => undefined,
      (cause: unknown) => cause,
    );
  }

  /** Throws, with nothing written, for a path at which something is already or where nothing can be written. */
  static async open(out: string): Promise<RunFolder> {
    const path = resolve(out);
    if (existsSync(path))
      throw new Error(`--out ${out} is there already: a run overwrites nothing. Name another folder.`);
    const partial = join(dirname(path), `.${basename(path)}.partial-${process.pid}`);
    try {
      const made = await mkdir(partial, { recursive: true });
      return new RunFolder(path, partial, made ?? partial);
    } catch (cause) {
      throw new Error(`--out ${out} cannot be written: ${messageOf(cause)}.`);
    }
  }

  addEvent(line: string): void {
    this.#events.write(line);
  }

  /** Resolves when there is room for more: asked after each tick, so that no run outgrows the memory. */
  async drained(): Promise<void> {
    if (this.#events.destroyed) throw this.#unwritable(await this.#written);
    if (!this.#events.writableNeedDrain) return;
    const drained = once(this.#events, 'drain').then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const cause = await Promise.race([drained, this.#written]);
    if (cause !== undefined) throw this.#unwritable(cause);
  }

  /** Adds the files that are known only now, and puts the folder into its place. */
  async complete(files: Readonly<Record<string, string>>): Promise<void> {
    this.#events.end();
    const cause = await this.#written;
    if (cause !== undefined) throw this.#unwritable(cause);
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(this.#partial, name), text);
      await rename(this.#partial, this.#path);
    } catch (cause) {
      throw this.#unwritable(cause);
    }
  }

  /** Leaves nothing, nor the folders around it that were made for it, unless others have put something there. */
  async discard(): Promise<void> {
    this.#events.destroy();
    await this.#written;
    await rm(this.#partial, { recursive: true, force: true });
    for (let around = dirname(this.#partial); around.startsWith(this.#made); around = dirname(around))
      if (
        !(await rmdir(around)
          .then(() => true)
          .catch(() => false))
      )
        return;
  }

  #unwritable(cause: unknown): Error {
    return new Error(`${this.#path} cannot be written: ${messageOf(cause)}. Nothing was kept.`);
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
