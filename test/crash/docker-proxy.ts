/** A proxy before the Docker socket that a test can make hang, break and mend. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dockerSocket = '/var/run/docker.sock';

export class DockerProxy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  readonly path = join(this.#folder, 'docker.sock');
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #hangs = false;
  #lost: RegExp | undefined;

  static async open(): Promise<DockerProxy> {
    const proxy = new DockerProxy();
    await proxy.up();
    return proxy;
  }

  async up(): Promise<void> {
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.path, resolve));
  }

  /** Nothing goes through any more, and new connections are taken and never answered. */
  hang(): void {
    this.#hangs = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
    }
  }

  /** From now on no answer comes back to a request of that kind. */
  lose(request: RegExp): void {
    this.#lost = request;
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#pairs.size;
  }

  mend(): void {
    this.#hangs = false;
    for (const [near, far] of this.#pairs) near.pipe(far).pipe(near);
  }

  /** Docker is gone: every connection breaks, and none is taken. */
  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.down();
    rmSync(this.#folder, { recursive: true });
  }

  #join(near: Socket): void {
    this.#keep(near);
    if (this.#hangs) return;
    const far = connect(dockerSocket);
    this.#keep(far);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    near.pipe(far).pipe(near);
    near.on('data', (sent: Buffer) => {
      if (this.#lost?.test(sent.toString('latin1'))) far.unpipe(near).resume();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => {
      near.destroy();
      this.#pairs.delete(pair);
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
