/**
 * One process in which minds live: what it is told on its standard input, and what it may say. Whom it lives and when it is started again is
 * its host's (`host.ts`).
 *
 * HM1  A token goes to its standard input, and nowhere else: no argument, no environment, no line of the log (MP1).
 * HM2  Whatever it says is bounded: a line, the lines of the log a minute, the bytes a minute. Who says more is ended.
 * HM3  It reads what it is told, and answers, also when it is only asked whether it hears; who does not, in time, is ended.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../engine/ports.ts';
import { LineSplitter } from '../../minds/lines.ts';
import { FromMinds, lineBytesMax, lineOf, messageIn, type ToMinds } from '../../minds/protocol.ts';

/** Bytes that it has not read yet. */
const unreadBytesMax = 65_536;
/** Bytes that it may say in a minute, to us and to people. */
const saidBytesMax = 4_194_304;
/** Lines of it that the log gets in a minute. */
const loggedLinesMax = 20;
const minuteMs = 60_000;

/** Anything that looks like a token of this city. */
const tokens = /\b(res|vis|sta|adm)_[\w-]+/g;

export interface MindsProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds within which whoever is to be lived is answered for; so often it is asked whether it hears. */
  readonly answerMsMax: number;
}

/** What it says of somebody. */
export type SaidOfMind = Exclude<FromMinds, { readonly type: 'pong' }>;

/** Calls later: once, or again and again. Each returns what calls it off. */
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
  /** How many live and do nothing, and the first of them, as it says when it is asked whether it hears. */
  readonly heardIdle: (count: number, named: readonly string[]) => void;
  readonly log: Log;
}

export class MindsChild {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #listener: MindsListener;
  readonly #timers: Timers;
  readonly #answerMsMax: number;
  /** By resident: who is to be lived, and has not been answered for. */
  readonly #unanswered = new Map<string, () => void>();
  /** Calls off what comes again and again. */
  readonly #regular: readonly (() => void)[];
  #hasHeard = true;
  #saidBytes = 0;
  #loggedLines = 0;
  #isEnding = false;
  /** Resolves when it has ended and all that it said is heard: with its exit code, or by what it was ended. */
  readonly ended: Promise<string>;

  constructor({ command, args, cwd, env, answerMsMax }: MindsProgram, listener: MindsListener, timers: Timers) {
    this.#listener = listener;
    this.#timers = timers;
    this.#answerMsMax = answerMsMax;
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    // What it does not read any more is of no interest: that it has ended is told otherwise.
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

  /** Asks it to end; after `withinMs` it is ended. Resolves when it has. */
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
