/** Terminals of a newcomer: in one the city runs until Ctrl-C, in another commands follow each other, and variables stay. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../crash/http-exchange.ts';
import { isGroupRunning } from '../crash/processes.ts';

export interface Ground {
  /** Where it stands. */
  readonly folder: string;
  /** For what it has said, and for scripts. */
  readonly notes: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the City API. */
  readonly port: number;
}

/** No end but the test's own: installing takes as long as it takes. */
const pollMs = 50;
/** Ends at the first command that fails, in the middle of a pipe too. */
const strict = 'set -euo pipefail';

/** What runs until Ctrl-C. */
export class Foreground {
  readonly #ground: Ground;
  readonly #log: string;
  #child: ChildProcess | undefined;

  constructor(ground: Ground, name: string) {
    this.#ground = ground;
    this.#log = join(ground.notes, `${name}.log`);
    writeFileSync(this.#log, '');
  }

  /** Ctrl-C, if something runs; then the block, until it has ended, or a city that it starts is ready. */
  async city(block: string): Promise<void> {
    const startsCity = block.includes('npm start');
    await this.#run(block, async () => startsCity && (await this.#isCityThere()), startsCity);
  }

  /** The same of another program: until it says something. */
  async program(block: string): Promise<void> {
    await this.#run(block, async () => this.#said() !== '', true);
  }

  /** Resolves with the exit code when all that ran here has ended; null when nothing did, or it was killed. */
  async interrupt(): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGINT');
    const [code] = await ended;
    // npm may end before what it has started, whose ports and database whoever follows needs.
    while (isGroupRunning(child.pid)) await pause(pollMs);
    return typeof code === 'number' ? code : null;
  }

  async #run(block: string, isReady: () => Promise<boolean>, goesOn: boolean): Promise<void> {
    await this.interrupt();
    const { folder, env } = this.#ground;
    const log = openSync(this.#log, 'a');
    const script = `${strict}\n${block}`;
    const child = spawn('bash', ['-c', script], { cwd: folder, env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#child = child;
    const isEnded = () => child.exitCode !== null || child.signalCode !== null;
    while (!isEnded() && !(await isReady())) await pause(pollMs);
    if (isEnded() && (goesOn || child.exitCode !== 0)) throw new Error(`it has ended:\n${this.#said()}`);
  }

  async #isCityThere(): Promise<boolean> {
    return (await ask(this.#ground.port, 'GET', '/readyz', { timeoutMs: 1_000 })).status === 200;
  }

  #said = () => readFileSync(this.#log, 'utf8').slice(-3_000);
}

export class Shell {
  readonly #log: string;
  readonly #notes: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #blocks = 0;

  constructor({ folder, notes, env }: Ground) {
    this.#notes = notes;
    this.#log = join(notes, 'shell.log');
    const log = openSync(this.#log, 'w');
    this.#child = spawn('bash', ['--norc'], { cwd: folder, env, stdio: ['pipe', log, log, 'pipe'] });
    closeSync(log);
    this.#ended = once(this.#child, 'exit');
    this.#child.stdin?.write(`${strict}\n`);
  }

  /** Runs the block to its end. Throws, with what it said, when a command of it fails. */
  async run(block: string): Promise<void> {
    this.#blocks += 1;
    const script = join(this.#notes, `block-${this.#blocks}.sh`);
    writeFileSync(script, block);
    const done = this.#child.stdio[3];
    if (done === null || done === undefined) throw new Error('a shell without a pipe');
    const finished = once(done, 'data');
    // A command that reads must not read what is run next.
    this.#child.stdin?.write(`source '${script}' </dev/null\necho done >&3\n`);
    const isDone = await Promise.race([finished.then(() => true), this.#ended.then(() => false)]);
    if (!isDone) throw new Error(`it has failed:\n${readFileSync(this.#log, 'utf8').slice(-3_000)}`);
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }
}

/** A folder in which curl finds its settings: an answer that is an error fails the command. */
export function curlHome(notes: string): string {
  const home = join(notes, 'curl');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nshow-error\n');
  return home;
}
