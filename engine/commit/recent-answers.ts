/**
 * The newest kept answers, in memory: a repeat nearly always comes soon after the first try, and asks the database
 * nothing. Bounded in bytes; what is forgotten here is still in the table.
 */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../command.ts';
import { type KeyRow, keyKeptMs } from '../ports.ts';

const bytesMaxDefault = 16 * 1024 * 1024;
/** Bytes of an entry beside its texts. */
const entryBytes = 256;

export class RecentAnswers {
  readonly #rows: LRUCache<string, KeyRow>;

  constructor(bytesMax = bytesMaxDefault) {
    this.#rows = new LRUCache({ maxSize: bytesMax, sizeCalculation: bytesOf });
  }

  /** Takes durable rows only, since they are given out. */
  add(row: KeyRow): void {
    this.#rows.set(nameOf(row.caller, row.key), row);
  }

  /** The row of `caller` under `key`, not older than 24 h before `now`. */
  find(caller: Caller, key: string, now: number): KeyRow | undefined {
    const row = this.#rows.get(nameOf(caller, key));
    return row !== undefined && row.at >= now - keyKeptMs ? row : undefined;
  }
}

/** The name of a key of `caller`: two callers may use the same key. */
export function nameOf(caller: string, key: string): string {
  return `${caller} ${key}`;
}

/** At most two bytes for each character; the name repeats caller and key. */
function bytesOf({ caller, key, fingerprint, json }: KeyRow): number {
  return entryBytes + 2 * (2 * caller.length + 2 * key.length + fingerprint.length + (json?.length ?? 0));
}
