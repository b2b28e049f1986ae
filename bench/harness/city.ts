/**
 * A city as it runs in production: `civitas start` in a process of its own, on a new data folder with its own Postgres,
 * on free ports, ticks by hand, the rate limiter in the path with a limit that nobody meets.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { must } from '../../engine/assert.ts';
import type { DatabaseAddress } from '../../persistence/postgres/connections.ts';
import { freePort } from '../../test/free-port.ts';
import { ends } from './cleanup.ts';
import { programFile } from './program.ts';
import { root, scratchFolder, serverFlags } from './settings.ts';

const operatorToken = 'adm_the_operator_of_the_benches';
const readyMsMax = 120_000;
const pollMs = 10;
const stopMsMax = 20_000;

export interface CityOptions {
  /** Settings in addition to those of every bench. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A program of `bench/programs/` that starts the city in place of `civitas start`. */
  readonly program?: string;
}

export class City {
  readonly folder: string;
  readonly port: number;
  readonly portalPort: number;
  readonly operatorToken = operatorToken;
  readonly end: () => Promise<void>;
  readonly #options: CityOptions;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, portalPort: number, options: CityOptions) {
    this.folder = folder;
    this.port = port;
    this.portalPort = portalPort;
    this.#options = options;
    this.end = ends(() => this.#end());
  }

  /** A new city, ready. */
  static async start(options: CityOptions = {}): Promise<City> {
    // Builds what has changed, so that a start never includes compiling.
    await promisify(execFile)(process.execPath, [join(root, 'cli/civitas.js'), '--version']);
    const folder = await mkdtemp(join(scratchFolder, 'civitas-bench-'));
    const [port, portalPort] = await Promise.all([freePort(), freePort()]);
    const city = new City(folder, port, portalPort, options);
    await city.launch();
    return city;
  }

  get pid(): number {
    return must(this.#child?.pid, 'a city that runs');
  }

  /** The pid of the city's own Postgres. */
  get postmasterPid(): number {
    return Number(readFileSync(join(this.folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** The environment by which `psql` and `pgbench` reach the city's own Postgres. */
  get postgresEnv(): Readonly<Record<string, string>> {
    return { PGHOST: join(this.folder, 'postgres'), PGPORT: '5432', PGUSER: 'civitas', PGDATABASE: 'postgres' };
  }

  /** The address of the same for our own client; may be passed to a program. */
  get database(): Exclude<DatabaseAddress, string> {
    return { host: join(this.folder, 'postgres'), port: 5432, user: 'civitas', database: 'postgres' };
  }

  /** Starts the process; resolves, with the milliseconds that it took, when `/readyz` says so. */
  async launch(): Promise<number> {
    const log = openSync(join(this.folder, 'bench.log'), 'a');
    const env = {
      ...process.env,
      DATA_DIR: this.folder,
      CITY_PORT: String(this.port),
      PORTAL_PORT: String(this.portalPort),
      ADMIN_TOKEN: operatorToken,
      TICK_CRON: 'manual',
      MINDS: '0',
      RESIDENT_RATE_PER_MINUTE: '1000000000',
      MAX_LIFESPAN_TICKS: '100000',
      LOG_LEVEL: 'warn',
      ...this.#options.settings,
    };
    const entry = await this.#entry();
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...serverFlags, ...entry], {
      cwd: root,
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the city ended: ${this.#lastWords()}`);
      if (performance.now() - startedAt > readyMsMax) throw new Error(`the city is not ready: ${this.#lastWords()}`);
      await pause(pollMs);
    }
    return performance.now() - startedAt;
  }

  /** Ends the city's process at once and leaves its Postgres running. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL');
  }

  /** Asks the Portal Gateway as the operator. Throws when it refuses. */
  async portal(method: 'GET' | 'POST', path: string, body: object = {}): Promise<unknown> {
    const answer = await request(`http://127.0.0.1:${this.portalPort}${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: method === 'GET' ? null : JSON.stringify(body),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  }

  /** The answer to a read by a resident. */
  async show(path: string, token: string): Promise<unknown> {
    const answer = await request(`http://127.0.0.1:${this.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  }

  async #entry(): Promise<readonly string[]> {
    const { program } = this.#options;
    return program === undefined ? ['cli/civitas.js', 'start'] : [await programFile(program)];
  }

  async #isReady(): Promise<boolean> {
    try {
      const { statusCode, body } = await request(`http://127.0.0.1:${this.port}/readyz`, { reset: true });
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    }
  }

  async #end(): Promise<void> {
    await this.#signal('SIGTERM');
    await this.#endPostgres();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }

  /** A city that was killed leaves its server running. */
  async #endPostgres(): Promise<void> {
    try {
      const pid = this.postmasterPid;
      process.kill(pid, 'SIGINT');
      for (let waited = 0; waited < stopMsMax; waited += 100) {
        process.kill(pid, 0);
        await pause(100);
      }
    } catch {
      // There is none, or it is gone now.
    }
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    const late = pause(stopMsMax, undefined, { ref: false }).then(() => void child.kill('SIGKILL'));
    await Promise.race([gone, late.then(() => gone)]);
  }

  #lastWords(): string {
    return readFileSync(join(this.folder, 'bench.log'), 'utf8').slice(-2000);
  }
}
