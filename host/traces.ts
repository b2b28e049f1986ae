/**
 * Says what led to something by `civitas answer-why`, a process of its own with a low priority that reads the database: the city itself
 * does nothing for it but to wait.
 *
 * WY3  One at a time is asked, few wait, and each has an end: whoever comes when they are full is told so.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Asked } from '../engine/why/causes.ts';
import type { Trace, Traced } from '../gateways/portal/routes/actors.ts';

const program = fileURLToPath(new URL('../cli/civitas.js', import.meta.url));
/** Those that wait for one that is being answered. */
const waitingMax = 4;
/** Milliseconds that one may take, from when it begins. */
const tracedMsMax = 60_000;
const answerBytesMax = 16 * 1024 * 1024;
const niceness = 10;

interface TracesOptions {
  /** Unset: the process. */
  readonly answer?: Trace;
  readonly tracedMsMax?: number;
}

export class Traces {
  readonly #answer: Trace;
  readonly #msMax: number;
  readonly #stopping = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  constructor({ answer = answerInProcess, tracedMsMax: msMax = tracedMsMax }: TracesOptions = {}) {
    this.#answer = answer;
    this.#msMax = msMax;
  }

  readonly trace: Trace = async (asked, linksMax, gone) => {
    if (this.#open > waitingMax || this.#stopping.signal.aborted) return { type: 'busy' };
    this.#open++;
    const mine = this.#last.then(() => this.#next(asked, linksMax, gone)).finally(() => this.#open--);
    this.#last = mine.catch(() => undefined);
    return mine;
  };

  /** Ends what is being answered; those who wait are told `busy`. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
  }

  async #next(asked: Asked, linksMax: number, gone: AbortSignal): Promise<Traced> {
    const late = AbortSignal.timeout(this.#msMax);
    const signal = AbortSignal.any([gone, this.#stopping.signal, late]);
    if (signal.aborted) return { type: 'busy' };
    const traced = await this.#answer(asked, linksMax, signal);
    if (!signal.aborted) return traced;
    const why = `It was not found within ${this.#msMax / 1_000} s. Ask for fewer turns, or ask \`civitas why\`, which has no end.`;
    return late.aborted ? { type: 'untraceable', why } : { type: 'busy' };
  }
}

const run = promisify(execFile);

/** It has the settings of this process, so it finds the same database. */
const answerInProcess: Trace = async (asked, linksMax, signal) => {
  const what = asked.type === 'turn' ? `turn:${asked.turn}` : String(asked.seq);
  const order = [program, 'answer-why', what, '--links', String(linksMax)];
  const running = run(process.execPath, order, { signal, maxBuffer: answerBytesMax });
  const { pid } = running.child;
  if (pid !== undefined) setPriority(pid, niceness);
  return running.then(({ stdout }) => tracedIn(stdout), notTraced);
};

const tracedIn = (json: string): Traced => JSON.parse(json);

const notTraced = ({ code, message, stderr = '' }: ExecFileException): Traced => ({
  type: 'untraceable',
  why:
    String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
      ? `It is longer than ${answerBytesMax} bytes: ask for fewer turns.`
      : stderr.trim() || message,
});
