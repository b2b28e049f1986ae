/**
 * Where a thread writes what its code prints: memory that it shares with the city, so that nothing is lost when the
 * thread is ended, and no flood of output can become a flood of messages. `../output-buffer.ts` reads it and has the layout.
 */

/** Places in the head. */
const [begunAt, truncatedAt, lengthsAt] = [0, 1, 2];
const headBytes = 16;
const encoder = new TextEncoder();

export class OutputBuffer {
  #head;
  /** @type {readonly Uint8Array[]} */
  #streams;

  /**
   * @param {SharedArrayBuffer} memory
   * @param {number} streamBytesMax
   */
  constructor(memory, streamBytesMax) {
    this.#head = new Int32Array(memory, 0, headBytes / 4);
    this.#streams = [0, 1].map((stream) => new Uint8Array(memory, headBytes + stream * streamBytesMax, streamBytesMax));
  }

  markBegun() {
    Atomics.store(this.#head, begunAt, 1);
  }

  isFull(/** @type {0 | 1} */ stream) {
    return Atomics.load(this.#head, lengthsAt + stream) === this.#streams[stream]?.length;
  }

  markTruncated() {
    Atomics.store(this.#head, truncatedAt, 1);
  }

  /**
   * @param {0 | 1} stream stdout, stderr.
   * @param {string} text
   */
  write(stream, text) {
    const length = Atomics.load(this.#head, lengthsAt + stream);
    const free = /** @type {Uint8Array} */ (this.#streams[stream]).subarray(length);
    const { read, written } = encoder.encodeInto(text, free);
    Atomics.store(this.#head, lengthsAt + stream, length + written);
    if (read < text.length) this.markTruncated();
  }
}
