/**
 * The stream that comes out of a container, cut into lines. Docker mixes stdout and stderr into one stream, each piece
 * behind 8 bytes that say which and how long; those are the daemon's, the rest is the word of hostile code. So only stdout is read, the
 * bytes between two resets are bounded, and the reader never pauses, since that makes Docker hang.
 */
import type { Duplex } from 'node:stream';
import { assertWhole } from '../../engine/assert.ts';

const headerBytes = 8;
const stdout = 1;
const newline = 10;
/** Pieces of a line that are kept apart: a piece of one byte costs a hundred. */
const partsMax = 1_024;

export interface Hearing {
  readonly line: (line: string) => void;
  /** More bytes came than any honest container would write. Nothing is read any more. */
  readonly flooded: () => void;
  /** The stream has ended, in whatever way. Called once. */
  readonly ended: () => void;
}

export class Wire {
  readonly #stream: Duplex;
  readonly #hearing: Hearing;
  #bytesLeft = 0;
  readonly #header: number[] = [];
  #pieceBytes = 0;
  #piece = 0;
  #parts: Buffer[] = [];
  #over = false;

  constructor(stream: Duplex, hearing: Hearing) {
    this.#stream = stream;
    this.#hearing = hearing;
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('error', () => this.#end());
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
  }

  /** From here on at most this many bytes more are read. */
  allow(bytesMax: number): void {
    assertWhole(bytesMax, 0, '[X1] bytes that are heard of a container');
    this.#bytesLeft = bytesMax;
  }

  send(message: object): void {
    if (!this.#over) this.#stream.write(`${JSON.stringify(message)}\n`);
  }

  destroy(): void {
    this.#stream.destroy();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts = [];
    this.#hearing.ended();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#over)
      rest = this.#pieceBytes === 0 ? this.#readHeader(rest) : this.#readPiece(rest);
  }

  #readHeader(chunk: Buffer): Buffer {
    const wanted = headerBytes - this.#header.length;
    this.#header.push(...chunk.subarray(0, wanted));
    if (this.#header.length === headerBytes) {
      const header = Buffer.from(this.#header.splice(0));
      this.#piece = header.readUInt8(0);
      this.#pieceBytes = header.readUInt32BE(4);
    }
    return chunk.subarray(wanted);
  }

  #readPiece(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#pieceBytes);
    this.#pieceBytes -= part.length;
    if (this.#piece === stdout) this.#hear(part);
    return chunk.subarray(part.length);
  }

  #hear(part: Buffer): void {
    this.#bytesLeft -= part.length;
    if (this.#bytesLeft < 0) {
      this.#flood();
      return;
    }
    let from = 0;
    for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, from)) {
      const line = Buffer.concat([...this.#parts.splice(0), part.subarray(from, at)]);
      from = at + 1;
      this.#hearing.line(line.toString('utf8'));
    }
    if (from < part.length) this.#parts.push(part.subarray(from));
    if (this.#parts.length > partsMax) this.#parts = [Buffer.concat(this.#parts)];
  }

  #flood(): void {
    this.#over = true;
    this.#parts = [];
    this.#stream.destroy();
    this.#hearing.flooded();
    this.#hearing.ended();
  }
}
