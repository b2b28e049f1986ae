/** One kept-alive HTTP connection with one request under way, at the price of a socket's read and write. */
import { connect, type Socket } from 'node:net';

const headCharsMax = 600;

/** Answers are small and come in one piece; connections share what they are read into. */
const shared = Buffer.allocUnsafe(64 * 1024);

export class RawConnection {
  readonly #socket: Socket;
  #left = 0;
  #isGood = true;
  #answered: (isGood: boolean) => void = () => {};

  private constructor(port: number, opened: (connection: RawConnection) => void, failed: (cause: Error) => void) {
    const callback = (bytes: number) => {
      this.#take(bytes);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } });
    this.#socket.once('connect', () => opened(this));
    this.#socket.once('error', failed);
    this.#socket.once('end', () => {
      throw new Error('the server has ended a connection that is in use');
    });
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => new RawConnection(port, resolve, reject));
  }

  /** Sends a whole request; `answered` hears when its answer is there, and whether it was a success. */
  send(request: string | Buffer, answered: (isGood: boolean) => void): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  /** Bytes that were read since it was opened. */
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(bytes: number): void {
    if (this.#left === 0) this.#begin(bytes);
    else this.#left -= bytes;
    if (this.#left === 0) this.#answered(this.#isGood);
  }

  #begin(bytes: number): void {
    const head = shared.toString('latin1', 0, Math.min(bytes, headCharsMax));
    const end = head.indexOf('\r\n\r\n');
    const named = head.toLowerCase().indexOf('content-length: ');
    if (end < 0 || named < 0) throw new Error(`an answer that is not understood: ${head}`);
    this.#isGood = head.startsWith('HTTP/1.1 2');
    this.#left = end + 4 + Number.parseInt(head.slice(named + 16), 10) - bytes;
  }
}
