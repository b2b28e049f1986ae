/**
 * One thread: started ahead or for a job, given one job, ended. Owns the worker, and ensures that its job has exactly one end (X2): the
 * first of an answer, an error, an exit, the end of its time, and `end`.
 */
import { Worker } from 'node:worker_threads';
import { assert, assertWhole } from '../../engine/assert.ts';
import type { Job, Outcome } from '../interface.ts';
import { limits } from '../limits.ts';
import type { Parts } from './interpreter-parts.ts';
import { OutputBuffer } from './output-buffer.ts';
import { type End, outcomeAfter } from './thread-end.ts';

/**
 * Milliseconds after the deadline at which the city ends the thread. The thread watches the deadline itself; this is for code that gets
 * around that.
 */
const overtimeMs = 500;
/** Where time is fixed only what is run ends a job, however slow the machine is: after so many times its time it is stuck, and lost. */
const stuckAfterTimes = 60;
/** Milliseconds between two checks whether the code has begun, and whether its time is over. */
const lookMs = 50;
/**
 * Bounds of what a thread has beside the interpreter's memory, which is bounded on its own. With 16 MiB of stack, deep recursion broke
 * the interpreter.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 32 };
const entry = new URL('./worker/main.js', import.meta.url);

export interface ThreadBounds {
  /** Bytes of the interpreter's memory, whatever the tier: it is taken from the city's own process. */
  readonly memoryBytesMax: number;
  /** Milliseconds from handing over the job to the start of its code. */
  readonly startMsMax: number;
}

export class Thread {
  readonly #worker: Worker;
  readonly #bounds: ThreadBounds;
  readonly #ended: Promise<End>;
  #isOver = false;
  #hasJob = false;

  constructor(parts: Parts, bounds: ThreadBounds) {
    this.#bounds = bounds;
    // The thread gets neither environment nor flags of the process: they hold secrets, and loaders that would take their time.
    const nothing = { env: {}, execArgv: [], argv: [], stdout: true, stderr: true };
    const workerData = { ...parts, memoryBytesMax: bounds.memoryBytesMax };
    this.#worker = new Worker(entry, { ...nothing, workerData, resourceLimits, name: 'sandbox' });
    // Only a job keeps the city's process alive, not a thread that waits for one.
    this.#worker.unref();
    this.#ended = new Promise((resolve) => {
      this.#over = (end) => {
        this.#isOver = true;
        resolve(end);
      };
    });
    this.#worker.once('message', (message) => this.#over({ type: 'said', message }));
    this.#worker.on('error', (cause) => this.#over({ type: 'broke', cause }));
    this.#worker.once('exit', () => this.#over({ type: 'broke', cause: new Error('it ended by itself') }));
  }

  /** False once the thread can run no job any more. */
  get isAlive(): boolean {
    return !this.#isOver;
  }

  /** Runs the job, once. `end` may be called afterwards too. */
  async perform(job: Job): Promise<Outcome> {
    assert(!this.#hasJob, '[X1] a thread has one job in its life');
    this.#hasJob = true;
    const { memoryBytesMax, startMsMax } = this.#bounds;
    const { streamBytesMax, outputBytesMax } = limits;
    const { runMsMax = limits.runMsMax } = job;
    assertWhole(runMsMax, 1, '[X2] milliseconds of a job');
    const endMsMax = job.fixed === undefined ? runMsMax + overtimeMs : runMsMax * stuckAfterTimes;
    const begun = performance.now();
    let startedAt: number | undefined;
    const prints = new OutputBuffer(streamBytesMax);
    const timer = setInterval(() => {
      const now = performance.now();
      if (startedAt === undefined && prints.hasBegun) startedAt = now;
      const isOver = now - Math.min(startedAt ?? now, begun + startMsMax) > endMsMax;
      if (isOver) this.#over({ type: 'late' });
    }, lookMs);
    const memoryBytes = Math.min(job.resources.memoryBytes, memoryBytesMax);
    assertWhole(memoryBytes, 1, '[X1] bytes of memory of a job');
    const { files, store, task, resources, fixed } = job;
    const order = { files, store, task, resources: { ...resources, memoryBytes }, fixed, runMsMax, streamBytesMax };
    this.#worker.ref();
    this.#worker.postMessage({ ...order, outputBytesMax, prints: prints.memory });
    const end = await this.#ended;
    clearInterval(timer);
    return outcomeAfter(end, job, prints, performance.now() - begun);
  }

  /** Ends the thread, and with `reason` the job that it may be running. Resolves when nothing of the thread is left. */
  async end(reason: string): Promise<void> {
    this.#over({ type: 'ended', reason });
    await this.#worker.terminate();
  }

  /** The first call counts. */
  #over: (end: End) => void = () => undefined;
}
