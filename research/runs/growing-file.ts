/**
 * A file to which lines are added while a run lasts. At a cut all that was added is on disk, and its length says where to go on from; what
 * was written behind it is dropped then. Packed, each piece between two cuts is a member of its own, which together are one gzip file.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Unwritable } from './unwritable.ts';

/** Characters that are collected before they are handed on: a write for each line would take longer than what it tells. */
const charsKept = 64 * 1024;

/** What is being written until the next cut. `done` resolves with the error that ended it, or with nothing at its end. */
interface Piece {
  readonly into: Transform;
  readonly done: Promise<unknown>;
}

export class GrowingFile {
  readonly #path: string;
  readonly #isPacked: boolean;
  #collected = '';
  #piece: Piece | undefined;

  private constructor(path: string, isPacked: boolean) {
    this.#path = path;
    this.#isPacked = isPacked;
  }

  /** A new file, or what of one is before `bytes`. Packed when its name ends with `.gz`. */
  static async open(path: string, bytes = 0): Promise<GrowingFile> {
    if (existsSync(path)) await truncate(path, bytes);
    return new GrowingFile(path, path.endsWith('.gz'));
  }

  add(text: string): void {
    this.#collected += text;
    if (this.#collected.length >= charsKept) this.#handOn();
  }

  /** Resolves when there is room for more: asked after each tick, so that no run outgrows the memory. */
  async drained(): Promise<void> {
    if (this.#piece === undefined) return;
    const { into, done } = this.#piece;
    if (into.destroyed) throw this.#unwritable(await done);
    if (!into.writableNeedDrain) return;
    const drained = once(into, 'drain').then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const cause = await Promise.race([drained, done]);
    if (cause !== undefined) throw this.#unwritable(cause);
  }

  /** Bytes of the file, once all that was added is in it. */
  async cut(): Promise<number> {
    this.#handOn();
    const { into, done } = this.#piece ?? this.#begin();
    this.#piece = undefined;
    into.end();
    const cause = await done;
    if (cause !== undefined) throw this.#unwritable(cause);
    return (await stat(this.#path)).size;
  }

  /** Gives up what is not written yet. */
  async abandon(): Promise<void> {
    this.#piece?.into.destroy();
    await this.#piece?.done;
  }

  #handOn(): void {
    if (this.#collected === '') return;
    this.#piece ??= this.#begin();
    this.#piece.into.write(this.#collected);
    this.#collected = '';
  }

  #begin(): Piece {
    const into = this.#isPacked ? createGzip() : new PassThrough();
    const done = pipeline(into, createWriteStream(this.#path, { flags: 'a' })).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    return { into, done };
  }

  #unwritable(cause: unknown): Unwritable {
    return new Unwritable(
      `${basename(this.#path)} cannot be written: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}
