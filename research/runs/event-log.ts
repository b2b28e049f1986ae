/** Every event of a run as one line, and the hash of all lines. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { FeedEvent } from '../../engine/command.ts';

/** The event with those who hear it: topics, `to:` an actor, `all`, `public`. */
export const lineOf = ({ audience, json }: FeedEvent): string =>
  `{"audience":${JSON.stringify(audience)},"event":${json}}\n`;

/** Characters that are hashed at once. */
const charsKept = 64 * 1024;

/** SHA-256 over the lines, in order: that of the unpacked `events.jsonl.gz`. */
export class EventHash {
  readonly #hash = createHash('sha256');
  #collected = '';

  /** That of the lines in a packed file, to be gone on with. */
  static async of(path: string): Promise<EventHash> {
    const hash = new EventHash();
    for await (const piece of createReadStream(path).pipe(createGunzip())) hash.#hash.update(piece);
    return hash;
  }

  add(line: string): void {
    this.#collected += line;
    if (this.#collected.length < charsKept) return;
    this.#hash.update(this.#collected);
    this.#collected = '';
  }

  /** To be called once, at the end. */
  digest(): string {
    return this.#hash.update(this.#collected).digest('hex');
  }
}
