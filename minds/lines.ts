/** Splits a stream of bytes from elsewhere into lines of bounded length; longer lines are skipped whole. */

export interface LineHandlers {
  readonly onLine: (line: string) => void;
  /** Called for a line that was too long. */
  readonly onTooLong: () => void;
}

export class LineSplitter {
  readonly #bytesMax: number;
  readonly #handlers: LineHandlers;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isTooLong = false;

  constructor(bytesMax: number, handlers: LineHandlers) {
    this.#bytesMax = bytesMax;
    this.#handlers = handlers;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, to));
      this.#end();
      from = to + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#bytesMax) {
      this.#isTooLong = true;
      this.#parts = [];
    } else if (part.length > 0) this.#parts.push(part);
  }

  #end(): void {
    const line = Buffer.concat(this.#parts).toString('utf8').trim();
    const isTooLong = this.#isTooLong;
    this.#parts = [];
    this.#bytes = 0;
    this.#isTooLong = false;
    if (isTooLong) this.#handlers.onTooLong();
    else if (line !== '') this.#handlers.onLine(line);
  }
}
