/**
 * The thread's side of the city's own code inside the interpreter (`guest/`): its console, timers and store, and what the thread asks it.
 * That code runs beside residents' code, so its answers are no more reliable than theirs: each is checked.
 */

/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */

/** The guest's first module, as it is called inside. */
const entry = '/embedded/guest/harness.js';
/** What the guest exports for the thread. */
const functions = [
  ...['open', 'serve', 'describe', 'isOutOfMemory', 'changedStore'],
  ...['timerDelay', 'fireTimer', 'fixTime', 'passTime'],
];
/** A timer's longest sleep, milliseconds: the deadline comes first. */
const sleepMsMax = 60_000;

export class Harness {
  #interpreter;
  /** @type {Record<string, Handle>} */
  #guest = {};

  /**
   * Called before any code of residents runs, and before its bounds apply.
   *
   * @param {import('./interpreter.js').Interpreter} interpreter
   * @param {ReadonlyMap<string, string>} guest
   */
  constructor(interpreter, guest) {
    this.#interpreter = interpreter;
    interpreter.setModules(guest);
    const exports = interpreter.evaluate(entry, guest.get(entry) ?? '');
    for (const name of functions) this.#guest[name] = interpreter.context.getProp(exports, name);
  }

  /** Makes the globals of the job. */
  open(
    /** @type {import('./perform.js').Order} */ order,
    /** @type {import('./output-buffer.js').OutputBuffer} */ prints,
  ) {
    const { context } = this.#interpreter;
    const { storeKeysMax: keysMax, storeBytesMax: bytesMax } = order.resources;
    const { streamBytesMax, outputBytesMax } = order;
    const bounds = JSON.stringify({ keysMax, bytesMax, streamBytesMax, outputBytesMax });
    this.#call('open', this.#writer(prints), context.newString(order.store), context.newString(bounds));
  }

  /** A promise of `handle`'s answer as JSON text. */
  serve(/** @type {Handle} */ exports, /** @type {string} */ input, /** @type {string} */ caller) {
    const { context } = this.#interpreter;
    return this.#call('serve', exports, context.newString(input), context.newString(caller));
  }

  isOutOfMemory(/** @type {Handle} */ error) {
    return this.#interpreter.context.sameValue(this.#call('isOutOfMemory', error), this.#interpreter.context.true);
  }

  /** Name, message and stack, or whatever else was thrown, as text. */
  describe(/** @type {Handle} */ error) {
    return this.text(this.#call('describe', error)) ?? 'an error without words';
  }

  /** Milliseconds until the next timer, `undefined` when there is none. */
  timerDelay() {
    const { context } = this.#interpreter;
    const delay = this.#call('timerDelay');
    if (context.typeof(delay) !== 'number') return undefined;
    return Math.min(Math.max(0, context.getNumber(delay) || 0), sleepMsMax);
  }

  /** From here on the clock and chance of the code are these. */
  fixTime(/** @type {import('../../interface.ts').FixedTime} */ { now, seed }) {
    const { context } = this.#interpreter;
    this.#call('fixTime', context.newNumber(now), context.newNumber(seed));
  }

  /** Moves a fixed clock on. */
  passTime(/** @type {number} */ ms) {
    this.#call('passTime', this.#interpreter.context.newNumber(ms));
  }

  /** Runs the next timer. */
  fireTimer() {
    this.#call('fireTimer');
  }

  /** The whole store, when it was changed. */
  changedStore() {
    return this.text(this.#call('changedStore')) ?? null;
  }

  /** The characters of a string, `undefined` of anything else. */
  text(/** @type {Handle} */ value) {
    const { context } = this.#interpreter;
    return context.typeof(value) === 'string' ? context.getString(value) : undefined;
  }

  #call(/** @type {string} */ name, /** @type {Handle[]} */ ...values) {
    return this.#interpreter.call(/** @type {Handle} */ (this.#guest[name]), ...values);
  }

  /** Output that is over the bound does not even leave the interpreter. */
  #writer(/** @type {import('./output-buffer.js').OutputBuffer} */ prints) {
    const { context } = this.#interpreter;
    return context.newFunction('write', (stream, text) => {
      const to = context.getNumber(stream) === 2 ? 1 : 0;
      if (prints.isFull(to)) prints.markTruncated();
      else prints.write(to, this.text(text) ?? '');
    });
  }
}
