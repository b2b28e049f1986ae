/** The data folder of a fork: written beside its place, and renamed into it when it is whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Log } from '../../engine/ports.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { type Embedded, startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { makeFolders, unmakeFolders } from '../../persistence/made-folders.ts';
import { isEmbedded } from '../../persistence/postgres/city-database.ts';
import { isAlive } from '../../research/runs/run-folder.ts';
import { messageOf } from '../doctor-finding.ts';
import { forkNoteName, type WrittenForkNote } from './note.ts';

export class ForkFolder {
  readonly id: string;
  readonly #path: string;
  readonly #partial: Partial;
  readonly #server: Embedded;

  private constructor(id: string, path: string, partial: Partial, server: Embedded) {
    this.id = id;
    this.#path = path;
    this.#partial = partial;
    this.#server = server;
  }

  /** Makes it, with an id of its own, a name secret and a database. Throws an error of one sentence where something is there already. */
  static async open(out: string, secret: string, log: Log): Promise<ForkFolder> {
    const path = pathOf(out);
    if (existsSync(leftOf(path)))
      throw new Error(
        `--out ${out}: a fork that was interrupted left ${leftOf(path)}. Remove it, or go on with --resume.`,
      );
    await removeKilled(path, log);
    const partial = { path: `${startOf(path)}${process.pid}`, made: makeFor(out, path) };
    try {
      const id = new DataFolder(partial.path).id(() => '');
      writeFileSync(join(partial.path, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' });
      return new ForkFolder(id, path, partial, await startEmbedded({ dataDir: partial.path, log }));
    } catch (cause) {
      await unmake(partial);
      throw unwritable(out, cause);
    }
  }

  /** Opens what an interrupted one has left; undefined where there is nothing. Throws the same, with it left. */
  static async reopen(out: string, log: Log): Promise<ForkFolder | undefined> {
    const path = pathOf(out);
    if (!existsSync(leftOf(path))) return undefined;
    const partial = { path: `${startOf(path)}${process.pid}`, made: [] };
    try {
      // Of two that go on with it one comes first.
      await rename(leftOf(path), partial.path);
    } catch (cause) {
      throw unwritable(out, cause);
    }
    try {
      const id = new DataFolder(partial.path).id(() => '');
      return new ForkFolder(id, path, partial, await startEmbedded({ dataDir: partial.path, log }));
    } catch (cause) {
      await rename(partial.path, leftOf(path));
      throw unwritable(out, cause);
    }
  }

  get address() {
    return { ...this.#server.connection };
  }

  /** Where it lies until it is whole. */
  get partial(): string {
    return this.#partial.path;
  }

  /** The secrets by which global services of another data folder tell residents apart: what they keep is found by these. */
  takeServiceSecrets(data: string): void {
    const from = join(data, 'services');
    if (!existsSync(from)) return;
    const to = join(this.#partial.path, 'services');
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) {
      if (!name.endsWith('.secret')) continue;
      writeFileSync(join(to, name), readFileSync(join(from, name)), { mode: 0o600, flag: 'wx' });
    }
  }

  /** Stops its database and puts the folder into its place, with its note. */
  async complete(note: WrittenForkNote): Promise<void> {
    writeFileSync(join(this.#partial.path, forkNoteName), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
    await this.#server.stop();
    await rename(this.#partial.path, this.#path).catch((cause: unknown) => {
      throw new Error(`${this.#path} cannot be written: ${messageOf(cause)}. Nothing was kept.`, { cause });
    });
  }

  /** Leaves what there is for one that goes on with it; the result: where. */
  async leave(): Promise<string> {
    await this.#server.stop();
    await rename(this.#partial.path, leftOf(this.#path));
    return leftOf(this.#path);
  }

  /** Leaves nothing of it. */
  async discard(): Promise<void> {
    await this.#server.stop().catch(() => undefined);
    await unmake(this.#partial);
  }
}

/** Where a fork is written. */
interface Partial {
  readonly path: string;
  /** The folders that had to be made, outermost first. */
  readonly made: readonly string[];
}

/** Throws an error of one sentence where something is there already. */
function pathOf(out: string): string {
  const path = resolve(out);
  if (!existsSync(path)) return path;
  throw new Error(`--out ${out} is there already: a fork overwrites nothing. Name another folder.`);
}

/** Where an interrupted one waits to be gone on with. */
const leftOf = (path: string): string => `${path}.partial`;

/** With the id of the process that writes it behind. */
const startOf = (path: string): string => join(dirname(path), `.${basename(path)}.partial-`);

function makeFor(out: string, path: string): readonly string[] {
  try {
    return makeFolders(`${startOf(path)}${process.pid}`, 0o700);
  } catch (cause) {
    throw unwritable(out, cause);
  }
}

/** As the system says it, a database that is made among it. */
const fullDisk = /ENOSPC|No space left on device/;

function unwritable(out: string, cause: unknown): Error {
  const why = messageOf(cause);
  const sentences = fullDisk.test(why)
    ? 'the disk is full. Make room there, or name a folder on another one.'
    : `${why}. Name a folder in which you may write.`;
  return new Error(`--out ${out} cannot be written: ${sentences}`, { cause });
}

/** Removes it, and the folders around it that were made for it. */
async function unmake({ path, made }: Partial): Promise<void> {
  await rm(path, { recursive: true, force: true });
  unmakeFolders(made.slice(0, -1));
}

/** Removes what forks for the same place have left that were killed; their databases may still run. */
async function removeKilled(path: string, log: Log): Promise<void> {
  const start = basename(startOf(path));
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const process = name.startsWith(start) ? name.slice(start.length) : '';
    if (!/^[0-9]+$/.test(process) || isAlive(Number(process))) continue;
    const left = join(dirname(path), name);
    if (isEmbedded(left))
      await startEmbedded({ dataDir: left, log }).then(
        (server) => server.stop(),
        () => undefined,
      );
    await rm(left, { recursive: true, force: true });
  }
}
