/**
 * The thread that draws pictures: started by the first that is ordered, ended when none was for a while. Whoever orders one gets
 * it, or an error: also when the thread breaks, takes too long, or is closed.
 */
import { Worker } from 'node:worker_threads';
import type { FontFiles } from '../../drawing/lettering.ts';
import type { Drawable } from '../../drawing/scene.ts';
import type { Painter } from '../../gateways/portal/drawn-pictures/kept-pictures.ts';
import type { Delivery, Order, ThreadData } from './messages.ts';

export interface PictureThreadOptions {
  readonly fonts: FontFiles;
  /** Milliseconds from an order to its picture, the start of the thread included. */
  readonly drawMsMax?: number;
  /** Milliseconds after which a thread without orders ends: it holds some tens of megabytes. */
  readonly idleMs?: number;
}

const program = new URL('../../cli/civitas.js', import.meta.url);
const usual = { drawMsMax: 20_000, idleMs: 60_000 };
const resourceLimits = { maxOldGenerationSizeMb: 256 };

interface Ordered {
  readonly drawn: (bytes: Buffer) => void;
  readonly failed: (why: Error) => void;
  readonly late: NodeJS.Timeout;
}

export class PictureThread implements Painter {
  readonly #fonts: FontFiles;
  readonly #drawMsMax: number;
  readonly #idleMs: number;
  readonly #ordered = new Map<number, Ordered>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #numbers = 0;
  #isClosed = false;

  constructor({ fonts, drawMsMax = usual.drawMsMax, idleMs = usual.idleMs }: PictureThreadOptions) {
    this.#fonts = fonts;
    this.#drawMsMax = drawMsMax;
    this.#idleMs = idleMs;
  }

  /** True while there is a thread. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  paint(shown: Drawable): Promise<Buffer> {
    if (this.#isClosed) return Promise.reject(new Error('the city ends'));
    clearTimeout(this.#idle);
    const number = this.#numbers++;
    return new Promise((drawn, failed) => {
      const late = setTimeout(() => this.#end(`it took more than ${this.#drawMsMax} ms`), this.#drawMsMax);
      this.#ordered.set(number, { drawn, failed, late });
      const order: Order = { number, shown };
      this.#started().postMessage(order);
    });
  }

  /** Resolves when nothing of the thread is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end('the city ends');
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const workerData: ThreadData = { fonts: this.#fonts };
    // Neither environment nor flags of the process: they hold secrets, and loaders that would take their time.
    const nothing = { env: {}, execArgv: [] };
    const worker = new Worker(program, { ...nothing, argv: ['draw-pictures'], workerData, resourceLimits });
    this.#worker = worker;
    // Who waits for a picture keeps the process alive, not a thread without orders.
    worker.unref();
    worker.on('message', (delivery: Delivery) => this.#deliver(delivery));
    const lost = (why: string) => {
      if (this.#worker === worker) void this.#end(why);
    };
    worker.once('error', (cause) => lost(String(cause)));
    worker.once('exit', (code) => lost(`the thread ended by itself, with ${code}`));
    return worker;
  }

  #deliver(delivery: Delivery): void {
    const ordered = this.#ordered.get(delivery.number);
    if (ordered === undefined) return;
    this.#ordered.delete(delivery.number);
    clearTimeout(ordered.late);
    if (delivery.type === 'drawn') ordered.drawn(Buffer.from(delivery.bytes.buffer));
    else ordered.failed(new Error(delivery.why));
    if (this.#ordered.size === 0) this.#idle = setTimeout(() => void this.#end('it is idle'), this.#idleMs).unref();
  }

  /** The thread, and with it what was ordered of it. The next order starts another one. */
  async #end(why: string): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    const left = [...this.#ordered.values()];
    this.#ordered.clear();
    for (const { late, failed } of left) {
      clearTimeout(late);
      failed(new Error(why));
    }
    await worker?.terminate();
  }
}
