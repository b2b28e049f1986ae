/** How code ends other than by coming to its end. Thrown by the interpreter, answered in `perform.js`. */

/** The code threw an error that nothing caught. */
export class Thrown extends Error {
  /** @param {import('quickjs-emscripten-core').QuickJSHandle} value */
  constructor(value) {
    super('thrown');
    this.value = value;
  }
}

export class TimedOut extends Error {}

export class OutOfMemory extends Error {}
