/** What a child writes to stdout or stderr: the first bytes are kept, the rest is read and dropped, so that nobody blocks. */

/** Bytes of the end of the stream that are searched for why a child died. */
const tailBytesMax = 4096;

export class KeptOutput {
  #bytesMax;
  /** @type {Buffer[]} */
  #kept = [];
  #bytes = 0;
  #tail = Buffer.alloc(0);
  truncated = false;

  /**
   * @param {import('node:stream').Readable} stream
   * @param {number} bytesMax Bytes that are kept of one job.
   */
  constructor(stream, bytesMax) {
    this.#bytesMax = bytesMax;
    stream.on('data', (chunk) => this.#take(chunk));
    stream.on('error', () => {});
  }

  /** Empties it for the next job of the same child. */
  clear() {
    this.#kept = [];
    this.#bytes = 0;
    this.truncated = false;
  }

  /** The kept bytes as base64: they may be anything. */
  base64() {
    return Buffer.concat(this.#kept).toString('base64');
  }

  /** True when the last bytes of the stream hold `text`. */
  endedWith(/** @type {string} */ text) {
    return this.#tail.includes(text);
  }

  #take(/** @type {Buffer} */ chunk) {
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-tailBytesMax)]).subarray(-tailBytesMax);
    const room = this.#bytesMax - this.#bytes;
    if (chunk.length > room) this.truncated = true;
    if (room <= 0) return;
    const part = Buffer.from(chunk.subarray(0, room));
    this.#kept.push(part);
    this.#bytes += part.length;
  }
}
