/**
 * Runs the process of the minds for as long as the city is open, and tells it whom to live. `host/minds/assignment.ts` decides who that
 * is; `child.ts` bounds its output and its time.
 *
 * HM4  It is started again whenever it ends, after a delay that grows from a second to a minute; after it has lasted for a minute the
 *      delay is a second again. It never ends the city, and the city waits for it only at its own end, for a bounded time.
 * HM5  The next process lives the same residents, with the same tokens, until other residents are to be lived.
 * HM6  A resident whose mind does nothing, though the city has ticked since the process first said so, is counted; one that the process
 *      names is logged once.
 */
import type { Log } from '../../engine/ports.ts';
import { MindsChild, type MindsProgram, type SaidOfMind, systemTimers, type Timers } from './child.ts';

const pauseMsMin = 1_000;
const pauseMsMax = 60_000;
const lastedMsMin = 60_000;

/** A resident who is to be lived. */
export interface Life {
  readonly resident: string;
  readonly token: string;
}

export interface MindsHostOptions {
  readonly program: MindsProgram;
  readonly log: Log;
  /** Milliseconds, never running back. */
  readonly elapsed: () => number;
  /** May be cut short by the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** The present tick of the city. */
  readonly tick: () => number;
  /** Unset: those of the machine. */
  readonly timers?: Timers;
  /** A mind has found that its resident is dead, or another's. */
  readonly onEnded: (resident: string) => void;
}

export interface HostAbout {
  readonly isRunning: boolean;
  /** How often a process was started so far. */
  readonly starts: number;
  /** Residents who are lived now. */
  readonly living: number;
  /** How many of their minds do nothing. */
  readonly idle: number;
}

/** A resident whose mind does nothing: since which tick that is known, and whether it was logged. */
interface Idle {
  readonly sinceTick: number;
  isLogged: boolean;
}

/** Idle residents beyond those whom the process names: how many, and since which tick there are any. */
interface Unnamed {
  readonly count: number;
  readonly sinceTick: number;
}
const noneUnnamed: Unnamed = { count: 0, sinceTick: Number.POSITIVE_INFINITY };

export class MindsHost {
  readonly #options: MindsHostOptions;
  readonly #closing = new AbortController();
  /** Tokens by resident. */
  #lives: ReadonlyMap<string, string> = new Map();
  readonly #living = new Set<string>();
  readonly #idle = new Map<string, Idle>();
  #unnamed = noneUnnamed;
  #process: MindsChild | undefined;
  #starts = 0;
  readonly #over: Promise<void>;

  /** Begins. */
  constructor(options: MindsHostOptions) {
    this.#options = options;
    this.#over = this.#keepRunning();
  }

  get about(): HostAbout {
    return {
      isRunning: this.#process !== undefined,
      starts: this.#starts,
      living: this.#living.size,
      idle: this.#idleCount,
    };
  }

  /** Whether it is lived now. */
  lives(resident: string): boolean {
    return this.#living.has(resident);
  }

  get #idleCount(): number {
    const named = [...this.#idle.values()].filter(({ isLogged }) => isLogged).length;
    const { count, sinceTick } = this.#unnamed;
    const unnamed = this.#options.tick() > sinceTick ? count : 0;
    // The process's figures count only up to the number of residents that it lives.
    return Math.min(named + unnamed, this.#living.size);
  }

  /** From now on these residents are lived, and no others. */
  live(lives: readonly Life[]): void {
    const before = this.#lives;
    this.#lives = new Map(lives.map(({ resident, token }) => [resident, token]));
    for (const resident of before.keys())
      if (!this.#lives.has(resident)) this.#process?.tell({ type: 'stop', resident });
    for (const { resident, token } of lives)
      if (before.get(resident) !== token) this.#process?.tell({ type: 'live', resident, token });
  }

  /** Ends the process, after `withinMs` by force. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    await this.#process?.close(withinMs);
    await this.#over;
  }

  async #keepRunning(): Promise<void> {
    const { elapsed, sleep, log } = this.#options;
    const { signal } = this.#closing;
    for (let pauseMs = pauseMsMin; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
      const since = elapsed();
      const how = await this.#run().catch(String);
      if (signal.aborted) return;
      if (elapsed() - since >= lastedMsMin) pauseMs = pauseMsMin;
      log.warn({ how, pauseMs }, 'the process of the minds has ended and is started again');
      await sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  async #run(): Promise<string> {
    const { program, log } = this.#options;
    this.#starts += 1;
    const heard = (message: SaidOfMind) => this.#hear(message);
    const heardIdle = (count: number, named: readonly string[]) => this.#hearIdle(count, named);
    const process = new MindsChild(program, { heard, heardIdle, log }, this.#options.timers ?? systemTimers);
    this.#process = process;
    for (const [resident, token] of this.#lives) process.tell({ type: 'live', resident, token });
    const how = await process.ended;
    this.#process = undefined;
    this.#living.clear();
    this.#idle.clear();
    this.#unnamed = noneUnnamed;
    return how;
  }

  /** Messages about a resident that it is not to live are ignored. */
  #hear(message: SaidOfMind): void {
    const { resident } = message;
    const isMeant = this.#lives.has(resident);
    if (message.type === 'living') {
      if (isMeant) this.#living.add(resident);
      return;
    }
    this.#living.delete(resident);
    this.#idle.delete(resident);
    if (isMeant && message.why !== 'stopped') this.#options.onEnded(resident);
  }

  #hearIdle(said: number, residents: readonly string[]): void {
    const named = new Set(residents.filter((resident) => this.#living.has(resident)));
    for (const resident of this.#idle.keys()) if (!named.has(resident)) this.#idle.delete(resident);
    const tick = this.#options.tick();
    const count = said - residents.length;
    this.#unnamed = count > 0 ? { count, sinceTick: Math.min(this.#unnamed.sinceTick, tick) } : noneUnnamed;
    for (const resident of named) {
      const idle = this.#idle.get(resident);
      if (idle === undefined) this.#idle.set(resident, { sinceTick: tick, isLogged: false });
      else if (!idle.isLogged && tick > idle.sinceTick) {
        idle.isLogged = true;
        this.#options.log.warn({ resident }, 'a mind does nothing, though the city ticks');
      }
    }
  }
}
