/** A client of a feed that reads and counts messages without parsing them: it must cost less than the server. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { FrameCounter } from './frame-counter.ts';

export interface FeedReaderOptions {
  readonly port: number;
  /** The token of a resident; unset for a stranger. */
  readonly token?: string;
  /** Its loopback address, since a gateway counts sockets by network. */
  readonly from?: string;
  /** Called after each piece that was read. */
  readonly heard: (reader: FeedReader) => void;
}

/** A pong without payload; clients mask. */
const pong = Buffer.from([0x8a, 0x80, 1, 2, 3, 4]);
/** Readers of a process share what they are read into. */
const shared = Buffer.allocUnsafe(256 * 1024);

export class FeedReader {
  readonly #frames: FrameCounter;

  private constructor(options: FeedReaderOptions, opened: (reader: FeedReader) => void, failed: (why: Error) => void) {
    let head = '';
    let isOpen = false;
    const socket = connect({
      port: options.port,
      host: '127.0.0.1',
      ...(options.from !== undefined && { localAddress: options.from }),
      onread: {
        buffer: shared,
        callback: (bytes) => {
          let from = 0;
          if (!isOpen) {
            const known = head.length;
            head += shared.toString('latin1', 0, bytes);
            const end = head.indexOf('\r\n\r\n');
            if (end < 0) return true;
            if (!head.startsWith('HTTP/1.1 101')) failed(new Error(`no upgrade: ${head}`));
            isOpen = true;
            from = end + 4 - known;
            opened(this);
          }
          this.#frames.take(shared, from, bytes);
          options.heard(this);
          return true;
        },
      },
    });
    this.#frames = new FrameCounter(() => socket.write(pong));
    socket.once('connect', () => socket.write(upgradeOf(options.token)));
    socket.once('error', failed);
    socket.once('close', () => {
      throw new Error('the server has let a reader go');
    });
  }

  /** Resolves when the server has taken the upgrade. */
  static open(options: FeedReaderOptions): Promise<FeedReader> {
    return new Promise((resolve, reject) => new FeedReader(options, resolve, reject));
  }

  /** Messages that have arrived whole. */
  get messages(): number {
    return this.#frames.messages;
  }
}

/** The upgrade request of a WebSocket. */
function upgradeOf(token: string | undefined): string {
  const lines = [
    'GET /ws HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
