/**
 * Process 1 of a place's container: reads jobs from stdin, one line each, and answers on stdout, one line each. Runs a program in a fresh
 * process, and keeps one process to answer calls. Ends when the city goes away.
 *
 * R1  One `ended` line for each job, whatever its code does, unless the container itself ends.
 * R2  After a run nothing is left of it: every other process is killed, and all that was written is removed.
 * R3  Between calls the code stands still, and the processes that it has started have ended: a place gets no processor time that no call
 *     asks for.
 * R4  The process of the next run is started when nothing of the last is left, and is taken or has ended before any
 *     code runs again.
 *
 * It runs as the same user as the code that it runs. The city does not trust its answers.
 */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Child } from './child.js';
import { CodeFolder } from './code-folder.js';
import { eachLine, objectOf } from './lines.js';
import { oomKills, othersLeft, signalAll, stopAllBut } from './processes.js';
import { SpareProcess } from './spare-process.js';
import { withTimeout } from './timeout.js';

/** The city sends a file in each line, or a job with its store. */
const lineBytesMax = 64 * 1024 * 1024;
/** Time for a killed process to be gone and its output read. */
const dyingMsMax = 1_000;
/** Time after a call until the code stands still. Calls that follow each other do not wait for it to wake up. */
const idleMs = 50;
/** Time between two checks whether killed processes have ended. */
const lookMs = 20;
/** Ended processes that only the container's end clears away: each takes one of its few process numbers. */
const orphansMax = 8;

const here = dirname(fileURLToPath(import.meta.url));
const files = new CodeFolder();
const spare = new SpareProcess();
/** The version whose files are in the folder as the city sent them; empty when there are none. */
let laid = '';
/** @type {Child | undefined} */
let worker;
/** @type {NodeJS.Timeout | undefined} */
let resting;
let frozen = false;
/** The number of orphans when the code came to rest last. */
let orphans = 0;

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {string} version
 * @property {string} store
 * @property {{ keysMax: number, bytesMax: number }} bounds
 * @property {number} msMax
 * @property {number} streamBytesMax
 * @property {number} outputBytesMax
 * @property {number} wireBytesMax
 * @property {string} [entry] Of a run.
 * @property {string} [input] Of a call.
 * @property {string} [caller] Of a call.
 */

/** @typedef {{ code?: number | null, signal?: string | null, late?: true, message?: Record<string, unknown> }} End */

const say = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Removes everything of the code (R2), or the city is told to give the container up. */
function clean() {
  signalAll('SIGKILL');
  worker = undefined;
  laid = '';
  return files.clear() && othersLeft() === 0;
}

/** Kills a process and waits until all its output has been read. */
async function finish(/** @type {Child} */ child) {
  signalAll('SIGKILL');
  await withTimeout(child.ended, dyingMsMax);
}

/** Without a limit for V8's heap: Node takes one from the container's memory, and a flag costs 10 ms, since it voids Node's code cache. */
function programOf(/** @type {Job} */ job) {
  const entry = `${files.folder}/${job.entry}`;
  if (entry.endsWith('.py')) return ['python3', '-u', `${here}/in_run.py`, entry];
  return ['node', '--import', pathToFileURL(`${here}/in-run.js`).href, entry];
}

async function run(/** @type {Job} */ job) {
  if (laid !== job.version) throw new Error('its files could not all be written');
  const program = programOf(job);
  const child = (await spare.take(program, files.folder, job)) ?? new Child(program, files.folder, job);
  const killsBefore = oomKills();
  /** @type {Record<string, unknown>} */
  let said = {};
  child.onMessage = (message) => {
    said = message;
  };
  child.send({ initial: job.store, bounds: job.bounds });
  const end = (await withTimeout(child.exited, job.msMax)) ?? { late: true };
  await finish(child);
  const spent = !clean();
  say({
    ...answerIn(said),
    ...end,
    ...child.printed(),
    type: 'ended',
    id: job.id,
    oom: starved(child, end, killsBefore),
    spent,
  });
  if (!spent) startAhead(job);
}

/** Starts the process of another run like this one. No process is left that could touch it (R2, R4). */
function startAhead(/** @type {Job} */ job) {
  files.create();
  spare.start(programOf(job), files.folder, job);
}

async function call(/** @type {Job} */ job) {
  if (laid !== job.version || worker?.alive === false) return say({ type: 'unknown', id: job.id });
  thaw();
  await spare.end();
  const killsBefore = oomKills();
  worker ??= new Child(['node', `${here}/in-call.js`], files.folder, job);
  const child = worker;
  const end = await ask(child, job);
  const printed = child.printed();
  if (end.message !== undefined && end.message['dying'] !== true) {
    restSoon();
    const spent = orphans > orphansMax;
    return say({ ...answerIn(end.message), ...printed, type: 'ended', id: job.id, warm: true, spent });
  }
  await finish(child);
  const spent = !clean();
  const oom = starved(child, end, killsBefore);
  const { message, ...exit } = end;
  return say({ ...answerIn(message), ...exit, ...child.printed(), type: 'ended', id: job.id, oom, spent });
}

/** The part of a child's message that is passed on. */
function answerIn(/** @type {Record<string, unknown> | undefined} */ message) {
  return { failed: message?.['failed'], output: message?.['output'], store: message?.['store'] };
}

/** Sends the call, and waits for the answer, the end of the process or the end of its time. @returns {Promise<End>} */
async function ask(/** @type {Child} */ child, /** @type {Job} */ job) {
  child.clearPrinted();
  /** @type {Promise<End>} */
  const answered = new Promise((resolve) => {
    child.onMessage = (message) => resolve({ message });
  });
  const { store: initial, bounds, input, caller, outputBytesMax } = job;
  child.send({ initial, bounds, input, caller, outputBytesMax });
  const gone = endOf(child, answered);
  const end = (await withTimeout(Promise.race([answered, gone]), job.msMax)) ?? { late: true };
  // Output that was written before the answer is there by now; this lets it be read.
  await new Promise(setImmediate);
  child.onMessage = () => {};
  return end;
}

/** How the process ended. Resolves only after its messages, which may be read later than its end. */
async function endOf(/** @type {Child} */ child, /** @type {Promise<End>} */ answered) {
  const end = await child.exited;
  await withTimeout(Promise.race([answered, child.ended]), dyingMsMax);
  return end;
}

function starved(/** @type {Child} */ child, /** @type {End} */ end, /** @type {number} */ killsBefore) {
  return child.heapFull || (end.signal === 'SIGKILL' && oomKills() > killsBefore);
}

function restSoon(ms = idleMs) {
  resting = setTimeout(() => {
    frozen = true;
    const left = stopAllBut(worker?.pid);
    orphans = left.orphans;
    if (left.living > 0) restSoon(lookMs);
  }, ms);
}

function thaw() {
  clearTimeout(resting);
  if (frozen) signalAll('SIGCONT');
  frozen = false;
}

async function lay(/** @type {string} */ version) {
  thaw();
  if (worker !== undefined) await finish(worker);
  if (!files.isEmpty) {
    clean();
    files.create();
  }
  laid = version;
}

/** @param {Record<string, unknown>} message From the city, or from code that found a way to stdin: nothing here may throw (R1). */
async function hear(message) {
  const job = /** @type {Job} */ (/** @type {unknown} */ (message));
  try {
    if (message['type'] === 'lay') await lay(job.version);
    else if (message['type'] === 'file') files.write(String(message['path']), String(message['text']));
    else if (message['type'] === 'laid') files.finish();
    else if (message['type'] === 'run') await run(job);
    else if (message['type'] === 'call') await call(job);
  } catch (error) {
    laid = '';
    say({ type: 'broken', id: job.id, reason: String(error) });
  }
}

if (process.pid !== 1) throw new Error('the runner signals every process that it can see: it runs as process 1 only');
process.stdout.on('error', () => process.exit(0));
let queue = Promise.resolve();
eachLine(
  process.stdin,
  lineBytesMax,
  (line) => {
    const message = objectOf(line);
    if (message !== undefined) queue = queue.then(() => hear(message));
  },
  () => process.exit(0),
);
say({ type: 'ready' });
