/**
 * Views that were made, kept until something that they show has changed: by name and arguments, within a bound in bytes.
 * Callers choose arguments, so a bound by number would bound nothing.
 */
import { LRUCache } from 'lru-cache';
import type { Viewed, ViewRequest } from '../command.ts';
import type { Reader } from './views.ts';

/** A view's value with the reader that made it. */
export interface Kept {
  readonly reader: Reader;
  readonly viewed: Viewed;
  /** The newest turn when it was last found unchanged. */
  turn: number;
}

/** All kept views together; one of more than a sixteenth of it is not kept. */
export const keptViewsBytesMax = 64 * 1024 * 1024;
const keptViewBytesMax = keptViewsBytesMax / 16;
const keptViewsMax = 20_000;

export class KeptViews {
  #views: LRUCache<string, Kept> | undefined;

  /** Made at the first view: a cache is allocated whole, in milliseconds, and thousands of simulated cities show nothing. */
  get #kept(): LRUCache<string, Kept> {
    this.#views ??= new LRUCache<string, Kept>({
      max: keptViewsMax,
      maxSize: keptViewsBytesMax,
      maxEntrySize: keptViewBytesMax,
      sizeCalculation: ({ viewed, reader }, name) =>
        entryBytes + bytesOf(name) + bytesOf(viewed) + touchBytes * reader.touches,
    });
    return this.#views;
  }

  get(name: string): Kept | undefined {
    return this.#kept.get(name);
  }

  set(name: string, kept: Kept): void {
    this.#kept.set(name, kept);
  }

  /** What is kept, in bytes: an estimate that is rather too high. */
  get bytes(): number {
    return this.#views?.calculatedSize ?? 0;
  }
}

/**
 * The name under which a view is kept. Texts come with their length, so that no text looks like another argument, or like
 * `null`. `JSON.stringify` would do, at twice the time; every request has its caller's view looked up.
 */
export function keptName({ view, args }: Pick<ViewRequest, 'view' | 'args'>): string {
  let name = view;
  for (const key in args) {
    const value = args[key];
    name += typeof value === 'string' ? `\n${value.length}:${value}` : `\n${value}`;
  }
  return name;
}

/** The entry, its reader, and what the gateways make of the value. */
const entryBytes = 512;
/** One thing that a reader watches: an object and a closure. */
const touchBytes = 160;
const fieldBytes = 40;
/** Bytes of a character: two as it is kept, three as the UTF-8 that is answered. */
const characterBytes = 5;

/** At least about what a value and its JSON text take. Computed once, when the value is kept. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 32 + characterBytes * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  let bytes = 64;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOf(item);
  else for (const inner of Object.values(value)) bytes += fieldBytes + bytesOf(inner);
  return bytes;
}
