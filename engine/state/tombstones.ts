/**
 * Tombstones: what is kept in memory of actors that have left the city and are still asked for (A4). Each is its id and a few characters,
 * packed into blocks outside the heap: some 20 bytes and the characters, whatever a million of them.
 *
 * Rejected: a map from id to text, which costs two strings with their headers and 30 to 60 bytes of table for each, and
 * a million objects for every garbage collection to look at.
 */
import { type Image, retiredState } from '../actor-kind.ts';
import { assert } from '../assert.ts';
import type { ActorId } from '../ids.ts';

const blockBytes = 256 * 1024;
/** Two lengths of one byte each, before the characters. */
const headBytes = 2;
const textCharsMax = 255;
/** A slot of the table is 0 when it is empty, else one more than the place of the tombstone. */
const empty = 0;
const loadMax = 0.7;
const plainText = /^[\x20-\x7e]*$/;

/** A text that is longer, or other than printable ASCII, does not fit into a tombstone. Asked while a turn may still fail. */
export const fitsTombstone = (text: string): boolean => text.length <= textCharsMax && plainText.test(text);

export class Tombstones {
  readonly #blocks: Buffer[] = [];
  #end = 0;
  #table = new Uint32Array(64);
  size = 0;

  get(id: ActorId): string | undefined {
    const at = this.#table[this.#slotOf(id)] ?? empty;
    return at === empty ? undefined : this.#textAt(at - 1);
  }

  has(id: ActorId): boolean {
    return (this.#table[this.#slotOf(id)] ?? empty) !== empty;
  }

  /** A later text for the same id replaces the one before. */
  set(id: ActorId, text: string): void {
    assert(fitsTombstone(id) && fitsTombstone(text), 'a tombstone is short and plain');
    if (this.size + 1 > this.#table.length * loadMax) this.#grow();
    const slot = this.#slotOf(id);
    if (this.#table[slot] === empty) this.size += 1;
    this.#table[slot] = this.#write(id, text) + 1;
  }

  /** Each id with its text, in no particular order. */
  *entries(): Iterable<readonly [ActorId, string]> {
    for (const at of this.#table) if (at !== empty) yield [this.#idAt(at - 1) as ActorId, this.#textAt(at - 1)];
  }

  #write(id: string, text: string): number {
    const bytes = headBytes + id.length + text.length;
    if ((this.#end % blockBytes) + bytes > blockBytes || this.#end === this.#blocks.length * blockBytes) {
      this.#end = this.#blocks.length * blockBytes;
      this.#blocks.push(Buffer.alloc(blockBytes));
    }
    const at = this.#end;
    const { block, start } = this.#locate(at);
    block[start] = id.length;
    block[start + 1] = text.length;
    block.write(id, start + headBytes, id.length, 'latin1');
    block.write(text, start + headBytes + id.length, text.length, 'latin1');
    this.#end += bytes;
    return at;
  }

  #locate(at: number): { readonly block: Buffer; readonly start: number } {
    const block = this.#blocks[Math.floor(at / blockBytes)];
    assert(block !== undefined, 'a stone lies in a block');
    return { block, start: at % blockBytes };
  }

  #isAt(at: number, id: string): boolean {
    const { block, start } = this.#locate(at);
    if (block[start] !== id.length) return false;
    for (let i = 0; i < id.length; i++) if (block[start + headBytes + i] !== id.charCodeAt(i)) return false;
    return true;
  }

  #idAt(at: number): string {
    const { block, start } = this.#locate(at);
    return block.toString('latin1', start + headBytes, start + headBytes + (block[start] ?? 0));
  }

  #textAt(at: number): string {
    const { block, start } = this.#locate(at);
    const from = start + headBytes + (block[start] ?? 0);
    return block.toString('latin1', from, from + (block[start + 1] ?? 0));
  }

  /** The slot of the id in the table, or the empty slot where it belongs. */
  #slotOf(id: string): number {
    const mask = this.#table.length - 1;
    for (let slot = hashOf(id) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#table[slot] ?? empty;
      if (at === empty || this.#isAt(at - 1, id)) return slot;
    }
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(before.length * 2);
    for (const at of before) if (at !== empty) this.#table[this.#slotOf(this.#idAt(at - 1))] = at;
  }
}

/** The text on its tombstone that the last image of an actor gives, if any. Every version has written it under this name. */
export function summaryOf(image: Image | undefined): string | undefined {
  const summary = image?.state === retiredState ? image.context['inscription'] : undefined;
  return typeof summary === 'string' ? summary : undefined;
}

/** FNV-1a over the characters. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
