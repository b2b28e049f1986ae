/**
 * The sandbox inside the city's own process, for cities without Docker: QuickJS, compiled to WebAssembly, in a thread
 * of its own for each job. Owns which jobs run and which threads there are. A job in its thread is `thread.ts`, the queue for threads is
 * `thread-slots.ts`, and what happens inside a thread is in `worker/` and `guest/`.
 *
 * A thread is started ahead, so that a job does not wait for it; it has never seen other code (X1).
 */

import { failed, lost } from '../failed-outcomes.ts';
import type { About, Job, Outcome, Resources, Sandbox } from '../interface.ts';
import { faultOfFiles } from '../job-files.ts';
import { limits } from '../limits.ts';
import { loadParts, type Parts } from './interpreter-parts.ts';
import { Thread, type ThreadBounds } from './thread.ts';
import { type ThreadSlotBounds, ThreadSlots } from './thread-slots.ts';

export interface EmbeddedOptions extends Partial<ThreadSlotBounds>, Partial<ThreadBounds> {}

/** With the wait for a slot, a late start and the overtime of a thread, a job ends within `graceMsMax` of its deadline. */
const usual: ThreadSlotBounds & ThreadBounds = {
  workersMax: 2,
  waitingMax: 64,
  waitMsMax: 3_000,
  startMsMax: 1_000,
  memoryBytesMax: 256 * 2 ** 20,
};

const closed = 'the sandbox is closed';

export class EmbeddedSandbox implements Sandbox {
  readonly #parts: Parts;
  readonly #bounds: ThreadSlotBounds & ThreadBounds;
  readonly #slots: ThreadSlots;
  /** Threads that run a job, with the place of the job, and threads that are being ended after it. */
  readonly #busy = new Map<Thread, string>();
  /** A thread that was started ahead, for the next job. */
  #spare: Thread | undefined;
  #isClosed = false;

  /** Rejects when the interpreter cannot be loaded. */
  static async open(options: EmbeddedOptions = {}): Promise<EmbeddedSandbox> {
    return new EmbeddedSandbox(await loadParts(), { ...usual, ...options });
  }

  private constructor(parts: Parts, bounds: ThreadSlotBounds & ThreadBounds) {
    this.#parts = parts;
    this.#bounds = bounds;
    this.#slots = new ThreadSlots(bounds);
  }

  about(): Promise<About> {
    const entries = [{ file: 'index.js', language: 'JavaScript' }];
    return Promise.resolve({ sandbox: 'embedded', entries, cannot: cannot(this.#bounds) });
  }

  prepare(_place: string, _resources: Resources): Promise<void> {
    this.#startSpare();
    return Promise.resolve();
  }

  execute(job: Job): Promise<Outcome> {
    const fault = faultOfFiles(job.files);
    if (fault !== undefined) return Promise.resolve(failed(fault));
    if (this.#isClosed) return Promise.resolve(lost(closed));
    return new Promise((resolve) => {
      const go = () => resolve(this.#perform(job));
      this.#slots.take({ place: job.place, go, refuse: (reason) => resolve(lost(reason)) });
    });
  }

  async remove(place: string): Promise<void> {
    await this.#end((each) => each === place, 'the place was removed');
  }

  async reconcile(lives: (place: string) => boolean): Promise<void> {
    await this.#end((place) => !lives(place), 'the place is no more');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const spare = this.#takeSpare();
    await Promise.all([this.#end(() => true, closed), spare?.end(closed)]);
  }

  /** Without a pause until the thread has its job: so `remove` finds either the asker or the thread. */
  async #perform(job: Job): Promise<Outcome> {
    let thread: Thread | undefined;
    try {
      thread = this.#takeSpare() ?? this.#start();
      this.#busy.set(thread, job.place);
      return await thread.perform(job);
    } catch (cause) {
      return lost(`no thread could take the job: ${cause}`);
    } finally {
      void this.#retire(thread);
    }
  }

  /** The slot is released when the thread is gone, not before: the slots bound what threads hold. */
  async #retire(thread: Thread | undefined): Promise<void> {
    await thread?.end('the job is done');
    if (thread !== undefined) this.#busy.delete(thread);
    this.#slots.release();
    this.#startSpare();
  }

  async #end(isMeant: (place: string) => boolean, reason: string): Promise<void> {
    this.#slots.dismiss(isMeant, reason);
    const meant = [...this.#busy].filter(([, place]) => isMeant(place));
    await Promise.all(meant.map(([thread]) => thread.end(reason)));
  }

  #start(): Thread {
    return new Thread(this.#parts, this.#bounds);
  }

  /** Never throws: a machine without room for a thread now may have it for the next job, which reports a failure. */
  #startSpare(): void {
    if (this.#isClosed || this.#spare?.isAlive === true) return;
    try {
      this.#spare = this.#start();
    } catch {
      this.#spare = undefined;
    }
  }

  #takeSpare(): Thread | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.isAlive === true ? spare : undefined;
  }
}

function cannot({ memoryBytesMax, workersMax }: ThreadSlotBounds & ThreadBounds): readonly string[] {
  return [
    'It runs JavaScript only: ES modules of the place, and nothing from npm.',
    'There is nothing of Node or of browsers but console, setTimeout, setInterval, queueMicrotask and the store.',
    'Nothing in variables lasts from one call to the next: each call starts from the files, and only the store is kept.',
    `Code gets ${memoryBytesMax / 2 ** 20} MiB of memory at most, whatever the tier says.`,
    `The processor share of a tier is not kept: at most ${workersMax} jobs run at a time, each for at most ${limits.runMsMax / 1_000} seconds, on one processor each.`,
    'A rejected promise that nothing awaits is not noticed.',
    'QuickJS interprets and does not compile: heavy computing takes many times as long as in Node.',
    "The code runs in a thread of the city's own process: a fault in QuickJS or in the JavaScript engine under it could reach the city, which the container of the Docker sandbox would prevent.",
  ];
}
