/**
 * Counts tokens where a provider does not, one text after the other. The vocabulary takes some hundred milliseconds and tens of megabytes
 * to load: `load` does that ahead.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';

export type Encoding = Pick<typeof import('gpt-tokenizer/encoding/cl100k_base'), 'countTokens' | 'setMergeCacheSize'>;

const cl100k = (): Promise<Encoding> => import('gpt-tokenizer/encoding/cl100k_base');

/**
 * Characters that are counted in one go: the time to join the bytes of a long word rises with the square of its length. A cut word counts
 * as a token more.
 */
const pieceChars = 128;
/** Pieces that are counted before others get their turn: about a millisecond for the slowest text. */
const piecesInARow = 8;

const always = () => true;

/** No text is a special token. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text. */
export interface Counting {
  count(text: string): Promise<number>;
}

export class TokenCounter implements Counting {
  readonly #from: () => Promise<Encoding>;
  #encoding: Promise<Encoding> | undefined;
  /** Resolves when the texts before have been counted: many counted at once would each take time of every turn of the event loop. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(from = cl100k) {
    this.#from = from;
  }

  /**
   * The number of cl100k_base tokens of the text, or a few more; at most one for each byte. Rejects when the vocabulary cannot be loaded.
   */
  count(text: string, isWanted = always): Promise<number> {
    const counted = this.#last.then(() => this.#count(text, isWanted));
    this.#last = counted.catch(() => undefined);
    return counted;
  }

  /** A counter that counts as long as this holds: then no other text waits for it, and the count means nothing. */
  while(isWanted: () => boolean): Counting {
    return { count: (text) => this.count(text, isWanted) };
  }

  /** Rejects when the vocabulary cannot be loaded; the next call tries again. */
  load(): Promise<Encoding> {
    this.#encoding ??= this.#loaded();
    return this.#encoding;
  }

  async #loaded(): Promise<Encoding> {
    try {
      const encoding = await this.#from();
      // The cache would keep words of residents in memory.
      encoding.setMergeCacheSize(0);
      return encoding;
    } catch (cause) {
      this.#encoding = undefined;
      throw cause;
    }
  }

  async #count(text: string, isWanted: () => boolean): Promise<number> {
    const { countTokens } = await this.load();
    let tokens = 0;
    let pieces = 0;
    for (let start = 0; start < text.length && isWanted(); ) {
      const end = endOfPiece(text, start);
      tokens += countTokens(text.slice(start, end), asText);
      start = end;
      pieces += 1;
      if (pieces % piecesInARow === 0) await letOthersRun();
    }
    return tokens;
  }
}

/** A piece never ends between the halves of a character. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(text.length, start + pieceChars);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end < text.length ? end - 1 : end;
}
