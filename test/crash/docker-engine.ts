/** A Docker engine of a test's own, beside whatever runs here: one that can be ended and started again. For root, on Linux. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import Docker from 'dockerode';
import type { Test } from 'tap';
import { dockerAnswers } from '../../sandbox/docker/docker-sandbox.ts';
import { until } from '../until.ts';

/** Containers of other engines have other users. */
export const uidBase = 1_960_000_000;

const isInstalled = (): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'dockerd')));

/** Whether one can be had. Without it the file counts as skipped. */
export function canHaveEngine(t: Test): boolean {
  const can = process.platform === 'linux' && process.getuid?.() === 0 && isInstalled();
  if (!can) t.plan(0, 'no Docker engine of its own can be started: that needs root and dockerd');
  return can;
}

export class OwnEngine {
  /** Short, for sockets lie in it. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'dkr-'));
  readonly socketPath = join(this.#folder, 'd.sock');
  readonly docker = new Docker({ socketPath: this.socketPath });
  readonly #containerd: ChildProcess;
  #daemon: ChildProcess | undefined;
  #said = '';

  private constructor() {
    const at = ['--root', this.#at('c'), '--state', this.#at('s'), '--address', this.#at('c.sock')];
    this.#containerd = this.#spawned('containerd', at);
  }

  static async start(t: Test): Promise<OwnEngine> {
    const engine = new OwnEngine();
    t.teardown(() => engine.#remove());
    await engine.start();
    return engine;
  }

  async start(): Promise<void> {
    const files = ['--data-root', this.#at('data'), '--exec-root', this.#at('exec'), '--pidfile', this.#at('pid')];
    const nets = ['--bridge=none', '--iptables=false', '--ip-forward=false', '--ip-masq=false'];
    const sockets = ['--host', `unix://${this.socketPath}`, '--containerd', this.#at('c.sock')];
    const daemon = this.#spawned('dockerd', [...sockets, ...files, ...nets]);
    this.#daemon = daemon;
    await until('an engine', async () => {
      if (daemon.exitCode !== null) throw new Error(`dockerd has ended:\n${this.#said}`);
      return dockerAnswers(this.socketPath);
    });
  }

  /** Resolves when the daemon has ended. SIGTERM: with its containers; SIGKILL: without them, who go on. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await ended(this.#daemon, signal);
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  #spawned(program: string, words: readonly string[]): ChildProcess {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-5_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    return child;
  }

  /** Its containers end with a daemon that ends in order. */
  async #remove(): Promise<void> {
    const isUp = await dockerAnswers(this.socketPath);
    if (!isUp) await this.start();
    for (const { Id } of await this.docker.listContainers({ all: true }))
      await this.docker.getContainer(Id).remove({ force: true });
    await ended(this.#daemon, 'SIGTERM');
    await ended(this.#containerd, 'SIGTERM');
    for (const path of mountsBelow(this.#folder)) execFileSync('umount', ['-l', path]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}

/** What is still mounted there, innermost first. */
function mountsBelow(folder: string): readonly string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const below = mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`));
  return below.sort().reverse();
}
