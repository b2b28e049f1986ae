/** A sandbox that is opened while the city is already up. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../engine/ports.ts';
import { lost } from './failed-outcomes.ts';
import type { About, Job, Outcome, Resources, Sandbox } from './interface.ts';

interface OpeningOptions {
  /** Milliseconds between two attempts to open it, and for which a job waits while it is being opened. */
  readonly retryMs: number;
  readonly waitMs: number;
}

const usual: OpeningOptions = { retryMs: 5_000, waitMs: 4_000 };

const notYet: About = {
  sandbox: 'docker',
  entries: [],
  cannot: ['Docker does not answer: nothing can be run until it does.'],
};

/**
 * A sandbox that is opened in the background, repeatedly until that succeeds: neither a slow nor an absent engine delays the city's
 * opening, and no resident dies of it (OP8).
 */
export class OpeningSandbox implements Sandbox {
  readonly #opening: Promise<void>;
  readonly #options: OpeningOptions;
  readonly #ending = new AbortController();
  #opened: Sandbox | undefined;
  #lives: ((place: string) => boolean) | undefined;

  constructor(open: () => Promise<Sandbox>, log: Pick<Log, 'warn'>, options: OpeningOptions = usual) {
    this.#options = options;
    this.#opening = this.#open(open, log);
  }

  async #open(open: () => Promise<Sandbox>, log: Pick<Log, 'warn'>): Promise<void> {
    const { signal } = this.#ending;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const opened = await open();
        if (signal.aborted) return await opened.close();
        this.#opened = opened;
        if (this.#lives !== undefined) await opened.reconcile(this.#lives);
        return;
      } catch (cause) {
        if (attempt === 0) log.warn({ cause: String(cause) }, 'no code can be run yet: the sandbox cannot be opened');
        await this.#pause(this.#options.retryMs);
      }
    }
  }

  /** Waits at most that long; less when the city ends. */
  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {});
  }

  /** The sandbox, once it is open; `undefined` when that takes too long. */
  async #ready(): Promise<Sandbox | undefined> {
    if (this.#opened === undefined) await Promise.race([this.#opening, this.#pause(this.#options.waitMs)]);
    return this.#opened;
  }

  async about(): Promise<About> {
    return (await this.#opened?.about()) ?? notYet;
  }

  async prepare(place: string, resources: Resources): Promise<void> {
    await (await this.#ready())?.prepare(place, resources);
  }

  async execute(job: Job): Promise<Outcome> {
    const sandbox = await this.#ready();
    return sandbox === undefined ? lost('Docker does not answer') : sandbox.execute(job);
  }

  async remove(place: string): Promise<void> {
    await this.#opened?.remove(place);
  }

  async reconcile(lives: (place: string) => boolean): Promise<void> {
    this.#lives = lives;
    await this.#opened?.reconcile(lives);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#opened?.close();
  }
}
