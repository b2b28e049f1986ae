/**
 * The program of a thread, which runs one job: it makes an interpreter ready, waits for its order, answers once. It is ended from
 * outside.
 *
 * Plain JavaScript, so that a thread starts from it as it lies here, from the bundled program and under test alike.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Harness } from './harness.js';
import { Interpreter } from './interpreter.js';
import { OutputBuffer } from './output-buffer.js';
import { perform } from './perform.js';

/** The lowest priority: whatever the code does, the city's own thread goes first. */
const priority = 19;
yieldToCity();

const interpreter = await Interpreter.start(workerData);
const harness = new Harness(interpreter, workerData.guest);

parentPort?.once('message', async (/** @type {import('./perform.js').Order} */ order) => {
  const prints = new OutputBuffer(order.prints, order.streamBytesMax);
  const begun = performance.now();
  prints.markBegun();
  const answer = await perform(interpreter, harness, order, prints);
  parentPort?.postMessage({ ...answer, durationMs: performance.now() - begun });
});

/** On Linux 0 names the calling thread, not its process; elsewhere the priority is left alone. */
function yieldToCity() {
  if (process.platform === 'linux') setPriority(0, priority);
}
