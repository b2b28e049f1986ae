/**
 * The process of the next run, started ahead, since most of a short run is the start of its process. It has been given nothing and waits
 * for the line that a run gets first, in a folder without files: from there on it does not differ from a process started then. It starts
 * when nothing else is left in the container, and has ended before other code begins.
 */
import { assert } from './assert.js';
import { Child } from './child.js';
import { withTimeout } from './timeout.js';

/** After this time at rest the place gets its memory back. */
const keptMsMax = 60_000;
/** Time for a process to end when it is told to. */
const endingMsMax = 1_000;

/** @typedef {import('./child.js').Bounds} Bounds */

export class SpareProcess {
  /** @type {Child | undefined} */
  #child;
  #made = '';
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /**
   * @param {readonly string[]} command
   * @param {string} folder
   * @param {Bounds} bounds
   */
  start(command, folder, bounds) {
    assert(this.#child === undefined, 'one process at most waits for the next run (R2)');
    this.#child = new Child(command, folder, bounds);
    this.#made = nameOf(command, folder, bounds);
    this.#timer = setTimeout(() => this.#forget()?.kill(), keptMsMax);
  }

  /**
   * The process, when it is there and just what would be started now. Otherwise it ends.
   *
   * @param {readonly string[]} command
   * @param {string} folder
   * @param {Bounds} bounds
   */
  async take(command, folder, bounds) {
    if (this.#child?.alive === true && this.#made === nameOf(command, folder, bounds)) return this.#forget();
    await this.end();
    return undefined;
  }

  /** Resolves when it is gone. */
  async end() {
    const child = this.#forget();
    if (child?.alive !== true) return;
    child.kill();
    await withTimeout(child.exited, endingMsMax);
  }

  #forget() {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    return child;
  }
}

/** @param {readonly string[]} command @param {string} folder @param {Bounds} bounds */
function nameOf(command, folder, { streamBytesMax, wireBytesMax }) {
  return JSON.stringify([command, folder, streamBytesMax, wireBytesMax]);
}
