/** Keeps one server running: watches it and launches it again when it dies, until it is stopped or left. Bounds its log meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../engine/ports.ts';
import { bringDown, bringUp, type Exit, type Postmaster, type Site } from './postmaster.ts';
import { boundLog } from './server-log.ts';
import { removeSocketFolder } from './socket-folder.ts';

/** The server is launched again without limit (OP7: the city never exits for it); each failure doubles the delay. */
export interface RestartPolicy {
  readonly delayMsMin: number;
  readonly delayMsMax: number;
  /** After a server has lived for this long the delay starts at `delayMsMin` again. */
  readonly calmMsMin: number;
}

export type SupervisorLog = Pick<Log, 'info' | 'warn' | 'error'>;

type Phase =
  | { readonly is: 'up'; readonly postmaster: Postmaster }
  | { readonly is: 'down'; readonly back: Promise<Postmaster | null> }
  | { readonly is: 'over' };

const restartDefault: RestartPolicy = { delayMsMin: 20, delayMsMax: 500, calmMsMin: 10_000 };
const logCheckMs = 60_000;

export class PostgresSupervisor {
  readonly #site: Site;
  readonly #log: SupervisorLog;
  readonly #restart: RestartPolicy;
  readonly #listeners: ((exit: Exit) => void)[] = [];
  readonly #ending = new AbortController();
  readonly #logCheck: NodeJS.Timeout;
  #delayMs: number;
  #phase: Phase = { is: 'over' };

  /** `first`: the server that is running now. */
  constructor(site: Site, first: Postmaster, log: SupervisorLog, restart = restartDefault) {
    this.#site = site;
    this.#log = log;
    this.#restart = restart;
    this.#delayMs = restart.delayMsMin;
    this.#logCheck = setInterval(() => {
      boundLog(site.logFile).catch((error: Error) =>
        log.warn({ error: error.message }, 'the log of postgres cannot be bounded'),
      );
    }, logCheckMs).unref();
    this.#watch(first);
  }

  /** The pid of the postmaster; null while it is down. */
  get pid(): number | null {
    return this.#phase.is === 'up' ? this.#phase.postmaster.pid : null;
  }

  /** Called when the server dies although nobody asked it to. */
  onExit(listener: (exit: Exit) => void): void {
    this.#listeners.push(listener);
  }

  /** Ends the supervision. Resolves to the server that is then running, if any. */
  async end(): Promise<Postmaster | null> {
    this.#ending.abort();
    clearInterval(this.#logCheck);
    const phase = this.#phase;
    const last = phase.is === 'down' ? await phase.back : phase.is === 'up' ? phase.postmaster : null;
    this.#phase = { is: 'over' };
    return last;
  }

  /** Ends the supervision and stops the server. */
  async stop(): Promise<void> {
    const last = await this.end();
    if (last === null) return;
    const signal = await bringDown(this.#site, last);
    this.#log.info({ pid: last.pid, signal }, 'embedded postgres is stopped');
    await removeSocketFolder(last.host);
  }

  #watch(postmaster: Postmaster): void {
    const since = performance.now();
    this.#phase = { is: 'up', postmaster };
    void postmaster.exited.then((exit) => {
      if (this.#ending.signal.aborted) return;
      if (performance.now() - since >= this.#restart.calmMsMin) this.#delayMs = this.#restart.delayMsMin;
      this.#log.error({ ...exit, delayMs: this.#delayMs }, 'embedded postgres died, bringing it up again');
      this.#phase = { is: 'down', back: this.#comeBack() };
      for (const listener of this.#listeners) listener(exit);
    });
  }

  /** Resolves when the server is running, or to null when the supervision ended first. */
  async #comeBack(): Promise<Postmaster | null> {
    const { signal } = this.#ending;
    for (;;) {
      await sleep(this.#delayMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return null;
      this.#delayMs = Math.min(this.#delayMs * 2, this.#restart.delayMsMax);
      try {
        const postmaster = await bringUp(this.#site, signal);
        this.#log.info({ pid: postmaster.pid }, 'embedded postgres is up again');
        this.#watch(postmaster);
        return postmaster;
      } catch (error) {
        if (signal.aborted) continue;
        this.#log.error({ error: String(error), delayMs: this.#delayMs }, 'embedded postgres did not come back');
      }
    }
  }
}
