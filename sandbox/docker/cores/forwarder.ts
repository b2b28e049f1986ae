/**
 * How core containers reach the city: for each resident a Unix socket in a folder of its own, which is mounted into its sidecar and into
 * nothing else. Whatever connects there speaks with the City API, and with nobody else (X6).
 *
 * CF1  A socket lies in a folder that nobody but the city's own user can enter: to have it, one must have it mounted.
 * CF2  Each resident speaks from an address of its own: limits that count by address count each of them apart, and none can
 *      pass for somebody else.
 * CF3  Of one resident at most `connectionsMax` connections are open, and they carry at most `bytesPerSecond` together.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Meter, relay } from './relay.ts';

/** The sidecars keep the same bound, and are not trusted to. */
const connectionsMax = 16;
const bytesPerSecond = 4 * 1024 * 1024;
/** Bytes that may come at once, before the rate counts. */
const burstBytes = 4 * 1024 * 1024;
/** Bytes that a new connection counts as. */
const connectionBytes = 16_384;
/** The kernel's bound on the path of a socket. */
const socketPathBytesMax = 107;
/** The name of a resident's socket in its folder. */
const socketName = 's';
/** Characters of the longest name of such a folder. */
const nameCharsMax = 24;

/** True when the path of `folder` is so short that sockets can lie in the folders in it. */
export function areSocketsFor(folder: string): boolean {
  return Buffer.byteLength(join(folder, 'x'.repeat(nameCharsMax), socketName)) <= socketPathBytesMax;
}

export interface ForwarderOptions {
  /** The folder in which the folders of residents lie; made here. */
  readonly folder: string;
  /** Where the City API listens on this machine. */
  readonly cityPort: number;
  /** The address of this machine from which the `n`th resident speaks, from 1 on. */
  readonly addressOf: (n: number) => string;
}

interface Way {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  readonly meter: Meter;
  /** Which of the addresses the resident has. */
  readonly n: number;
  /** Called at the next connection. */
  whenReached: (() => void) | undefined;
}

export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #ways = new Map<string, Way>();

  /** Throws when the folder cannot be made, or has too long a name. */
  constructor(options: ForwarderOptions) {
    this.#options = options;
    if (!areSocketsFor(options.folder))
      throw new Error(`${options.folder} is too long a path for sockets to lie in: set DATA_DIR to a shorter one`);
    // (CF1)
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    chmodSync(options.folder, 0o700);
  }

  /** The folder of a resident, which its sidecar mounts. */
  folderOf(soul: string): string {
    if (!/^[A-Za-z0-9_-]+$/.test(soul) || soul.length > nameCharsMax) throw new Error(`not the id of a soul: ${soul}`);
    return join(this.#options.folder, soul);
  }

  /** Opens the socket of a resident, if it is not open yet. */
  async open(soul: string): Promise<void> {
    if (this.#ways.has(soul)) return;
    const folder = this.folderOf(soul);
    const path = join(folder, socketName);
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    const way: Way = {
      server: createServer({ allowHalfOpen: true }, (near) => this.#take(way, near)),
      sockets: new Set(),
      meter: new Meter(bytesPerSecond, burstBytes, performance.now()),
      n: this.#free(),
      whenReached: undefined,
    };
    this.#ways.set(soul, way);
    try {
      await new Promise<void>((resolve, reject) => {
        way.server.once('error', reject);
        way.server.listen(path, resolve);
      });
    } catch (error) {
      this.#ways.delete(soul);
      throw error;
    }
    // The sidecar is another user; who cannot enter the folder above reaches neither (CF1).
    chmodSync(folder, 0o755);
    chmodSync(path, 0o666);
  }

  /** Resolves at the next connection of the resident. */
  reached(soul: string): Promise<void> {
    const way = this.#ways.get(soul);
    if (way === undefined) return Promise.reject(new Error(`no way is open for ${soul}`));
    return new Promise((resolve) => {
      way.whenReached = resolve;
    });
  }

  /** Ends the connections of the resident, and removes its folder. */
  async remove(soul: string): Promise<void> {
    await this.#close(soul);
    rmSync(this.folderOf(soul), { recursive: true, force: true });
  }

  /** Souls whose folder is there. */
  souls(): readonly string[] {
    return readdirSync(this.#options.folder);
  }

  /** Ends all connections. The folders stay, for they are mounted. */
  async close(): Promise<void> {
    await Promise.all([...this.#ways.keys()].map((soul) => this.#close(soul)));
  }

  async #close(soul: string): Promise<void> {
    const way = this.#ways.get(soul);
    if (way === undefined) return;
    this.#ways.delete(soul);
    const closed = new Promise((resolve) => way.server.close(resolve));
    for (const socket of way.sockets) socket.destroy();
    await closed;
  }

  #take(way: Way, near: Socket): void {
    way.whenReached?.();
    way.whenReached = undefined;
    near.on('error', () => near.destroy());
    // (CF3)
    if (way.sockets.size >= connectionsMax) return void near.destroy();
    way.sockets.add(near);
    const { cityPort, addressOf } = this.#options;
    const target = { host: '127.0.0.1', port: cityPort, localAddress: addressOf(way.n) };
    const gone = (): void => void way.sockets.delete(near);
    const go = (): void => (near.destroyed ? gone() : relay(near, target, way.meter, gone));
    const waitMs = way.meter.take(connectionBytes, performance.now());
    if (waitMs === 0) go();
    else setTimeout(go, waitMs).unref();
  }

  /** The first address that nobody has (CF2). */
  #free(): number {
    const taken = new Set([...this.#ways.values()].map(({ n }) => n));
    let n = 1;
    while (taken.has(n)) n += 1;
    return n;
  }
}
