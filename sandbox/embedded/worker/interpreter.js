/**
 * The QuickJS interpreter of a thread, with its bounds. Owns every entry into it, and tells apart how code ends other than by returning
 * (`ends.js`).
 *
 * - After every entry into the interpreter the clock is checked: code cannot catch being out of time.
 * - Nothing of it is ever disposed of, since QuickJS aborts when code has left something behind; its thread is ended.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { OutOfMemory, Thrown, TimedOut } from './ends.js';
import { loaderOf, resolve } from './modules.js';

/**
 * The interpreter's own stack, of the 5 MiB that it was linked with: some 5,000 calls deep. The thread's stack is larger
 * (`thread.ts`), since WebAssembly takes several times as much of that: the interpreter has to find the end first.
 */
const stackBytesMax = 1024 * 1024;
/** Where time is fixed: how often QuickJS may ask whether the time is over, as often within a second as on a usual machine. */
const looksPerSecond = 4_000;
/** Promise jobs between two checks of the clock. */
const jobsPerLook = 256;
/** Memory for reporting an end when code has used up its own. */
const reserveBytes = 1024 * 1024;
const pageBytes = 65_536;
/** Pages of memory that the interpreter starts with: its program was linked for these. */
const firstPages = 256;

// QuickJS asks the thread for the time zone: that of code is UTC, as in a container, wherever the machine is.
Date.prototype.getTimezoneOffset = () => 0;

/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */
/** @typedef {{ readonly wasm: WebAssembly.Module, readonly memoryBytesMax: number }} Setup */

export class Interpreter {
  #memory;
  #runtime;
  /** @type {import('quickjs-emscripten-core').QuickJSContext} */
  context;
  #memoryBytesMax = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;
  #expired = false;
  /** Where time is fixed: looks that are left, instead of a deadline. */
  #looksLeft = Number.POSITIVE_INFINITY;

  static async start(/** @type {Setup} */ { wasm, memoryBytesMax }) {
    const maximum = firstPages + Math.ceil((memoryBytesMax + reserveBytes) / pageBytes);
    const memory = new WebAssembly.Memory({ initial: firstPages, maximum });
    const own = newVariant(variant, { wasmModule: wasm, wasmMemory: memory });
    return new Interpreter(await newQuickJSWASMModuleFromVariant(own), memory);
  }

  constructor(
    /** @type {import('quickjs-emscripten-core').QuickJSWASMModule} */ quickjs,
    /** @type {WebAssembly.Memory} */ memory,
  ) {
    this.#memory = memory;
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMaxStackSize(stackBytesMax);
    this.#runtime.setInterruptHandler(() => this.#isOver());
    this.context = this.#runtime.newContext();
  }

  /** The files that imports find from here on. */
  setModules(/** @type {ReadonlyMap<string, string>} */ files) {
    this.#runtime.setModuleLoader(loaderOf(files), resolve);
  }

  /** Bounds everything that runs from here on: by the clock, or with `isFixed` by what is run, the same on any machine. */
  confine(/** @type {number} */ memoryBytesMax, /** @type {number} */ runMsMax, /** @type {boolean} */ isFixed) {
    this.#memoryBytesMax = memoryBytesMax;
    this.#runtime.setMemoryLimit(memoryBytesMax);
    if (isFixed) this.#looksLeft = (runMsMax / 1000) * looksPerSecond;
    else this.#deadline = performance.now() + runMsMax;
  }

  /** Counts what was waited for as run. */
  passTime(/** @type {number} */ ms) {
    this.#looksLeft -= (ms / 1000) * looksPerSecond;
    this.#look();
  }

  /** Lets the harness report an end when code has used up its memory. */
  openReserve() {
    if (Number.isFinite(this.#memoryBytesMax)) this.#runtime.setMemoryLimit(this.#memoryBytesMax + reserveBytes);
  }

  /** Milliseconds until the deadline, at least 0. */
  msLeft() {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** Runs a module: its exports, or a promise of them. */
  evaluate(/** @type {string} */ name, /** @type {string} */ source) {
    return this.#valueOf(this.context.evalCode(source, name, { type: 'module' }));
  }

  /** Calls a function with handles. */
  call(/** @type {Handle} */ callee, /** @type {Handle[]} */ ...values) {
    return this.#valueOf(this.context.callFunction(callee, this.context.undefined, ...values));
  }

  /** Runs promise jobs until there are none. */
  runJobs() {
    for (;;) {
      const { error, value } = this.#runtime.executePendingJobs(jobsPerLook);
      this.#look();
      if (error !== undefined) this.#throw(error);
      if (value === 0) return;
    }
  }

  /** What a promise was resolved with, `undefined` while it is pending; throws what it was rejected with. */
  settled(/** @type {Handle} */ promise) {
    const state = this.context.getPromiseState(promise);
    if (state.type === 'rejected') this.#throw(state.error);
    return state.type === 'fulfilled' ? state.value : undefined;
  }

  #valueOf(/** @type {{ error?: Handle | undefined, value?: Handle }} */ { error, value }) {
    this.#look();
    if (error !== undefined) this.#throw(error);
    return /** @type {Handle} */ (value);
  }

  /**
   * QuickJS throws `null` when it has no room for an error. Code may throw `null` too: then its memory was never full.
   *
   * @returns {never}
   */
  #throw(/** @type {Handle} */ error) {
    const isFull = this.#memory.buffer.byteLength >= this.#memoryBytesMax;
    if (isFull && this.context.eq(error, this.context.null)) throw new OutOfMemory();
    throw new Thrown(error);
  }

  #isOver() {
    this.#looksLeft -= 1;
    this.#expired ||= this.#looksLeft < 0 || performance.now() >= this.#deadline;
    return this.#expired;
  }

  #look() {
    if (this.#isOver()) throw new TimedOut();
  }
}
