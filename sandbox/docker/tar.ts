/**
 * Writes a tar of regular files, folders and links (POSIX.1-1988 `ustar`), which is what Docker takes an image from. Owned by
 * root and dated 1970, so that the same contents give the same bytes.
 */
import { Buffer } from 'node:buffer';
import { assert } from '../../engine/assert.ts';

const blockBytes = 512;
/** Bytes of a name; `ustar` has more room in a second field, which is not needed here. */
const nameBytesMax = 100;

export interface Entry {
  /** Without a leading slash. A folder comes before the files in it. */
  readonly path: string;
  readonly mode: number;
  /** `null`: a folder. */
  readonly content: Buffer | null;
}

export function* tarOf(entries: Iterable<Entry>): Generator<Buffer> {
  for (const entry of entries) {
    yield header(entry);
    if (entry.content === null) continue;
    yield entry.content;
    yield Buffer.alloc(-entry.content.length & (blockBytes - 1));
  }
  yield Buffer.alloc(2 * blockBytes);
}

function header({ path, mode, content }: Entry): Buffer {
  const name = content === null ? `${path}/` : path;
  assert(Buffer.byteLength(name) <= nameBytesMax, `a name that fits into a tar: ${name}`);
  assert(!/^\/|(?:^|\/)\.\.(?:\/|$)|\0/.test(name), `a name that stays in the image: ${name}`);
  assert(mode >= 0 && mode <= 0o7777, `the mode of ${name}`);
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(name, 0);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(content?.length ?? 0, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write(content === null ? '5' : '0', 156);
  block.write('ustar\0' + '00', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148);
  return block;
}
