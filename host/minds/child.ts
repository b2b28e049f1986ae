/**
 * One process of minds: the messages on its standard input, and the bounds of its output. Whom it lives and when it is started again is
 * decided in `host.ts`.
 *
 * HM1  A token goes to its standard input, and nowhere else: no argument, no environment, no line of the log (MP1).
 * HM2  Its output is bounded: a line, the lines of the log a minute, the bytes a minute. A process that writes more is ended.
 * HM3  It reads its input and answers, also a `ping`. A process that does not in time is ended.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../engine/ports.ts';
import { LineSplitter } from '../../minds/lines.ts';
import { FromMinds, lineBytesMax, lineOf, messageIn, type ToMinds } from '../../minds/protocol.ts';

/** Bytes of input that it has not read yet. */
const unreadBytesMax = 65_536;
/** Bytes that it may write in a minute, on both outputs together. */
const saidBytesMax = 4_194_304;
/** Lines of its standard error that the log gets in a minute. */
const loggedLinesMax = 20;
const minuteMs = 60_000;

/** Anything that looks like a token of this city. */
const tokens = /\b(res|vis|sta|adm)_[\w-]+/g;

export interface MindsProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds within which a `live` must be answered; also the interval between pings. */
  readonly answerMsMax: number;
}

/** A message about a resident. */
export type SaidOfMind = Exclude<FromMinds, { readonly type: 'pong' }>;

/** Calls a function later: once, or repeatedly. Each method returns the function that cancels that. */
export interface Timers {
  after(ms: number, call: () => void): () => void;
  every(ms: number, call: () => void): () => void;
}

export const systemTimers: Timers = {
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

export interface MindsListener {
  readonly heard: (message: SaidOfMind) => void;
  /** How many living minds do nothing, and the first of them, as a `pong` names them. */
  readonly heardIdle: (count: number, named: readonly string[]) => void;
  readonly log: Log;
}

export class MindsChild {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #listener: MindsListener;
  readonly #timers: Timers;
  readonly #answerMsMax: number;
  /** By resident: `live` messages that are not answered yet. */
  readonly #unanswered = new Map<string, () => void>();
  /** Cancels the repeated calls. */
  readonly #regular: readonly (() => void)[];
  #hasHeard = true;
  #saidBytes = 0;
  #loggedLines = 0;
  #isEnding = false;
  /** Resolves when the process has ended and all its output is read: to its exit code, or to what ended it. */
  readonly ended: Promise<string>;

  constructor({ command, args, cwd, env, answerMsMax }: MindsProgram, listener: MindsListener, timers: Timers) {
    this.#listener = listener;
    this.#timers = timers;
    this.#answerMsMax = answerMsMax;
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    // Errors of its input do not matter: `ended` says that it has ended.
    child.stdin.on('error', () => undefined);
    this.#hear(child.stdout, (line) => this.#take(line));
    this.#hear(child.stderr, (line) => this.#log(line));
    this.#regular = [timers.every(minuteMs, () => this.#nextMinute()), timers.every(answerMsMax, () => this.#ask())];
    this.ended = new Promise<string>((resolve) => {
      child.once('error', (cause) => resolve(cause.message));
      child.once('close', (code, signal) => resolve(signal ?? String(code)));
    }).finally(() => this.#clear());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  tell(message: ToMinds): void {
    const { stdin } = this.#child;
    if (this.#isEnding || !stdin.writable) return;
    stdin.write(lineOf(message));
    if (stdin.writableLength > unreadBytesMax) this.#end('does not read what it is told');
    if (message.type === 'ping') return;
    const { type, resident } = message;
    this.#isAnswered(resident);
    if (type === 'stop') return;
    const late = () => this.#end('does not answer');
    this.#unanswered.set(resident, this.#timers.after(this.#answerMsMax, late));
  }

  /** Asks it to end, and ends it by force after `withinMs`. Resolves when it has ended. */
  async close(withinMs: number): Promise<void> {
    this.#isEnding = true;
    this.#child.stdin.end();
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await this.ended;
    clearTimeout(late);
  }

  #ask(): void {
    if (!this.#hasHeard) this.#end('does not hear');
    this.#hasHeard = false;
    this.tell({ type: 'ping' });
  }

  #end(why: string): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#listener.log.warn({ why }, 'the process of the minds is ended');
    this.#child.kill('SIGKILL');
  }

  #hear(stream: Readable, onLine: (line: string) => void): void {
    const lines = new LineSplitter(lineBytesMax, { onLine, onTooLong: () => this.#log('(a line that is too long)') });
    stream.on('data', (chunk: Buffer) => {
      this.#saidBytes += chunk.length;
      if (this.#saidBytes > saidBytesMax) this.#end('says too much');
      if (!this.#isEnding) lines.push(chunk);
    });
  }

  #take(line: string): void {
    const message = messageIn(FromMinds, line);
    if (message === undefined) {
      this.#log('(a line that is no message of minds)');
      return;
    }
    if (message.type === 'pong') {
      this.#hasHeard = true;
      this.#listener.heardIdle(message.idle, message.named);
      return;
    }
    this.#isAnswered(message.resident);
    this.#listener.heard(message);
  }

  #isAnswered(resident: string): void {
    this.#unanswered.get(resident)?.();
    this.#unanswered.delete(resident);
  }

  #log(line: string): void {
    this.#loggedLines += 1;
    if (this.#loggedLines > loggedLinesMax) return;
    this.#listener.log.warn({ said: line.replaceAll(tokens, '$1_...') }, 'the minds complain');
  }

  #nextMinute(): void {
    const unlogged = this.#loggedLines - loggedLinesMax;
    if (unlogged > 0) this.#listener.log.warn({ lines: unlogged }, 'the minds complain more than the log is told');
    this.#saidBytes = 0;
    this.#loggedLines = 0;
  }

  #clear(): void {
    for (const callOff of [...this.#regular, ...this.#unanswered.values()]) callOff();
    this.#unanswered.clear();
  }
}
