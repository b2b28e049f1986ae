/** One process that runs a place's code, as the runner sees it: its output, its channel, its end. */
import { spawn } from 'node:child_process';
import { assert } from './assert.js';
import { KeptOutput } from './kept-output.js';
import { eachLine, objectOf } from './lines.js';
import { offerToKernel } from './processes.js';

/** What V8 writes when it, and not the kernel, finds that there is no memory left. */
const heapFull = 'JavaScript heap out of memory';

/**
 * @typedef {object} Bounds
 * @property {number} streamBytesMax Kept of each of stdout and stderr.
 * @property {number} wireBytesMax A line on the wire.
 */

const isBound = (/** @type {number} */ bytes) => Number.isSafeInteger(bytes) && bytes >= 0;

export class Child {
  #process;
  #out;
  #err;
  #wire;
  /** @type {(message: Record<string, unknown>) => void} */
  onMessage = () => {};
  alive = true;
  /** Exit code, signal: set when the process has ended and everything it wrote was read. */
  ended;

  /**
   * @param {readonly string[]} command
   * @param {string} folder
   * @param {Bounds} bounds
   */
  constructor(command, folder, bounds) {
    // Asserted before there is a process: a bound that is no number would bound nothing.
    assert(isBound(bounds.streamBytesMax) && isBound(bounds.wireBytesMax), 'what a process may say has bounds');
    const [program = '', ...rest] = command;
    this.#process = spawn(program, rest, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    offerToKernel(this.#process.pid);
    this.#out = new KeptOutput(this.#process.stdout, bounds.streamBytesMax);
    this.#err = new KeptOutput(this.#process.stderr, bounds.streamBytesMax);
    this.#wire = /** @type {import('node:net').Socket} */ (this.#process.stdio[3]);
    eachLine(
      this.#wire,
      bounds.wireBytesMax,
      (line) => this.#hear(line),
      () => {},
    );
    this.exited = this.#exit();
    this.ended = this.#end();
  }

  send(/** @type {object} */ message) {
    this.#wire.write(`${JSON.stringify(message)}\n`);
  }

  get pid() {
    return this.#process.pid;
  }

  kill() {
    this.#process.kill('SIGKILL');
  }

  clearPrinted() {
    this.#out.clear();
    this.#err.clear();
  }

  printed() {
    return {
      stdout: this.#out.base64(),
      stderr: this.#err.base64(),
      truncated: this.#out.truncated || this.#err.truncated,
    };
  }

  /** True when V8 gave up for want of memory. */
  get heapFull() {
    return this.#err.endedWith(heapFull);
  }

  #hear(/** @type {string} */ line) {
    const message = objectOf(line);
    if (message !== undefined) this.onMessage(message);
  }

  /** @returns {Promise<{ code: number | null, signal: string | null }>} */
  #exit() {
    return new Promise((resolve) => {
      const end = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
        this.alive = false;
        resolve({ code, signal });
      };
      this.#process.on('exit', end);
      this.#process.on('error', () => end(null, 'SIGKILL'));
    });
  }

  /** @returns {Promise<void>} */
  #end() {
    return new Promise((resolve) => {
      this.#process.on('close', () => resolve());
      this.#process.on('error', () => resolve());
    });
  }
}
