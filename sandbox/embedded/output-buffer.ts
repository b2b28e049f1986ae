/**
 * What a thread prints, as the city reads it: memory that both share, so that nothing is lost when a thread is ended and no flood of
 * output can become a flood of messages. The thread's side is `worker/output-buffer.js`.
 *
 * Layout: four 32-bit numbers (begun, truncated, bytes of stdout, bytes of stderr), then both streams at full length.
 */

const headBytes = 16;
const [begunAt, truncatedAt, lengthsAt] = [0, 1, 2];

export class OutputBuffer {
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #streamBytesMax: number;

  constructor(streamBytesMax: number) {
    this.memory = new SharedArrayBuffer(headBytes + 2 * streamBytesMax);
    this.#head = new Int32Array(this.memory, 0, headBytes / 4);
    this.#streamBytesMax = streamBytesMax;
  }

  /** True once the thread has begun to run the code. */
  get hasBegun(): boolean {
    return Atomics.load(this.#head, begunAt) !== 0;
  }

  read(): { readonly stdout: string; readonly stderr: string; readonly truncated: boolean } {
    const truncated = Atomics.load(this.#head, truncatedAt) !== 0;
    return { stdout: this.#text(0), stderr: this.#text(1), truncated };
  }

  #text(stream: 0 | 1): string {
    const said = Atomics.load(this.#head, lengthsAt + stream);
    const length = Math.min(Math.max(0, said), this.#streamBytesMax);
    // Copied, since the thread may be writing to this memory while it is decoded.
    return Buffer.from(new Uint8Array(this.memory, headBytes + stream * this.#streamBytesMax, length)).toString();
  }
}
