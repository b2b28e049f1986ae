/**
 * The long-lived process that answers calls of a place: imports `index.js` once, then calls `handle(input, caller)` for
 * each. The city sends the store with the call; what code keeps in its own variables lasts until this process ends, which may be at any
 * time.
 */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { NoAnswer, reasonOf, saySync, wire } from './channel.js';
import { eachLine } from './lines.js';
import { makeStore } from './store.js';

/** The runner's lines are bounded already; the reader of lines demands a bound. */
const lineBytesMax = 256 * 1024 * 1024;

/** Replaced for each call. Code keeps a reference to the facade, and so to the store of the current call. */
let current = makeStore('{}', { keysMax: 0, bytesMax: 0 });
const facade = Object.freeze({
  get: (/** @type {string} */ key) => current.store.get(key),
  set: (/** @type {string} */ key, /** @type {unknown} */ value) => current.store.set(key, value),
  delete: (/** @type {string} */ key) => current.store.delete(key),
  list: (/** @type {string | undefined} */ prefix) => current.store.list(prefix),
});
Object.defineProperty(globalThis, 'store', { value: facade, writable: true, configurable: true });

/** @typedef {{ input: string, caller: string, outputBytesMax: number }} Call */

/** @type {Promise<unknown> | undefined} */
let loading;
const load = () => {
  loading ??= import(pathToFileURL(`${process.cwd()}/index.js`).href);
  return loading;
};

/** @returns {Promise<string>} What `handle` answered, as JSON text. */
async function answer(/** @type {Call} */ { input, caller, outputBytesMax }) {
  const code = /** @type {Record<string, unknown>} */ (await load());
  if (typeof code['handle'] !== 'function') throw new NoAnswer('index.js exports no function handle(input, caller)');
  const value = await code['handle'](JSON.parse(input), caller);
  const output = value === undefined ? 'null' : JSON.stringify(value);
  if (typeof output !== 'string') throw new NoAnswer('what handle returned is not JSON');
  if (Buffer.byteLength(output) > outputBytesMax)
    throw new NoAnswer(`handle returned more than ${outputBytesMax} bytes of JSON`);
  return output;
}

/** Output that was written before the answer is read before the answer. */
async function flushed() {
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

const socket = new Socket({ fd: wire });
const say = (/** @type {object} */ message) => socket.write(`${JSON.stringify(message)}\n`);

async function serve(/** @type {string} */ line) {
  const call = JSON.parse(line);
  current = makeStore(call.initial, call.bounds);
  try {
    const output = await answer(call);
    await flushed();
    say({ output, store: current.changedJson() });
  } catch (error) {
    await flushed();
    say({ failed: reasonOf(error) });
  }
}

process.on('uncaughtExceptionMonitor', (error) => saySync({ failed: reasonOf(error), dying: true }));
eachLine(
  socket,
  lineBytesMax,
  (line) => void serve(line),
  () => process.exit(0),
);
