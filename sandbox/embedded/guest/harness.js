/**
 * The city's own code inside the interpreter: makes the globals of residents' code, and does for the thread what has to be done inside.
 * Code can change the built-in objects that this works with. By that it deceives only itself, and the city checks its output; only the
 * sizes of what is handed out are kept by functions that were taken before any code ran.
 */
import { makeStore } from '../../runner/store.js';
import { makeConsole } from './console.js';
import { fixedTime } from './fixed-time.js';
import { makeTimers } from './timers.js';

/** Characters of an error's text. */
const describedCharsMax = 16_384;
/** The folder of these modules, as stacks name it. */
const home = '(/embedded/guest/';
const { parse, stringify } = JSON;
const slice = Function.prototype.call.bind(String.prototype.slice);

let outputCharsMax = 0;
let storeCharsMax = 0;
/** @type {ReturnType<typeof makeStore>} */
let keeper;
let { now } = Date;
const timers = makeTimers(() => now());
export const { timerDelay, fireTimer } = timers;
let fixed = { passTime: (_ms) => {} };

/** From here on the clock stands at `at`, and chance is that of the seed. */
export function fixTime(at, seed) {
  fixed = fixedTime(at, seed);
  now = fixed.now;
}

export function passTime(ms) {
  fixed.passTime(ms);
}

/** Makes the globals. `write(stream, text)` is the only output; the stream is 1 or 2. */
export function open(write, store, boundsJson) {
  const bounds = parse(boundsJson);
  outputCharsMax = bounds.outputBytesMax;
  storeCharsMax = bounds.bytesMax;
  keeper = makeStore(store, bounds);
  const print = (stream, text) => write(stream, slice(text, 0, bounds.streamBytesMax + 1));
  const { setTimeout, setInterval, clearTimeout } = timers;
  const globals = { console: makeConsole(print), setTimeout, setInterval, clearTimeout, clearInterval: clearTimeout };
  for (const [name, value] of Object.entries({ ...globals, queueMicrotask }))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  Object.defineProperty(globalThis, 'store', { value: keeper.store });
}

/** The answer of `handle` as JSON text; `undefined` when there is no `handle`, empty when the text is too long. */
export async function serve(exports, input, caller) {
  const { handle } = exports;
  if (typeof handle !== 'function') return undefined;
  const value = await handle(parse(input), caller);
  const text = value === undefined ? 'null' : stringify(value);
  if (typeof text !== 'string') throw new TypeError(`handle returned a ${typeof value}, which is not JSON`);
  return text.length > outputCharsMax ? '' : text;
}

/** The whole store; `undefined` when it is unchanged. Cut where the city would refuse it anyway. */
export function changedStore() {
  const text = keeper.changedJson();
  return text === null ? undefined : slice(text, 0, storeCharsMax + 1);
}

export function isOutOfMemory(error) {
  try {
    return error instanceof globalThis.InternalError && error.message === 'out of memory';
  } catch {
    return false;
  }
}

export function describe(error) {
  try {
    if (!(error instanceof Error)) return slice(`Uncaught ${String(error)}`, 0, describedCharsMax);
    const head = slice(`${error.name}: ${error.message}`, 0, describedCharsMax / 2);
    return slice([head, ...framesOf(error)].join('\n'), 0, describedCharsMax);
  } catch {
    return 'Uncaught value that cannot be shown';
  }
}

/** The lines of the error's stack that belong to the code. */
function framesOf(error) {
  const stack = slice(`${error.stack ?? ''}`, 0, describedCharsMax);
  return stack.split('\n').filter((line) => line !== '' && !line.includes(home));
}

/** An error in a microtask ends the program, as one in a timer does: so it is thrown in a timer. */
function queueMicrotask(run) {
  if (typeof run !== 'function') throw new TypeError('queueMicrotask takes a function');
  const fail = (error) => {
    throw error;
  };
  Promise.resolve()
    .then(() => run())
    .catch((error) => timers.setTimeout(fail, 0, error));
}
