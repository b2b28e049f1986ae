/** The data folder of a fork: written beside its place, and renamed into it when it is whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Log } from '../../engine/ports.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { type Embedded, startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { forkNoteName, type WrittenForkNote } from './note.ts';

export class ForkFolder {
  readonly id: string;
  readonly #path: string;
  readonly #folder: DataFolder;
  readonly #server: Embedded;

  private constructor(id: string, path: string, folder: DataFolder, server: Embedded) {
    this.id = id;
    this.#path = path;
    this.#folder = folder;
    this.#server = server;
  }

  /** Makes it, with an id of its own, a name secret and a database. Throws an error of one sentence where something is there already. */
  static async open(out: string, secret: string, log: Log): Promise<ForkFolder> {
    const path = resolve(out);
    if (existsSync(path))
      throw new Error(`--out ${out} is there already: a fork overwrites nothing. Name another folder.`);
    const partial = join(dirname(path), `.${basename(path)}.partial-${process.pid}`);
    const unwritable = (cause: unknown) =>
      new Error(`--out ${out} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`);
    let folder: DataFolder | undefined;
    try {
      folder = new DataFolder(partial);
      const id = folder.id(() => '');
      writeFileSync(join(partial, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' });
      return new ForkFolder(id, path, folder, await startEmbedded({ dataDir: partial, log }));
    } catch (cause) {
      if (folder !== undefined) await unmake(folder);
      throw unwritable(cause);
    }
  }

  get address() {
    return { ...this.#server.connection };
  }

  /** The secrets by which global services of another data folder tell residents apart: what they keep is found by these. */
  takeServiceSecrets(data: string): void {
    const from = join(data, 'services');
    if (!existsSync(from)) return;
    const to = join(this.#folder.path, 'services');
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) {
      if (!name.endsWith('.secret')) continue;
      writeFileSync(join(to, name), readFileSync(join(from, name)), { mode: 0o600, flag: 'wx' });
    }
  }

  /** Stops its database and puts the folder into its place, with its note. */
  async complete(note: WrittenForkNote): Promise<void> {
    writeFileSync(join(this.#folder.path, forkNoteName), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
    await this.#server.stop();
    await rename(this.#folder.path, this.#path);
  }

  /** Leaves nothing of it. */
  async discard(): Promise<void> {
    await this.#server.stop().catch(() => undefined);
    await unmake(this.#folder);
  }
}

/** Removes it, and the folders around it that were made for it. */
async function unmake(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true, force: true });
  folder.unmake();
}
