/** The files of one version of a place's code, in a fresh folder. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assert } from './assert.js';

/** Every folder in a container that code can write to. */
const writable = ['/work', '/tmp', '/dev/shm', '/dev/mqueue'];

export class CodeFolder {
  #folders = 0;
  #hasPackage = false;
  folder = '';
  /** True when the folder exists and nothing was written into it. */
  isEmpty = false;

  /** Makes a fresh folder. To be called when no other process is left: then nothing can be planted in it before the files are written. */
  create() {
    this.#folders += 1;
    this.#hasPackage = false;
    this.folder = `/work/${this.#folders}`;
    mkdirSync(this.folder);
    this.isEmpty = true;
  }

  /**
   * @param {string} path Relative; the city has checked it.
   * @param {string} text
   */
  write(path, text) {
    assert(this.folder !== '', 'files are written into a folder that was made for them');
    this.isEmpty = false;
    const file = join(this.folder, path);
    if (!file.startsWith(`${this.folder}/`)) throw new Error(`${path} leaves its folder`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    if (path === 'package.json') this.#hasPackage = true;
  }

  /** Files without a `package.json` are ES modules. */
  finish() {
    if (!this.#hasPackage) this.write('package.json', '{"type":"module"}');
  }

  /** Removes what code has left behind. The result: whether that succeeded. */
  clear() {
    this.folder = '';
    this.isEmpty = false;
    return writable.every((folder) => emptied(folder));
  }
}

function emptied(/** @type {string} */ folder) {
  try {
    for (const name of readdirSync(folder)) remove(join(folder, name));
    return true;
  } catch (error) {
    return error?.code === 'ENOENT';
  }
}

function remove(/** @type {string} */ path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Its owner may have locked the folder. If it still cannot be removed the city gives the container up.
    unlock(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function unlock(/** @type {string} */ folder) {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(join(folder, entry.name));
}
