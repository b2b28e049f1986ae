/** The texts that jobs need, by hash: fetched once, then cached. A text that a job has written is in here before it is durable. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { must } from '../engine/assert.ts';
import { type ContentHash, contentHash, parseContentHash } from '../engine/ids.ts';

/** Texts by hash; missing ones are absent. */
export type FetchTexts = (hashes: readonly ContentHash[]) => Promise<ReadonlyMap<ContentHash, string>>;

/** UTF-16 units of all cached texts together, and what each costs besides. */
const charsMax = 64 * 1024 * 1024;
const entryChars = 64;

export class Contents {
  readonly #fetch: FetchTexts;
  readonly #kept = new LRUCache<ContentHash, string>({
    maxSize: charsMax,
    sizeCalculation: (text) => text.length + entryChars,
  });

  constructor(fetch: FetchTexts) {
    this.#fetch = fetch;
  }

  /** Caches a text that the database may not have yet. */
  keep(text: string): ContentHash {
    const hash = contentHash(text);
    this.#kept.set(hash, text);
    return hash;
  }

  async text(hash: ContentHash): Promise<string> {
    return must((await this.#texts([hash])).get(hash), hash);
  }

  /** The files that a manifest names, by path. */
  async files(manifest: ContentHash): Promise<ReadonlyMap<string, string>> {
    const hashes = hashesIn(await this.text(manifest));
    const texts = await this.#texts(hashes.values());
    return new Map(Array.from(hashes, ([path, hash]) => [path, must(texts.get(hash), path)]));
  }

  async #texts(hashes: Iterable<ContentHash>): Promise<ReadonlyMap<ContentHash, string>> {
    const texts = new Map<ContentHash, string>();
    const missing: ContentHash[] = [];
    for (const hash of new Set(hashes)) {
      const text = this.#kept.get(hash);
      if (text === undefined) missing.push(hash);
      else texts.set(hash, text);
    }
    if (missing.length === 0) return texts;
    for (const [hash, text] of await this.#fetch(missing)) {
      this.#kept.set(hash, text);
      texts.set(hash, text);
    }
    return texts;
  }
}

/** `{"index.js": {"hash": ..., "bytes": ...}, ...}` */
const Manifest = z.record(z.string(), z.object({ hash: z.string() }));

function hashesIn(manifest: string): ReadonlyMap<string, ContentHash> {
  const files = Object.entries(Manifest.parse(JSON.parse(manifest)));
  return new Map(files.map(([path, { hash }]) => [path, must(parseContentHash(hash), path)]));
}
