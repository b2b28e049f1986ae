/** Every event of a run as one line, and the hash of all lines. */
import { createHash } from 'node:crypto';
import type { FeedEvent } from '../../engine/command.ts';

/** The event with those who hear it: topics, `to:` an actor, `all`, `public`. */
export const lineOf = ({ audience, json }: FeedEvent): string =>
  `{"audience":${JSON.stringify(audience)},"event":${json}}\n`;

/** SHA-256 over the lines, in order: that of the unpacked `events.jsonl.gz`. */
export class EventHash {
  readonly #hash = createHash('sha256');
  count = 0;

  add(line: string): void {
    this.count += 1;
    this.#hash.update(line);
  }

  /** To be called once, at the end. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
