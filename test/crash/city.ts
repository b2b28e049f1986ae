/**
 * A city as a child process: what `npm start` runs, on a data folder and ports of its own. Starts it, breaks it in the ways that the
 * checks need, and clears everything away with the test.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { credentialsIn, foundingBody, foundingPath, type ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { freePort } from '../free-port.ts';
import { type Asked, type Asking, ask } from './http-exchange.ts';
import { childrenOf, signalProcess } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyMsMax = 180_000;
const outputCharsMax = 200_000;
const saidLinesMax = 8;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds from the start of the process. */
  readonly afterMs: number;
}

export type Settings = Readonly<Record<string, string>>;

/** How Node is called, and where. */
export interface Launch {
  readonly cwd: string;
  readonly args: readonly string[];
}

interface Living {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
}

export class CityProcess {
  readonly folder: string;
  readonly cityPort: number;
  readonly portalPort: number;
  /** Everything that all its processes have said, the newest part. */
  output = '';
  readonly #settings: Settings;
  readonly #program: Launch;
  #living: Living | undefined;

  private constructor(folder: string, cityPort: number, portalPort: number, settings: Settings, program: Launch) {
    this.folder = folder;
    this.cityPort = cityPort;
    this.portalPort = portalPort;
    this.#settings = settings;
    this.#program = program;
  }

  /**
   * A city that does not run yet, in a new folder, or one given by its path or by the city that has it; cleared away with the test.
   * `program`: of another installation than this checkout.
   */
  static async of(
    t: Test,
    settings: Settings = {},
    place?: CityProcess | string,
    program: Launch = { cwd: root, args: startArguments() },
  ): Promise<CityProcess> {
    const another = place instanceof CityProcess ? place : undefined;
    const folder =
      another?.folder ?? (typeof place === 'string' ? place : await mkdtemp(join(tmpdir(), 'civitas-crash-')));
    const city = new CityProcess(folder, await freePort(), await freePort(), settings, program);
    t.teardown(async () => {
      city.signal('SIGCONT');
      city.signal('SIGKILL');
      await city.#living?.exited;
      // It ended by that, which a check that ends cities all the time would not notice (`test/hold-to-schemas.js`).
      const fault = /\S+ \S+ says what its schema does not.*/.exec(city.output);
      if (fault !== null) throw new Error(fault[0]);
      if (another !== undefined) return;
      for (const pid of city.postgresPids()) signalProcess(pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    });
    return city;
  }

  get url(): string {
    return `http://127.0.0.1:${this.cityPort}`;
  }

  get portalUrl(): string {
    return `http://127.0.0.1:${this.portalPort}`;
  }

  get pid(): number {
    return this.#living?.child.pid ?? 0;
  }

  get isRunning(): boolean {
    const child = this.#living?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  get operatorToken(): string {
    return readFileSync(join(this.folder, 'operator.token'), 'utf8').trim();
  }

  /** Starts the process, without waiting for anything. */
  launch(): void {
    const child = spawn(process.execPath, this.#program.args, {
      cwd: this.#program.cwd,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NODE_OPTIONS: `--import=${join(root, 'test/hold-to-schemas.js')}`,
        ...this.#variables(),
        ...this.#settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const since = performance.now();
    const hear = (text: Buffer) => {
      this.output = (this.output + text.toString()).slice(-outputCharsMax);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const exited = new Promise<Exit>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, afterMs: performance.now() - since }));
    });
    this.#living = { child, exited };
  }

  /** Starts the process and waits until it is ready. Throws, with what it said, when it ends instead. */
  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** Resolves when `/readyz` says so. */
  async ready(): Promise<void> {
    const giveUpAt = performance.now() + readyMsMax;
    while (performance.now() < giveUpAt) {
      if (!this.isRunning) throw new Error(`the city has ended:\n${this.#lastSaid()}`);
      const { status } = await this.ask('GET', '/readyz', { timeoutMs: 1_000 });
      if (status === 200) return;
      await sleep(10);
    }
    throw new Error(`not ready within ${readyMsMax} ms:\n${this.#lastSaid()}`);
  }

  /** Few lines, since reports cut a message at its end. */
  #lastSaid = () => this.output.trimEnd().split('\n').slice(-saidLinesMax).join('\n');

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.#living?.child.kill(name);
  }

  /** Resolves when the process has ended, at once when none runs. */
  async end(): Promise<Exit> {
    return (await this.#living?.exited) ?? { code: null, signal: null, afterMs: 0 };
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.end();
  }

  ask(method: string, path: string, asking: Asking = {}): Promise<Asked> {
    return ask(this.cityPort, method, path, asking);
  }

  /** Asks the Portal Gateway, as the operator. */
  operate(method: string, path: string, body?: unknown): Promise<Asked> {
    const asking = { token: this.operatorToken, timeoutMs: 30_000 };
    return ask(this.portalPort, method, path, body === undefined ? asking : { ...asking, body });
  }

  /** Founds a resident and returns its id and token. */
  async found(name: string, credits = 10_000): Promise<ResidentCredentials> {
    const { status, body } = await this.operate('POST', foundingPath, foundingBody({ name, credits }));
    if (status !== 201) throw new Error(`founding was answered ${status} ${JSON.stringify(body)}`);
    return credentialsIn(body);
  }

  /** The postmaster of the embedded server, then the processes that it started. */
  postgresPids(): number[] {
    const postmaster = postmasterOf(this.folder);
    return postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  }

  #variables(): Settings {
    return {
      DATA_DIR: this.folder,
      CITY_PORT: String(this.cityPort),
      PORTAL_PORT: String(this.portalPort),
      TICK_CRON: 'manual',
      MINDS: '0',
      RESIDENT_RATE_PER_MINUTE: '1000000000',
      STRANGER_RATE_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'warn',
    };
  }
}

/** Of `npm start`, so that what is checked is what is run. */
function startArguments(): string[] {
  const manifest = fieldsOf(parseJson(readFileSync(join(root, 'package.json'), 'utf8')));
  return textOf(fieldsOf(manifest['scripts'])['start']).split(' ').slice(2);
}

/** A living postmaster of the folder's cluster. */
function postmasterOf(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? pid : undefined;
  } catch {
    return undefined;
  }
}
