/** Which sandbox a city gets, and one that is opened while the city is up already. */
import type { Log } from '../engine/ports.ts';
import { DockerSandbox, dockerAnswers } from './docker/sandbox.ts';
import { EmbeddedSandbox } from './embedded/sandbox.ts';
import { OffSandbox } from './off.ts';
import type { About, Job, Outcome, Resources, Sandbox } from './port.ts';

export interface OpenOptions {
  readonly which: 'auto' | 'docker' | 'embedded' | 'off';
  /** Tells this city's containers from another's. */
  readonly city: string;
  readonly warmMax: number;
  /** Jobs at once. */
  readonly jobsMax: number;
  readonly image: string | undefined;
  readonly log: Log;
}

/** The sandbox of that name; `auto` is Docker when an engine answers now. */
export async function openSandbox(options: OpenOptions): Promise<Sandbox> {
  const { which, city, warmMax, jobsMax, image, log } = options;
  if (which === 'off') return new OffSandbox();
  if (which === 'embedded' || (which === 'auto' && !(await dockerAnswers())))
    return EmbeddedSandbox.open({ workersMax: Math.min(jobsMax, threadsMax) });
  return new LateSandbox(() => DockerSandbox.open({ city, warmMax, log, ...(image !== undefined && { image }) }), log);
}

/** Jobs of the embedded sandbox at once, whatever is asked for: each is a thread of the city with memory of its own. */
export const threadsMax = 4;

/** Milliseconds between two attempts to open it, and for which a job waits for one that is being opened. */
const retryMs = 5_000;
const patienceMs = 4_000;

const notYet: About = {
  sandbox: 'docker',
  entries: [],
  cannot: ['Docker does not answer: nothing can be run until it does.'],
};

/**
 * A sandbox that is opened in the background, again and again until that works: neither a slow nor an absent engine
 * keeps the city from opening, and no resident suffers from it (R11).
 */
class LateSandbox implements Sandbox {
  readonly #opening: Promise<void>;
  #opened: Sandbox | undefined;
  #lives: ((place: string) => boolean) | undefined;
  #closed = false;
  #wake: () => void = () => {};

  constructor(open: () => Promise<Sandbox>, log: Log) {
    this.#opening = this.#open(open, log);
  }

  async #open(open: () => Promise<Sandbox>, log: Log): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        this.#opened = await open();
        if (this.#closed) await this.#opened.close();
        if (this.#lives !== undefined) await this.#opened.reconcile(this.#lives);
        return;
      } catch (cause) {
        if (attempt === 0) log.warn({ cause: String(cause) }, 'no code can be run yet: the sandbox cannot be opened');
        await this.#pause(retryMs);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The sandbox, once it is opened; `undefined` when that takes too long. */
  async #ready(): Promise<Sandbox | undefined> {
    if (this.#opened === undefined) await Promise.race([this.#opening, this.#sleep(patienceMs)]);
    return this.#opened;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, ms).unref());
  }

  async about(): Promise<About> {
    return (await this.#opened?.about()) ?? notYet;
  }

  async prepare(place: string, resources: Resources): Promise<void> {
    await (await this.#ready())?.prepare(place, resources);
  }

  async execute(job: Job): Promise<Outcome> {
    const sandbox = await this.#ready();
    return sandbox === undefined ? { type: 'lost', reason: 'Docker does not answer' } : sandbox.execute(job);
  }

  async remove(place: string): Promise<void> {
    await this.#opened?.remove(place);
  }

  async reconcile(lives: (place: string) => boolean): Promise<void> {
    this.#lives = lives;
    await this.#opened?.reconcile(lives);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await this.#opened?.close();
  }
}
