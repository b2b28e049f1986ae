/** A job from its order to its answer, in a thread that exists for it. The answer's schema is in `thread-answer.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OutOfMemory, Thrown, TimedOut } from './ends.js';

/**
 * @typedef {object} Order
 * @property {ReadonlyMap<string, string>} files
 * @property {string} store
 * @property {import('../../interface.ts').Task} task
 * @property {import('../../interface.ts').Resources} resources
 * @property {import('../../interface.ts').FixedTime} [fixed]
 * @property {number} runMsMax
 * @property {number} streamBytesMax
 * @property {number} outputBytesMax
 * @property {SharedArrayBuffer} prints
 */

/** The exit code that Node gives: what was awaited cannot come any more. */
const neverCame = 13;

/**
 * Never rejects.
 *
 * @param {import('./interpreter.js').Interpreter} interpreter
 * @param {import('./harness.js').Harness} harness
 * @param {Order} order
 * @param {import('./output-buffer.js').OutputBuffer} prints
 */
export async function perform(interpreter, harness, order, prints) {
  try {
    harness.open(order, prints);
    interpreter.setModules(order.files);
    if (order.fixed !== undefined) harness.fixTime(order.fixed);
    interpreter.confine(order.resources.memoryBytes, order.runMsMax, order.fixed !== undefined);
    return await new Performance(interpreter, harness, order, prints).end();
  } catch (cause) {
    if (cause instanceof TimedOut) return { type: 'timed_out' };
    if (cause instanceof OutOfMemory) return { type: 'out_of_memory' };
    // An error of the interpreter itself, for example deep in its own recursion. The interpreter is not used again.
    return failed(`the interpreter gave up: ${cause}`);
  }
}

class Performance {
  #interpreter;
  #harness;
  #order;
  #prints;

  /**
   * @param {import('./interpreter.js').Interpreter} interpreter
   * @param {import('./harness.js').Harness} harness
   * @param {Order} order
   * @param {import('./output-buffer.js').OutputBuffer} prints
   */
  constructor(interpreter, harness, order, prints) {
    this.#interpreter = interpreter;
    this.#harness = harness;
    this.#order = order;
    this.#prints = prints;
  }

  async end() {
    const { task } = this.#order;
    try {
      return task.type === 'run' ? await this.#run(task.entry) : await this.#call(task);
    } catch (cause) {
      if (!(cause instanceof Thrown)) throw cause;
      return this.#thrown(cause.value);
    }
  }

  async #run(/** @type {string} */ entry) {
    const source = this.#order.files.get(entry);
    if (source === undefined) return failed(`there is no file ${entry}`);
    const main = this.#interpreter.evaluate(entry, source);
    await this.#idle(main);
    if (this.#interpreter.settled(main) !== undefined) return finished(0, null, this.#harness.changedStore());
    this.#prints.write(1, 'Warning: what the code awaits at its top level never comes\n');
    return finished(neverCame, null, null);
  }

  async #call(/** @type {{ readonly input: string, readonly caller: string }} */ { input, caller }) {
    const source = this.#order.files.get('index.js');
    if (source === undefined) return failed('there is no file index.js');
    const exports = await this.#come(this.#interpreter.evaluate('index.js', source));
    if (exports === undefined) return failed('what index.js awaits at its top level never comes');
    const answer = await this.#come(this.#harness.serve(exports, input, caller));
    if (answer === undefined) return failed('handle never answered, and nothing is left to wait for');
    return this.#answered(this.#harness.text(answer));
  }

  /** The guest answers `undefined` when there is no `handle`, and an empty text when there were too many characters. */
  #answered(/** @type {string | undefined} */ output) {
    const { outputBytesMax } = this.#order;
    if (output === undefined) return failed('index.js exports no handle');
    if (output === '' || Buffer.byteLength(output) > outputBytesMax)
      return failed(`handle returned more than ${outputBytesMax} bytes of JSON`);
    return finished(0, output, this.#harness.changedStore());
  }

  /** An error that nothing caught: it ends the program, or is the reason why there is no answer. */
  #thrown(/** @type {import('quickjs-emscripten-core').QuickJSHandle} */ error) {
    this.#interpreter.openReserve();
    if (this.#harness.isOutOfMemory(error)) return { type: 'out_of_memory' };
    const words = this.#harness.describe(error);
    this.#prints.write(1, `${words}\n`);
    return this.#order.task.type === 'run' ? finished(1, null, null) : failed(words.split('\n', 1)[0] ?? '');
  }

  /** Runs until the promise is settled, or until nothing is left that could settle it: then `undefined`. */
  async #come(/** @type {import('quickjs-emscripten-core').QuickJSHandle} */ promise) {
    for (;;) {
      this.#interpreter.runJobs();
      const value = this.#interpreter.settled(promise);
      if (value !== undefined || !(await this.#nextTimer())) return value;
    }
  }

  /** Runs until nothing is left to do. Throws as soon as the promise is rejected. */
  async #idle(/** @type {import('quickjs-emscripten-core').QuickJSHandle} */ promise) {
    do {
      this.#interpreter.runJobs();
      this.#interpreter.settled(promise);
    } while (await this.#nextTimer());
  }

  /** Waits for the next timer and runs it. The result: whether there was one. */
  async #nextTimer() {
    const ms = this.#harness.timerDelay();
    if (ms === undefined) return false;
    if (this.#order.fixed !== undefined) this.#passTime(ms);
    else if (ms > 0) await sleep(Math.min(ms, this.#interpreter.msLeft()));
    this.#harness.fireTimer();
    return true;
  }

  /** Where time is fixed nobody sleeps: the clock of the code is moved on, and what it has waited for counts as its time. */
  #passTime(/** @type {number} */ ms) {
    this.#interpreter.passTime(ms);
    this.#harness.passTime(ms);
  }
}

function finished(
  /** @type {number} */ exitCode,
  /** @type {string | null} */ output,
  /** @type {string | null} */ store,
) {
  return { type: 'finished', exitCode, output, store };
}

function failed(/** @type {string} */ reason) {
  return { type: 'failed', reason };
}
