/** What stands in a value that is to be shown until it is whole: placeholders for texts that are not at hand (A3). */
import type { ContentHash } from '../ids.ts';
import { ListWithKept } from './kept-lists.ts';

/** A placeholder for a text, or for what is picked from it, until the text is fetched. */
export class TextWanted {
  readonly hash: ContentHash;
  readonly pick: (text: string) => unknown;
  constructor(hash: ContentHash, pick: (text: string) => unknown) {
    this.hash = hash;
    this.pick = pick;
  }
}

/** `value` with every placeholder replaced by its text; an unknown hash becomes null. */
export function withTexts(value: unknown, texts: ReadonlyMap<ContentHash, string>): unknown {
  if (value instanceof TextWanted) {
    const text = texts.get(value.hash);
    return text === undefined ? null : value.pick(text);
  }
  if (value instanceof ListWithKept) return withTexts(value.toJSON(), texts);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, texts)]));
}
