/** A client of the WebSocket feed that keeps what it gets. */
import { unpack } from 'msgpackr';
import type { Test } from 'tap';
import { WebSocket } from 'ws';

export interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly [field: string]: unknown;
}

export class Client {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  #wake: () => void = () => {};

  /** `localAddress`: where it connects from. `more`: further headers of the upgrade. */
  constructor(t: Test, port: number, token?: string, protocol?: string, localAddress?: string, more: object = {}) {
    const headers = token === undefined ? { ...more } : { ...more, Authorization: `Bearer ${token}` };
    const options = { headers, ...(localAddress !== undefined && { localAddress }) };
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocol === undefined ? [] : [protocol], options);
    this.socket.on('message', (bytes: Buffer, isBinary) => {
      this.frames.push(isBinary ? unpack(bytes) : JSON.parse(bytes.toString()));
      this.#wake();
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      });
    });
    t.teardown(() => this.socket.terminate());
  }

  async opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING)
      await new Promise((resolve) => this.socket.once('open', resolve));
  }

  /** The status of the answer to the upgrade. */
  upgraded(): Promise<number> {
    return new Promise((resolve) => {
      this.socket.once('upgrade', () => resolve(101));
      this.socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0));
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Waits for the next frame, or for the end. */
  async next(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) throw new Error('closed');
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Waits until a frame of this type is there. */
  async until(type: string): Promise<Frame> {
    for (;;) {
      const found = this.frames.find((frame) => frame.type === type);
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error(`closed before ${type}`);
      await this.next();
    }
  }

  /** The numbers of the events that came, in order. */
  get seqs(): (number | undefined)[] {
    return this.frames.filter((frame) => 'v' in frame && frame.type !== 'hello').map((frame) => frame.seq);
  }
}

/** Lets both ends of the loopback do what is at hand. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
