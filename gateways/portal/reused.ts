/** Keeps for a moment what is dear to make: whoever asks, and however often, the database is asked once. */
import { LRUCache } from 'lru-cache';

const keptMs = 2_000;
const keysMax = 100;

/** What was made under a key is made again only when it is `keptMs` old; what could not be made is forgotten. */
export class Reused<Value> {
  readonly #kept = new LRUCache<string, { readonly at: number; readonly made: Promise<Value> }>({ max: keysMax });
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known !== undefined && this.#elapsed() - known.at < keptMs) return known.made;
    const made = make();
    this.#kept.set(key, { at: this.#elapsed(), made });
    made.catch(() => this.#kept.delete(key));
    return made;
  }
}
