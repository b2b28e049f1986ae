/**
 * Code as a set of files, kept as a manifest: file name -> hash and size (A3). Writes merge by file name into the manifest that they
 * started from; the workshop refuses a manifest that is outdated.
 */
import { entryOf } from '../../actors/rules/code/code-rules.ts';
import type { Manifest } from '../../actors/rules/code/messages.ts';
import { type ContentHash, contentHash } from '../../engine/ids.ts';

/** The code after a write, and the texts that it needs. */
export interface Merged {
  readonly code: ContentHash;
  readonly entry: string | null;
  readonly files: number;
  /** The manifest and the new files. */
  readonly contents: readonly string[];
}

/**
 * `files` with `written` merged in; null removes a file. Or the name of a file that cannot be written, because another needs a folder of
 * that name.
 */
export function merge(
  files: Manifest,
  written: ReadonlyMap<string, string | null>,
): Merged | { readonly clash: string } {
  const merged = new Map(Object.entries(files));
  const texts: string[] = [];
  for (const [name, text] of written) {
    if (text === null) merged.delete(name);
    else {
      merged.set(name, { hash: contentHash(text), bytes: Buffer.byteLength(text) });
      texts.push(text);
    }
  }
  const clash = clashIn(merged);
  if (clash !== undefined) return { clash };
  const names = [...merged.keys()].sort();
  const manifest = JSON.stringify(Object.fromEntries(names.map((name) => [name, merged.get(name)])));
  return { code: contentHash(manifest), entry: entryOf(merged), files: merged.size, contents: [manifest, ...texts] };
}

/** A name cannot be a file and a folder. */
function clashIn(files: ReadonlyMap<string, unknown>): string | undefined {
  for (const name of files.keys())
    for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1))
      if (files.has(name.slice(0, slash))) return name.slice(0, slash);
  return undefined;
}
