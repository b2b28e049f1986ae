/** Counts the messages in a server's WebSocket bytes without reading them: a listener must cost less than the server. */

const pingOpcode = 9;
const length16 = 126;
const length64 = 127;

export class FrameCounter {
  /** Text and binary messages that have arrived whole. */
  messages = 0;
  readonly #onPing: () => void;
  readonly #header = new Uint8Array(10);
  #headerBytes = 0;
  #opcode = 0;
  /** Bytes of the present payload that are still to come. */
  #left = 0;

  constructor(onPing: () => void) {
    this.#onPing = onPing;
  }

  take(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, to - at);
        this.#left -= step;
        at += step;
        if (this.#left === 0) this.#whole();
      } else {
        this.#header[this.#headerBytes++] = bytes[at++] ?? 0;
        if (this.#headerBytes >= 2 && this.#headerBytes === this.#headerLength()) this.#begin();
      }
    }
  }

  #headerLength(): number {
    const short = this.#header[1] ?? 0;
    return short === length16 ? 4 : short === length64 ? 10 : 2;
  }

  #begin(): void {
    const header = this.#header;
    const short = header[1] ?? 0;
    let length = short;
    if (short >= length16) {
      length = 0;
      for (let i = 2; i < this.#headerBytes; i++) length = length * 256 + (header[i] ?? 0);
    }
    this.#opcode = (header[0] ?? 0) & 15;
    this.#left = length;
    this.#headerBytes = 0;
    if (length === 0) this.#whole();
  }

  #whole(): void {
    if (this.#opcode === 1 || this.#opcode === 2) this.messages += 1;
    else if (this.#opcode === pingOpcode) this.#onPing();
  }
}
